import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";

import { offSaleChoices } from "../../catalog/links/off-sale-choices.ts";
import { findFields } from "../../catalog/sync/merchant/own-fields.server.ts";
import { findLinkOf, refreshProduct } from "../../catalog/sync/merchant/refresh-product.server.ts";
import { resumeSelling, stopSelling } from "../../catalog/sync/merchant/stop-selling.server.ts";
import {
  type ExtensionRequest,
  productShape,
  readExtensionRequest,
  readPosted,
  replyToPress,
} from "../../shop/extension-request.server.ts";
import { asLastKnown, marginText, priceText, productUrl } from "../../components/product.tsx";
import { saleNotice } from "../../components/stop-selling.tsx";
import { findConnection } from "../../connection/connection-store.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { formatMoney } from "../../messages/format-money.ts";
import type { Message } from "../../messages/message.ts";
import type { ShopProductId } from "../../shop/ids.ts";
import type { SupplierProductId } from "../../wholesale/resources.ts";
import { findProduct, type FoundProduct } from "../app.products.$id/find-product.server.ts";

/**
 * Maximum number of variants that the block lists, because a long list would push the rest of Shopify's page out of
 * sight. The app's own page of the product lists all variants.
 */
const VARIANTS_AT_MOST = 20;

/** Returns the product block: `GET ?product=gid://shopify/Product/1&locale=en`. */
export async function loader({ request }: LoaderFunctionArgs) {
  const asked = await readExtensionRequest(request);
  const { shop, t, numbers, reply } = asked;
  const id = productShape.safeParse(new URL(request.url).searchParams.getAll("product").join());
  if (!id.success)
    return reply({ error: "Which product? product=gid://shopify/Product/ and its number." }, 400);
  const connected = (await findConnection(shop)) !== null;
  const link = await findLinkOf(shop, id.data);
  if (link === null || link.delisted === "unlinked") return reply({ connected, product: null });
  const supplierProductId = link.supplierProductId as SupplierProductId;
  const product = await findProduct(shop, { id: supplierProductId, language: numbers });
  if (product === null) return reply({ connected, product: null });
  const { followed, own } = await findFields(shop, supplierProductId);
  const isWritten = connected && link.delisted === null && link.shopState === null;
  const { offSale, syncProblem } = link;
  return reply({
    connected,
    product: {
      page: productUrl(supplierProductId),
      ...badgeOf(product, asked),
      problem: syncProblem === null ? null : t(syncProblem as Message),
      isDue: product.link?.isDue ?? false,
      variants: product.variants.slice(0, VARIANTS_AT_MOST).map((variant) => shown(product, variant, asked)),
      moreVariants: Math.max(0, product.variants.length - VARIANTS_AT_MOST),
      followed: followed.map((field) => t(`sync.field.${field}`)),
      own: own.map((field) => t(`sync.field.${field}`)),
      can: {
        sync: isWritten,
        stop: isWritten && offSale === null,
        resume: isWritten && offSale !== null,
      },
    },
  });
}

/** Returns the product's badge: its state in a word, and the badge's tone. */
function badgeOf(
  { gone, discontinued, link }: FoundProduct,
  { t }: ExtensionRequest,
): { label: string; tone: "success" | "warning" } {
  if (link?.offSale) return { label: t(`sell.badge.${link.offSale}`), tone: "warning" };
  if (gone) return { label: t("catalog.gone"), tone: "warning" };
  if (discontinued) return { label: t("catalog.discontinued"), tone: "warning" };
  return { label: t("catalog.imported"), tone: "success" };
}

function shown(
  { unreadable, name, missing }: FoundProduct,
  variant: FoundProduct["variants"][number],
  { t, numbers: locale }: ExtensionRequest,
) {
  const { margin, loss } = marginText(variant.price, { missing, t });
  const cost = formatMoney(variant.cost, locale);
  const stock = variant.stock > 0 ? variant.stock.toLocaleString(locale) : t("catalog.no-stock");
  const known = asLastKnown({ cost, margin, stock }, { unreadable, t });
  const price = priceText(variant.price, { t, locale });
  return {
    id: variant.id,
    name: variant.name ?? name,
    figures: t("product.variant-figures", {
      cost: known.cost,
      price: price === "" ? t("to-send.unknown") : price,
      stock: known.stock,
    }),
    margin: known.margin,
    loss,
  };
}

const press = z.discriminatedUnion("intent", [
  z.object({ intent: z.enum(["sync", "resume"]), product: productShape }),
  z.object({ intent: z.literal("stop"), product: productShape, how: z.enum(offSaleChoices) }),
]);

/** Does what the clicked button says, like the same button on the product's page. The body is a `press` in JSON. */
export async function action({ request }: ActionFunctionArgs) {
  const asked = await readExtensionRequest(request);
  if (request.method !== "POST") return asked.reply(null, 405);
  const pressed = await readPosted(request, press);
  if (pressed === null) return asked.reply({ error: "Which button?" }, 400);
  return replyToPress(asked, () => pressButton(asked.shop, pressed));
}

async function pressButton(shop: ShopDomain, pressed: z.output<typeof press>): Promise<Message> {
  const { intent, product } = pressed;
  if (intent === "sync") return { code: `blocks.product.${await refreshProduct(shop, product)}` };
  const ids = await supplierIdsOf(shop, product);
  const { title, text } =
    intent === "stop"
      ? saleNotice("stop-selling", await stopSelling(shop, { of: { ids }, how: pressed.how }))
      : saleNotice("resume-selling", await resumeSelling(shop, { ids }));
  return text ? { code: "blocks.two-sentences", first: title, second: text } : title;
}

async function supplierIdsOf(shop: ShopDomain, product: ShopProductId): Promise<string[]> {
  const link = await findLinkOf(shop, product);
  return link === null ? [] : [link.supplierProductId];
}
