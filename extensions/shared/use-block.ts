import { useEffect, useRef, useState } from "preact/hooks";

import { pressInApp, readApp } from "./call-app.ts";

export type Reading<Reply> = { kind: "loading" } | { kind: "failed" } | { kind: "read"; reply: Reply };

/** Number of times that a block reads its content again after a click, because the result takes a moment. */
const LOOKS = 10;

const LOOK_AFTER_MS = 3000;

/**
 * Reads a block's content from the app, and sends clicks on the block's buttons to the app.
 *
 * @param toReply converts the app's JSON, and throws if the JSON is unexpected. Shopify deploys extensions separately
 * from the app, so one of the two may be older.
 * @param failed the sentence about a click that did not reach the app
 */
export function useBlock<Reply>(
  address: string,
  { toReply, failed }: { toReply: (json: unknown) => Reply; failed: string },
) {
  const [reading, setReading] = useState<Reading<Reply>>({ kind: "loading" });
  const [retries, setRetries] = useState(0);
  const [notice, setNotice] = useState<string | null>(null);
  const [looks, setLooks] = useState(0);
  useEffect(() => {
    readApp(address)
      .then(toReply)
      .then(
        (reply) => {
          setReading({ kind: "read", reply });
        },
        () => {
          setReading({ kind: "failed" });
        },
      );
  }, [address, toReply, retries]);
  useEffect(() => {
    if (looks === 0) return;
    const timer = setTimeout(() => {
      setLooks(looks - 1);
      readApp(address)
        .then(toReply)
        .then(
          (reply) => {
            setReading({ kind: "read", reply });
          },
          // A failed read leaves the block's values as they are.
          () => undefined,
        );
    }, LOOK_AFTER_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [address, toReply, looks]);
  const isPressingRef = useRef(false);
  const retry = () => {
    setReading({ kind: "loading" });
    setRetries(retries + 1);
  };
  return {
    reading,
    notice,
    retry,
    press: (pressAddress: string, body: unknown) => {
      // Ignores the second of two quick clicks, which may arrive before the button disappears.
      if (isPressingRef.current) return;
      isPressingRef.current = true;
      setReading({ kind: "loading" });
      void pressInApp(pressAddress, body)
        .catch(() => failed)
        .then((said) => {
          setNotice(said);
          setRetries(retries + 1);
          setLooks(LOOKS);
          isPressingRef.current = false;
        });
    },
  };
}
