import { Link, Text, type TextProps } from "@shopify/polaris";

import type { Message, MessageCode } from "../messages/message.ts";
import { useT } from "../messages/use-t.ts";

/** Problems that an exchange rate fixes. */
const NEED_A_RATE: MessageCode[] = ["catalog.skip.currency-differs", "sync.problem.currency-differs"];

/** Shows why an action on a product failed, and a link to fix it. */
export function ProblemText({ problem, tone }: { problem: Message; tone?: TextProps["tone"] }) {
  const t = useT();
  return (
    <Text as="p" breakWord {...(tone && { tone })}>
      {t(problem)}
      {NEED_A_RATE.includes(problem.code) && (
        <>
          {" "}
          <Link url="/app/prices">{t("prices.open")}</Link>
        </>
      )}
    </Text>
  );
}
