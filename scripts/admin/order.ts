import type { ExplainedOrder } from "../../app/operator/explain-order.server.ts";
import {
  type Command,
  EXIT,
  moment,
  operatorIn,
  print,
  printDone,
  printJson,
  type Typed,
} from "./command.ts";

const WHICH = `
SHOP is its domain, or what stands before .myshopify.com. ORDER is the order's name ("#1001" or 1001), the id or number
of its fulfillment order, our reference, our id, or the supplier's number.
`;

export const order: Command = {
  summary: "Explain an order: where it stands, what is due, and all that happened",
  takes: "SHOP ORDER",
  positionals: [2, 2],
  help: WHICH,
  options: {},
  changes: false,
  run: explain,
};

export const orderNow: Command = {
  summary: "Make one order due now that waits for its next try",
  takes: "SHOP ORDER",
  positionals: [2, 2],
  help: `${WHICH}
A worker then does what it would have done later: it looks again, looks up, or reads an update. No state is changed, and
what the merchant has to decide stays theirs. A claim that a worker holds is respected.
`,
  options: {},
  changes: true,
  run: hasten,
};

async function explain({ positionals: [typedShop = "", typed = ""], values }: Typed): Promise<number> {
  const { asSystem } = await import("../../app/lib/database/db.server.ts");
  const { findShop } = await import("../../app/operator/find-shop.server.ts");
  const { explainOrder } = await import("../../app/operator/explain-order.server.ts");
  const shop = await asSystem("operator", (tx) => findShop(tx, typedShop));
  const explained = await explainOrder(shop, typed);
  if (values.json === true) printJson(explained);
  else print(inLines(explained));
  return EXIT.fine;
}

function inLines(order: ExplainedOrder): string {
  const { cost, lines, due, obstacles, events, asOf } = order;
  const facts: [string, string | null][] = [
    ["shop", order.shop],
    ["order", `${order.orderName} (${order.shopOrderId})`],
    ["fulfillment order", order.fulfillmentOrderId],
    ["our id", order.id],
    ["state", `${order.state}${order.reason === null ? "" : `, ${order.reason}`}`],
    ["merchant reads", order.status],
    ["next", order.next ?? "nothing until somebody acts, or the order is finished"],
    ["supplier's number", order.supplierOrderId],
    ["second number", order.secondSupplierOrderId],
    ["request in the shop", order.acceptance],
    ["cancellation", order.cancelRequestedAt && `requested ${moment(order.cancelRequestedAt)}`],
    ["cost", cost && `${cost.amount} ${cost.currency}`],
  ];
  return [
    ...facts.flatMap(([name, value]) => (value === null ? [] : [`${name.padEnd(20)}${value}`])),
    ...lines.map(({ title, sku, supplierVariantId, quantity, canceled }) => {
      const less = canceled > 0 ? `, ${String(canceled)} canceled` : "";
      return `${"line".padEnd(20)}${String(quantity)} × ${title} (SKU ${sku}, supplier's variant ${supplierVariantId}${less})`;
    }),
    ...due.map(({ what, at, isClaimed, retryCount }) => {
      const when = isClaimed
        ? `a worker has it until ${moment(at)}`
        : `${moment(at)}${at <= asOf ? ", overdue" : ""}`;
      return `${"due".padEnd(20)}${what}: ${when}${retryCount > 0 ? `, failed ${String(retryCount)} times in a row` : ""}`;
    }),
    ...obstacles.map((obstacle) => `${"in the way".padEnd(20)}${obstacle}`),
    "",
    ...events.map(
      ({ at, kind, code, text }) =>
        `${moment(at)}  ${kind.padEnd(9)} ${text}${code === null ? "" : ` [${code}]`}`,
    ),
  ].join("\n");
}

async function hasten(typed: Typed): Promise<number> {
  const [typedShop = "", which = ""] = typed.positionals;
  const { asSystem } = await import("../../app/lib/database/db.server.ts");
  const { findShop } = await import("../../app/operator/find-shop.server.ts");
  const { hastenOrder } = await import("../../app/operator/hasten-order.server.ts");
  const { startQueue, stopQueue } = await import("../../app/queue/boss.server.ts");
  const shop = await asSystem("operator", (tx) => findShop(tx, typedShop));
  await startQueue({});
  try {
    return printDone(typed, "order-now", await hastenOrder(shop, which, operatorIn(typed)));
  } finally {
    await stopQueue();
  }
}
