import { setTimeout as pause } from "node:timers/promises";
import type { Response } from "express";
import { type Alteration, ALTERATIONS } from "./alterations.ts";
import type { Answer } from "./endpoint.ts";
import { type ArmedFault, type NamedFault, readStatusFault } from "./faults.ts";

type Delivery = {
  res: Response;
  /** Does the work of the request. The answer may be a refusal. */
  work: (options?: { ignoreFilters: boolean }) => Promise<Answer>;
  mainField: string;
  /** Makes the supplier alter the next order; null: alters none. */
  alterNext: (alteration: Alteration | null) => void;
  /** The target of the `redirect` fault. */
  elsewhere: string;
  /** Aborted when the service closes: nothing waits longer than that. */
  closing: AbortSignal;
};

/** Does the work and answers, or lets the fault (see `FAULTS`) come between. */
export async function deliver(delivery: Delivery, armed: ArmedFault | undefined): Promise<void> {
  if (!armed) {
    send(delivery.res, await delivery.work());
    return;
  }
  const status = readStatusFault(armed.fault);
  if (status === null) await deliveries[armed.fault as NamedFault](delivery, armed.delayMs, armed.released);
  else await answerStatus(delivery, status);
}

/** An error as the service words it. The supplier's document shows no error format; this one is ours. */
export function failure(status: number, code: string, message: string): Answer {
  return { status, body: { error: code, message } };
}

/** Answers in JSON. */
export function send(res: Response, { status, body }: Answer): void {
  res.status(status).json(body);
}

/** Answers with an error, whether or not the work was done. */
async function answerStatus(
  { res, work }: Delivery,
  { status, commits }: { status: number; commits: boolean },
): Promise<void> {
  if (commits) await work();
  if (status === 500) send(res, brokenDown);
  else if (status === 429) send(res, tooMany);
  else send(res, failure(status, "refused", `This is an answer with ${String(status)}.`));
}

const altered = Object.fromEntries(
  Object.keys(ALTERATIONS).map((name) => [
    name,
    async ({ res, work, alterNext }: Delivery) => {
      alterNext(name as Alteration);
      const answer = await work();
      alterNext(null);
      send(res, answer);
    },
  ]),
) as Record<Alteration, (delivery: Delivery) => unknown>;

type Deliver = (delivery: Delivery, delayMs?: number, released?: AbortSignal) => unknown;

const deliveries: Record<NamedFault, Deliver> = {
  "timeout-after-commit": ({ work }) => work(),
  "commit-later": async ({ res, work, closing }, delayMs = 1000) => {
    // A caller that is already gone will not be seen leaving.
    if (!res.closed) await new Promise((resolve) => res.once("close", resolve));
    if (await passed(delayMs, closing)) await work();
  },
  "429-retry-after": ({ res }, delayMs = 2000) => {
    res.set("Retry-After", String(Math.ceil(delayMs / 1000)));
    send(res, tooMany);
  },
  html: ({ res }) => res.status(200).type("html").send(PROXY_PAGE),
  truncated: async ({ res, work }) => {
    const { status, body } = await work();
    const whole = Buffer.from(JSON.stringify(body));
    res.writeHead(status, { "Content-Type": "application/json", "Content-Length": whole.length });
    res.write(whole.subarray(0, Math.floor(whole.length / 2)), () => res.destroy());
  },
  reset: ({ res }) => res.socket?.resetAndDestroy(),
  redirect: ({ res, elsewhere }) => res.redirect(307, elsewhere),
  slow: async ({ res, work, closing }, delayMs = 3000, released = closing) => {
    const answer = await work();
    await passed(delayMs, AbortSignal.any([closing, released]));
    if (!closing.aborted) send(res, answer);
  },
  unauthorized: ({ res }) => send(res, failure(401, "unauthorized", "The credential is not accepted.")),
  "ignores-filter": async ({ res, work }) => send(res, await work({ ignoreFilters: true })),
  "finds-nothing": (delivery) =>
    sendFlawed(delivery, (body) => ({ ...body, [delivery.mainField]: [], next_cursor: null })),
  "leaves-out": (delivery) =>
    sendFlawed(delivery, (body) => {
      const items = body[delivery.mainField] as unknown[];
      return { ...body, [delivery.mainField]: items.filter((_item, index) => index % 2 === 1) };
    }),
  "never-ends": (delivery) =>
    sendFlawed(delivery, (body) => ({ ...body, next_cursor: body.next_cursor ?? anotherBeginning() })),
  ...altered,
  "odd-package": (delivery) =>
    sendFlawed(delivery, (body) =>
      Array.isArray(body.orders)
        ? { ...body, orders: body.orders.map(withOddPackage) }
        : withOddPackage(body),
    ),
  "without-field": (delivery) =>
    sendFlawed(delivery, (body) =>
      Object.fromEntries(Object.entries(body).filter(([name]) => name !== delivery.mainField)),
    ),
  "wrong-type": (delivery) =>
    sendFlawed(delivery, (body) => ({ ...body, [delivery.mainField]: { unexpected: true } })),
  "wrong-prefix": (delivery) =>
    sendFlawed(delivery, (body) => ({ ...body, api_key: String(body.api_key).replace(/^rk_/, "key_") })),
  "changed-name": (delivery) =>
    sendFlawed(delivery, (body) => ({ ...body, name: `${String(body.name)} (2)` })),
};

/** Spoils the contents of the order's first package. */
function withOddPackage(order: Answer["body"]): Answer["body"] {
  const [first, ...others] = (order.shipments ?? []) as object[];
  return first === undefined ? order : { ...order, shipments: [{ ...first, lines: "see slip" }, ...others] };
}

/** A cursor of the list of orders; zeros before a zero change nothing. */
function anotherBeginning(): string {
  beginnings = (beginnings + 1) % 9;
  return Buffer.from(`orders:${"0".repeat(beginnings + 1)}`).toString("base64url");
}
let beginnings = 0;

/** Waits for this many milliseconds; returns false if the service closed before they were over. */
function passed(ms: number, closing: AbortSignal): Promise<boolean> {
  return pause(ms, true, { signal: closing }).catch(() => false);
}

async function sendFlawed(
  { res, work }: Delivery,
  spoil: (body: Answer["body"]) => Answer["body"],
): Promise<void> {
  const { status, body } = await work();
  send(res, { status, body: status < 300 ? spoil(body) : body });
}

const brokenDown = failure(500, "internal_error", "Something went wrong on our side.");
const tooMany = failure(429, "too_many_requests", "Too many requests.");

const PROXY_PAGE = `<!doctype html>
<html lang="en"><head><title>One moment</title></head>
<body><h1>One moment, please</h1><p>The service is being prepared.</p></body></html>
`;
