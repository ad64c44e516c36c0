import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { type ShouldRevalidateFunction, useLoaderData } from "@remix-run/react";
import { Page } from "@shopify/polaris";
import { z } from "zod";

import { applyPrices } from "../../catalog/pricing/apply-prices.server.ts";
import { loadPrices } from "../../catalog/pricing/load-prices.server.ts";
import { previewPrices } from "../../catalog/pricing/preview-prices.server.ts";
import { priceForm } from "../../catalog/pricing/price-form.ts";
import { savePriceForm } from "../../catalog/pricing/save-price-rules.server.ts";
import { countConcerns } from "../../catalog/sync/merchant/find-home-figures.server.ts";
import { reviewPrices } from "../../catalog/sync/merchant/review-prices.server.ts";
import { type Notice, NoticeBanner } from "../../components/notice.tsx";
import { pageTitle } from "../../components/document.tsx";
import { readInShop } from "../../lib/database/db.server.ts";
import { jsonField, readForm } from "../../lib/http/read-request.server.ts";
import { shopDomain, type ShopDomain } from "../../lib/shop-domain.ts";
import { writtenLanguage } from "../../messages/all-languages.server.ts";
import { useT } from "../../messages/use-t.ts";
import { findRecentShipping } from "../../orders/earnings/usual-shipping.server.ts";
import { authenticate } from "../../shop/auth/shopify.server.ts";
import { PricesEditor } from "./prices-editor.tsx";
import type { Answer } from "./shown-prices.ts";

export const meta = pageTitle((t) => t("prices.title"));

const typedRules = jsonField.pipe(priceForm);
const language = z.string().max(100);
/** Save time of the rules that the page shows; empty if none were saved. */
const savedAt = z.union([
  z.literal("").transform(() => null),
  z.iso.datetime().transform((at) => new Date(at)),
]);

const submitted = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("preview"),
    form: typedRules,
    language,
    of: z.enum(["default", "category"]),
    category: z.string().max(500),
    cost: z.string().max(100),
  }),
  z.object({ intent: z.literal("save"), form: typedRules, language, savedAt }),
  z.object({ intent: z.literal("review"), savedAt }),
  z.object({ intent: z.literal("apply"), savedAt }),
]);

export async function loader({ request }: LoaderFunctionArgs) {
  const { session } = await authenticate.admin(request);
  const shop = shopDomain.parse(session.shop);
  const language = writtenLanguage(request);
  const recentShipping = await readInShop(shop, (tx) => findRecentShipping(tx, shop));
  return { ...(await loadPrices(shop, { language })), language, recentShipping };
}

export async function action({ request }: ActionFunctionArgs): Promise<Answer> {
  const { session } = await authenticate.admin(request);
  const shop = shopDomain.parse(session.shop);
  const sent = await readForm(request, submitted);
  switch (sent.intent) {
    case "preview": {
      const category = sent.of === "category" ? sent.category : null;
      return { kind: "preview", preview: await previewPrices(shop, { ...sent, category }) };
    }
    case "save": {
      const saved = await savePriceForm(shop, sent);
      const problems = saved.kind === "problems" ? saved.problems : {};
      const notice =
        saved.kind === "saved" && saved.onlyTerms ? await noticeOfTerms(shop) : SAVED[saved.kind];
      return { kind: "saved", notice, problems };
    }
    case "review":
      return {
        kind: "review",
        review: await reviewPrices(shop),
        savedAt: sent.savedAt?.toISOString() ?? null,
      };
    case "apply":
      return { kind: "applied", notice: (await applyPrices(shop, sent)) ? APPLIED : STALE };
  }
}

const STALE: Notice = {
  tone: "warning",
  title: { code: "prices.stale.title" },
  text: { code: "prices.stale" },
};
const APPLIED: Notice = {
  tone: "success",
  title: { code: "prices.applied.title" },
  text: { code: "prices.applied" },
};
const SAVED: Record<"saved" | "stale" | "problems", Notice> = {
  saved: { tone: "success", title: { code: "prices.saved.title" }, text: { code: "prices.saved" } },
  stale: STALE,
  problems: {
    tone: "critical",
    title: { code: "prices.problems.title" },
    text: { code: "prices.problems" },
  },
};

/**
 * Returns the notice after a change of tax or shipping: margins have changed, prices have not. The notice counts the
 * products that now sell below cost.
 */
async function noticeOfTerms(shop: ShopDomain): Promise<Notice> {
  const { belowCost } = await readInShop(shop, (tx) => countConcerns(tx, shop, COUNTED_AT_MOST));
  return {
    tone: belowCost > 0 ? "warning" : "success",
    title: { code: "prices.saved.title" },
    text:
      belowCost > COUNTED_AT_MOST
        ? { code: "prices.saved.terms.more", count: COUNTED_AT_MOST }
        : { code: "prices.saved.terms", count: belowCost },
    ...(belowCost > 0 && {
      next: { label: { code: "prices.saved.below-cost" }, url: "/app/catalog?show=below-cost" },
    }),
  };
}

/** Maximum number of products below cost that the notice counts. */
const COUNTED_AT_MOST = 250;

/**
 * Does not reload the page's data after a preview or a review. Neither changes any data, and a preview follows every
 * keystroke.
 */
export const shouldRevalidate: ShouldRevalidateFunction = ({ formData, defaultShouldRevalidate }) =>
  ["preview", "review"].some((intent) => formData?.get("intent") === intent)
    ? false
    : defaultShouldRevalidate;

export default function Prices() {
  const t = useT();
  const loaded = useLoaderData<typeof loader>();
  if (loaded.kind === "prices") return <PricesEditor loaded={loaded} />;
  return (
    <Page title={t("prices.title")} backAction={{ content: t("prices.catalog"), url: "/app/catalog" }}>
      <NoticeBanner
        notice={{
          tone: "warning",
          title: { code: "prices.unreadable.title" },
          text: { code: "prices.unreadable", problem: loaded.problem },
        }}
      />
    </Page>
  );
}
