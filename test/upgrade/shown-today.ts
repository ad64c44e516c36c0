/** The facts that the app's pages show today, in the shape of former-pages.json. */
import type { LoaderFunction } from "@remix-run/node";
import type { useLoaderData } from "@remix-run/react";

import { readRules } from "../../app/catalog/pricing/price-rules-store.server.ts";
import { inShop, readInShop } from "../../app/lib/database/db.server.ts";
import type { Place } from "../../app/lib/http/keyset-page.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import { formatMoney } from "../../app/messages/format-money.ts";
import type { Message } from "../../app/messages/message.ts";
import { translator } from "../../app/messages/translate.ts";
import { listOrders, type OrderPage } from "../../app/orders/views/list-orders.server.ts";
import { statusOf } from "../../app/orders/views/order-status.ts";
import { loader as loadHome } from "../../app/routes/app._index/route.tsx";
import { loader as loadActivity } from "../../app/routes/app.activity/route.tsx";
import { loader as loadBranding } from "../../app/routes/app.branding/route.tsx";
import { toRow } from "../../app/routes/app.catalog/product-row.tsx";
import { loader as loadCatalog } from "../../app/routes/app.catalog/route.tsx";
import { loader as loadOrder } from "../../app/routes/app.orders.$id/route.tsx";
import { loader as loadOrders } from "../../app/routes/app.orders._index/route.tsx";
import { loader as loadSettings } from "../../app/routes/app.settings/route.tsx";
import { shopify } from "../support/world.ts";

const t = translator("en");
const say = (message: Message | null) => message && t(message);

/** The data of a page's loader, as it travels to the browser. */
type Loaded<Loader> = ReturnType<typeof useLoaderData<Loader>>;

async function loaded<Loader extends LoaderFunction>(
  loader: Loader,
  { shop, path = "", params = {} }: { shop: ShopDomain; path?: string; params?: Record<string, string> },
): Promise<Loaded<Loader>> {
  const request = new Request(`http://127.0.0.1:1/app/${path}`, {
    headers: {
      authorization: `Bearer ${await shopify.sessionToken({ shop })}`,
      // The SDK turns away what does not look like a browser.
      "user-agent": "Mozilla/5.0 Chrome/140.0.0.0",
    },
  });
  return JSON.parse(JSON.stringify(await loader({ request, params, context: {} }))) as Loaded<Loader>;
}

export async function shopToday(shop: ShopDomain) {
  const { orders } = await loaded(loadHome, { shop });
  const { state, connection, orphanedKeys, ordering } = await loaded(loadSettings, { shop });
  return {
    shop,
    state: saidIn(state),
    // The former Home showed no orders of a shop without a connection.
    paused: orders && connection ? orders.paused : null,
    connection: connection && { ...connection, check: saidIn(connection.check) },
    orphanedKeys: orphanedKeys.map(({ keyName, why, since }) => `${keyName}: ${why}, ${since}`),
    automaticOrderingSince: ordering.automaticOrderingSince,
    pausedAt: ordering.pausedAt,
    catalog: await catalogToday(shop),
  };
}

async function catalogToday(shop: ShopDomain) {
  const listed = await loaded(loadCatalog, { shop });
  const { kind } = listed;
  if (kind === "not-connected") return { kind };
  const problem = listed.problem && {
    why: listed.problem.kind,
    text: t(listed.problem.message as Message),
  };
  if (kind === "unavailable") return { kind, problem };
  const { categories, readAt, importing, missing, products } = listed;
  return {
    kind,
    categories,
    readAt,
    problem,
    importing,
    markupPercent: await markupToday(shop),
    products: products.map((product) => {
      const row = toRow(product, { missing, t, locale: "en" });
      const { name, brand, category, variants, sku, cost, stock, image, link } = row;
      return {
        name,
        brand,
        category,
        variants,
        sku,
        cost,
        stock,
        image,
        listing: link && link.state,
        said: link && link.problem,
      };
    }),
  };
}

/** Returns the percentage that the default rule adds to the cost. */
async function markupToday(shop: ShopDomain) {
  const { version, rules } = await inShop(shop, (tx) => readRules(tx, shop));
  const add = rules[version]?.default.ranges[0]?.add;
  return add?.kind === "percent" ? Number(add.percent) : null;
}

export async function brandingToday(shop: ShopDomain) {
  const page = await loaded(loadBranding, { shop });
  if (page.kind !== "branding") return page.kind;
  const { branding, draft, published } = page;
  return {
    branding,
    published,
    draft: draft && { savedAt: draft.savedAt, said: say(draft.rejection) },
  };
}

export async function activityToday(shop: ShopDomain): Promise<string[]> {
  const { entries } = await loaded(loadActivity, { shop });
  return entries.map(({ at, tone, message, subject }) => {
    const label =
      subject && (typeof subject.label === "string" ? subject.label : t(subject.label as Message));
    return `${at} ${tone}: ${t(message as Message)}${subject ? ` [${String(label)}: ${subject.url}]` : ""}`;
  });
}

/** Returns the status of each order, by its name: in the group that its tab lists, with its badge. */
export async function standingToday(shop: ShopDomain, groups: readonly string[]) {
  const standing: Record<string, { group: string; label: string; tone: string | null }> = {};
  for (const group of groups) {
    let path: string | null = `orders?show=${group}`;
    while (path !== null) {
      const page: Loaded<typeof loadOrders> = await loaded(loadOrders, { shop, path });
      for (const { orderName, label, tone } of page.kind === "orders" ? page.rows : [])
        standing[orderName] = { group, label: label.code, tone };
      path = page.older && `orders${page.older}`;
    }
  }
  return standing;
}

/** Reads why each order stands where it does, by its name. */
export async function reasonsToday(shop: ShopDomain) {
  const reasons: Record<string, { why: string | null; sentence: string | null }> = {};
  for await (const order of allOrders(shop)) {
    const { why, message } = statusOf(order);
    reasons[order.orderName] = { why: say(why), sentence: earlier(message) };
  }
  return reasons;
}

/** Reads the sentence of each order's status, by its name. */
export async function sentencesToday(shop: ShopDomain) {
  const sentences: Record<string, string> = {};
  for await (const order of allOrders(shop)) sentences[order.orderName] = t(statusOf(order).message);
  return sentences;
}

async function* allOrders(shop: ShopDomain) {
  let place: Place | null = null;
  do {
    const { orders, older }: OrderPage = await readInShop(shop, (tx, now) =>
      listOrders(tx, { shop, now }, { group: null, query: "", place }),
    );
    yield* orders;
    place = older === null ? null : { towards: "older", cursor: older };
  } while (place !== null);
}

export async function orderToday(shop: ShopDomain, id: string) {
  const { order } = await loaded(loadOrder, { shop, params: { id } });
  const { requestedAt, placedAt, cancelRequestedAt, adminUrl, cost, branding, attempt } = order;
  return {
    number: order.supplierOrderId,
    sentence: earlier(order.message),
    requestedAt,
    placedAt,
    cancelRequestedAt,
    adminUrl,
    cost: cost && formatMoney(cost, "en"),
    brandingVersion: branding?.version ?? null,
    attempt: attempt && attempt.reference,
    lines: order.lines.map(({ quantity, title, sku }) => `${t("orders.item", { quantity, title })} (${sku})`),
    parcels: order.shipments.map(
      ({ carrier, trackingNumber, state, problem, trackingUrl, shippedAt, lines }) => ({
        name: `${String(carrier)} ${String(trackingNumber)}`,
        state,
        said: say(problem as Message | null),
        url: trackingUrl,
        shippedAt,
        lines: lines.map(({ quantity, title, supplierVariantId: id }) =>
          t("orders.item", { quantity, title: title ?? t("orders.item.unknown", { id }) }),
        ),
      }),
    ),
    history: order.happened.map(({ at, message }) => `${at} ${earlier(message as Message) ?? ""}`.trim()),
  };
}

/** A sentence of the former app; null for what is said in today's words. */
function earlier(message: Message): string | null {
  return message.code === "earlier-message" ? t(message) : null;
}

/** Replaces the message by its sentence. */
function saidIn(state: object): object {
  if (!("message" in state)) return state;
  const { message, ...rest } = state;
  return { ...rest, said: t(message as Message) };
}
