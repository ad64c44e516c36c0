import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";

import {
  type ExtensionRequest,
  orderShape,
  readExtensionRequest,
  readPosted,
  replyToPress,
} from "../shop/extension-request.server.ts";
import { pausedBy } from "../components/banners/paused-banner.tsx";
import { findConnection } from "../connection/connection-store.server.ts";
import { readInShop } from "../lib/database/db.server.ts";
import { type Money, sum } from "../lib/money.ts";
import { formatMoney } from "../messages/format-money.ts";
import type { Message } from "../messages/message.ts";
import { orderOnPage } from "../orders/bulk/picked-order.ts";
import {
  readSelected,
  SELECTED_AT_MOST,
  type SelectedOrder,
  sendSelected,
} from "../orders/bulk/selected-orders.server.ts";
import { findOrderingSettingsIn } from "../orders/store/ordering-settings.server.ts";
import { numberIn } from "../shop/ids.ts";

/**
 * Answers the preflight request of a browser. The dialog reads by POST, because a hundred ids do not fit into a URL.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const { reply } = await readExtensionRequest(request);
  return reply(null, 405);
}

const selected = z.array(orderShape).min(1).max(SELECTED_AT_MOST);
/** Maximum number of parts that one request may send. An order rarely has more than ten parts. */
const parts = z.array(orderOnPage).max(10 * SELECTED_AT_MOST);

/**
 * `preview` reads the selected orders. `send` sends the parts that the preview showed. `results` reads the orders
 * again after `send`.
 */
const asked = z.discriminatedUnion("intent", [
  z.object({ intent: z.enum(["preview", "results"]), orders: selected }),
  z.object({ intent: z.literal("send"), press: z.uuid(), toSend: parts, toRetry: parts }),
]);

/** Serves the dialog "Send to supplier" in the shop's list of orders. The body is `asked` in JSON. */
export async function action({ request }: ActionFunctionArgs) {
  const extension = await readExtensionRequest(request);
  const { shop, t, reply } = extension;
  if (request.method !== "POST") return reply(null, 405);
  const read = await readPosted(request, asked);
  if (read === null) return reply({ error: `Which orders? At most ${String(SELECTED_AT_MOST)}.` }, 400);
  const isConnected = (await findConnection(shop)) !== null;
  if (read.intent === "send")
    return replyToPress(extension, async (): Promise<Message> => {
      if (!isConnected) return { code: "to-send.result.not-connected" };
      const { press: pressId, toSend, toRetry } = read;
      const sent = await sendSelected(shop, { pressId, toSend, toRetry });
      return { code: sent === "no-permission" ? "blocks.no-permission" : "blocks.send.pressed" };
    });
  if (!isConnected) return reply({ connected: false });
  const orders = await readSelected(shop, read.orders, { asksShop: read.intent === "preview" });
  const settings = await readInShop(shop, (tx) => findOrderingSettingsIn(tx, shop));
  const sends = orders.filter(({ parts: its }) => its.toSend.length + its.toRetry.length > 0);
  return reply({
    connected: true,
    orders: orders.map((order) => toRow(order, extension)),
    totals: totalsOf(sends, extension),
    hint: pausedBy(settings) !== "no" ? t("to-send.confirm.paused") : null,
  });
}

function toRow(order: SelectedOrder, { t, numbers }: ExtensionRequest) {
  const { id, name, parts: its, figures, isUnderWay, kept, status } = order;
  const write = (amount: Money | null) =>
    amount === null ? t("to-send.unknown") : formatMoney(amount, numbers);
  return {
    id,
    name: name ?? t("blocks.send.no-order", { number: numberIn(id) ?? "" }),
    ...its,
    isUnderWay,
    kept: kept && t(kept),
    status: t(status),
    amounts: figures.map(({ cost, profit }) =>
      t("blocks.send.amounts", { cost: write(cost), profit: write(profit) }),
    ),
  };
}

/**
 * Returns the sums of the orders that would be sent, as the page "To send" shows them. The sums leave out orders
 * without a known profit, and `excluded` counts these orders.
 */
function totalsOf(sends: SelectedOrder[], { t, numbers }: ExtensionRequest) {
  const figures = sends.flatMap((order) => order.figures);
  const known = figures.filter(({ profit }) => profit !== null);
  const write = (amounts: (Money | null)[]) => {
    const byCurrency = Map.groupBy(
      amounts.filter((amount) => amount !== null),
      ({ currency }) => currency,
    );
    const sums = [...byCurrency.values()].flatMap((each) => sum(each) ?? []);
    if (sums.length === 0) return t("to-send.unknown");
    return sums.map((each) => formatMoney(each, numbers)).join(" + ");
  };
  const excluded = figures.length - known.length;
  return {
    lines: [
      { label: t("to-send.column.paid"), amount: write(known.map(({ paid }) => paid)) },
      { label: t("to-send.column.cost"), amount: write(known.map(({ cost }) => cost)) },
      { label: t("to-send.confirm.shipping"), amount: write(known.map(({ shipping }) => shipping)) },
      { label: t("to-send.column.profit"), amount: write(known.map(({ profit }) => profit)) },
    ],
    excluded: excluded > 0 ? t("to-send.confirm.excluded", { count: excluded }) : null,
  };
}
