import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";

import {
  orderShape,
  readExtensionRequest,
  readPosted,
  replyToPress,
} from "../shop/extension-request.server.ts";
import { pausedBy } from "../components/banners/paused-banner.tsx";
import { recordOrderBlock } from "../installation/setup-guide.server.ts";
import { money } from "../lib/money-shape.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { formatMoney } from "../messages/format-money.ts";
import type { Message } from "../messages/message.ts";
import { orderOnPage } from "../orders/bulk/picked-order.ts";
import { requestCancellation } from "../orders/canceling/request-cancellation.server.ts";
import { approvedCosts } from "../orders/placing/approvals.ts";
import { approveSeen } from "../orders/placing/approve-order.server.ts";
import { retryOrder } from "../orders/placing/retry-order.server.ts";
import { sendShopOrder } from "../orders/sending/send-shop-order.server.ts";
import { findOrderingSettings } from "../orders/store/ordering-settings.server.ts";
import { type BlockOrder, readOrderBlock } from "../orders/views/read-order-block.server.ts";

/** Returns the content of the order block: `GET ?order=gid://shopify/Order/1&locale=en`. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { shop, t, numbers, reply } = await readExtensionRequest(request);
  const order = orderShape.safeParse(new URL(request.url).searchParams.getAll("order").join());
  if (!order.success) return reply({ error: "Which order? order=gid://shopify/Order/ and its number." }, 400);
  const block = await readOrderBlock(shop, order.data);
  await recordOrderBlock(shop);
  const toText = ({ label, message, items, amounts, can, ...rest }: BlockOrder) => ({
    ...rest,
    label: t(label),
    message: t(message),
    items: items.map((item) => t(item)),
    amounts: amounts.map(({ label: of, amount }) => ({ label: t(of), amount: formatMoney(amount, numbers) })),
    can: {
      ...can,
      cancel: can.cancel && t(can.cancel),
      cancelLabel: can.cancelLabel && t(can.cancelLabel),
      approve: can.approve && {
        button: t(can.approve.button),
        question: can.approve.question.map((sentence) => t(sentence)),
        seen: can.approve.seen,
      },
    },
  });
  const isPaused = block.unrequested && pausedBy(await findOrderingSettings(shop)) !== "no";
  const { kept, ...shown } = block;
  const waits = kept ?? (isPaused ? ({ code: "to-send.confirm.paused" } as const) : null);
  return reply({ ...shown, waits: waits && t(waits), orders: block.orders.map(toText) });
}

/**
 * The body of a `POST`: the button that the merchant has clicked. `send` sends the parts of the order that are not
 * requested yet. The other buttons change the order only if its version is still the one that the block has read.
 */
const press = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("send"), order: orderShape }),
  orderOnPage.extend({ intent: z.enum(["retry", "cancel"]) }),
  // `costs` or `outstanding` is the amount that the block's question named. A request without both approves a test
  // order.
  orderOnPage.extend({
    intent: z.literal("approve"),
    costs: approvedCosts.optional(),
    outstanding: money.optional(),
  }),
]);

/** Does what the clicked button says, like the same button on the order's page. Returns the notice for the merchant. */
export async function action({ request }: ActionFunctionArgs) {
  const asked = await readExtensionRequest(request);
  if (request.method !== "POST") return asked.reply(null, 405);
  const pressed = await readPosted(request, press);
  if (pressed === null) return asked.reply({ error: "Which button?" }, 400);
  return replyToPress(asked, () => pressButton(asked.shop, pressed));
}

async function pressButton(shop: ShopDomain, pressed: z.output<typeof press>): Promise<Message> {
  if (pressed.intent === "send") {
    const sent = await sendShopOrder(shop, pressed.order, { sendsKept: false });
    if (sent.kind === "refused") return sent.why;
    if (sent.kind === "nothing-to-send") return { code: "blocks.nothing-to-send" };
    const isPaused = pausedBy(await findOrderingSettings(shop)) !== "no";
    return { code: isPaused ? "blocks.sending.paused" : "blocks.sending" };
  }
  const isDone = await pressFor(shop, pressed);
  return { code: isDone ? `bulk.result.${pressed.intent}` : "bulk.result.changed" };
}

/** Returns true if the action was taken. Returns false if the order has changed since the block read it. */
function pressFor(
  shop: ShopDomain,
  pressed: Exclude<z.output<typeof press>, { intent: "send" }>,
): Promise<boolean> {
  const onPage = { orderId: pressed.id, version: pressed.version };
  switch (pressed.intent) {
    case "retry":
      return retryOrder(shop, onPage);
    case "cancel":
      return requestCancellation(shop, onPage);
    case "approve":
      return approveSeen(shop, { ...onPage, costs: pressed.costs, outstanding: pressed.outstanding });
  }
}
