import { setTimeout as pause } from "node:timers/promises";

import type { Answer } from "../../app/routes/app.orders.$id/notice.ts";
import type { Case, World } from "./world.ts";

const LIST = "routes/app.orders._index";
const ONE = "routes/app.orders.$id";
const SETTINGS = ["/app/settings", "routes/app.settings"] as const;

/** The part of an order's page that a run looks at. */
export type OrderPage = {
  id: string;
  /** A button says which order it was pressed on. */
  version: number;
  orderName: string;
  supplierOrderId: string | null;
  label: { code: string };
  message: { code: string };
  /** The step that happens next without a person. */
  next: { code: string } | null;
  can: {
    retry: boolean;
    requestUpdate: boolean;
    acknowledge: string | null;
    orderMissing: { byLine: Record<string, number> } | null;
    sendPart: object | null;
    cancel: string | null;
    confirm: boolean;
  };
  help: string | null;
  attempt: { id: string; reference: string } | null;
  shipments: { id: string; trackingNumber: string | null; state: string; problem: { code: string } | null }[];
};

export async function orderPage({ sandbox }: World, shop: string, id: string): Promise<OrderPage> {
  const { order } = await sandbox.merchant(shop).read<{ order: OrderPage }>(`/app/orders/${id}`, ONE);
  return order;
}

/**
 * The merchant presses a button on an order's page, which may show it as it was before. It may not be answered.
 *
 * @returns what the page asks about once more; null where it does not.
 */
export async function press(
  { sandbox, history }: World,
  each: Case,
  { id, version, message }: OrderPage,
  fields: Record<string, string>,
): Promise<string | null> {
  const { mark, shop } = each;
  each.isDecided = true;
  const said = Object.values(fields).join(" ");
  const answer = await sandbox
    .merchant(shop)
    .submit<Partial<Answer>>(`/app/orders/${id}`, ONE, {
      ...fields,
      version: String(version),
    })
    .then(({ title, insistence }) => ({ text: title?.code ?? "done", asks: insistence?.certain ?? null }))
    .catch((error: unknown) => ({
      text: error instanceof Error ? error.message.slice(0, 100) : "not answered",
      asks: null,
    }));
  history.note(mark, `button: ${said} (${message.code}) – ${answer.text}`);
  return answer.asks;
}

/** Returns the ids of our orders for one of the customer's. */
export async function rowsNamed({ sandbox }: World, { shop, name }: Case): Promise<string[]> {
  const page = `/app/orders?query=${encodeURIComponent(name)}`;
  const { rows } = await sandbox
    .merchant(shop)
    .read<{ rows: { id: string; orderName: string }[] }>(page, LIST);
  return rows.filter(({ orderName }) => orderName === name).map(({ id }) => id);
}

type ToSend = { id: string; version: number; orderName: string };

/** The orders under “To send”. */
export async function listToSend({ sandbox }: World, shop: string): Promise<ToSend[]> {
  const { rows } = await sandbox.merchant(shop).read<{ rows: ToSend[] }>("/app/orders?show=to-send", LIST);
  return rows;
}

/** The merchant sends orders of that list, of which each may have changed since. It may not be answered. */
export async function pressSend(
  { sandbox, history }: World,
  { shop, intent, orders }: { shop: string; intent: "send" | "send-part"; orders: ToSend[] },
): Promise<void> {
  const picked = orders.map(({ id, version }) => ({ id, version }));
  const fields = { intent, orders: JSON.stringify(picked) };
  const answer = await sandbox
    .merchant(shop)
    .submit("/app/orders?show=to-send", LIST, fields)
    .then(() => "done")
    .catch(() => "not answered");
  const names = orders.map(({ orderName }) => orderName).join(", ");
  history.note(null, `button: ${intent} for ${names} in ${shop} – ${answer}`);
}

/** All that the merchant finds under “Needs attention”. */
export async function needingAttention(
  { sandbox }: World,
  shop: string,
): Promise<{ id: string; orderName: string }[]> {
  const found: { id: string; orderName: string }[] = [];
  for (let page: string | null = "/app/orders?show=needs-attention"; page !== null;) {
    const { rows, older }: { rows: typeof found; older: string | null } = await sandbox
      .merchant(shop)
      .read(page, LIST);
    found.push(...rows);
    // As the browser resolves it.
    page = older && `/app/orders${older}`;
  }
  return found;
}

/** Returns true if the settings say that the shop is connected to a different account than its products came from. */
export async function isOfOtherAccount({ sandbox }: World, shop: string): Promise<boolean> {
  const { state } = await sandbox.merchant(shop).read<{ state: { kind: string } }>(...SETTINGS);
  return state.kind === "other-account";
}

/** The merchant signs in with an account. While the database is away, the page fails, and the merchant presses again. */
export async function reconnect(
  { sandbox }: World,
  shop: string,
  account: { email: string; password: string },
): Promise<void> {
  const browser = sandbox.merchant(shop);
  await untilAnswered(() => browser.submit(...SETTINGS, { intent: "disconnect", products: "keep" }));
  await untilAnswered(() => browser.submit(...SETTINGS, { intent: "connect", ...account }));
}

/** Seconds for which a page may fail: longer than any disaster of a run. */
const TRIES = 60;

async function untilAnswered(press: () => Promise<unknown>): Promise<void> {
  for (let left = TRIES; left > 0; left -= 1) {
    const isAnswered = await press().then(
      () => true,
      () => false,
    );
    if (isAnswered) return;
    await pause(1000);
  }
  await press();
}
