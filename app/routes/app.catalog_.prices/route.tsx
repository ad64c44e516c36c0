import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData, useFetcher } from "@remix-run/react";
import { Banner, BlockStack, Page, Card, InlineStack, Text } from "@shopify/polaris";
import { z } from "zod";

import { readSelection } from "../../catalog/import/runs/selection.ts";
import { applyPriceEdit, findPriceEdit } from "../../catalog/price-edits/apply-price-edit.server.ts";
import { previewPriceEdit } from "../../catalog/price-edits/plan-price-edit.server.ts";
import { changeKinds, MAX_VARIANTS_AT_ONCE, readChange } from "../../catalog/price-edits/price-change.ts";
import { undoPriceEdit } from "../../catalog/price-edits/undo-price-edit.server.ts";
import { findPricing } from "../../catalog/pricing/find-pricing.server.ts";
import { OTHER_CURRENCY, UndoPrices } from "../../components/undo-prices.tsx";
import { pageTitle } from "../../components/document.tsx";
import { NothingSelected, Unreadable } from "../../components/selection-problems.tsx";
import { Failure } from "../../lib/failure.ts";
import { jsonField, readForm, searchParamsOf } from "../../lib/http/read-request.server.ts";
import { shopDomain, type ShopDomain } from "../../lib/shop-domain.ts";
import { useT } from "../../messages/use-t.ts";
import { authenticate } from "../../shop/auth/shopify.server.ts";
import { type PriceEditAnswer, PriceEditForm, type UndoAnswer } from "./price-edit-form.tsx";
import { NoticeBanner } from "../../components/notice.tsx";
import { ProductLink } from "../../components/product.tsx";

export const meta = pageTitle((t) => t("price-edits.title"));

/** Maximum number of variants that the preview lists. Its counts include all variants. */
const LISTED = 200;

const kind = z.enum(changeKinds).catch("percent");
const typed = z.string().max(100).catch("");

export async function loader({ request }: LoaderFunctionArgs) {
  const { session } = await authenticate.admin(request);
  const shop = shopDomain.parse(session.shop);
  const searchParams = searchParamsOf(request);
  const edit = z.uuid().nullable().catch(null).parse(searchParams.get("edit"));
  if (edit !== null) {
    const found = await findPriceEdit(shop, edit);
    return found === null ? ({ kind: "not-found" } as const) : ({ kind: "result", edit: found } as const);
  }
  try {
    return await loadForm(shop, searchParams);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { kind: "unreadable", problem: error.explanation } as const;
  }
}

async function loadForm(shop: ShopDomain, searchParams: URLSearchParams) {
  const selection = readSelection(searchParams);
  if (selection === null) return { kind: "nothing-selected" } as const;
  const { shopCurrency: currency } = await findPricing(shop, { maxAgeMs: 0 });
  const chosen = { kind: kind.parse(searchParams.get("by")), typed: typed.parse(searchParams.get("value")) };
  const isTyped = searchParams.has("value");
  const read = readChange(chosen, currency);
  const change = isTyped && read.kind === "change" ? read.change : null;
  const plan = await previewPriceEdit(shop, { selection, change });
  if (plan === null) return { kind: "too-many" } as const;
  const { rows, ...counts } = plan;
  return {
    kind: "form",
    chosen,
    problem: isTyped && read.kind === "problem" ? read.problem : null,
    isPlanned: change !== null,
    ...counts,
    rows: rows.slice(0, LISTED),
    changing: rows.filter(({ price }) => price !== null).length,
    belowCost: rows.filter(({ price, belowCost }) => price !== null && belowCost).length,
    count: rows.length,
  } as const;
}

const submitted = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("set"),
    seen: z.string().max(100),
    except: jsonField.pipe(z.array(z.string().max(255)).max(LISTED)),
    belowCost: z.enum(["on", "off"]),
  }),
  z.object({ intent: z.literal("undo"), agreed: z.string().max(100).default("") }),
]);

export async function action({
  request,
}: ActionFunctionArgs): Promise<PriceEditAnswer | UndoAnswer | Response> {
  const { session } = await authenticate.admin(request);
  const shop = shopDomain.parse(session.shop);
  const searchParams = searchParamsOf(request);
  const pressed = await readForm(request, submitted);
  if (pressed.intent === "undo") return undo(shop, searchParams.get("edit"), pressed.agreed);
  // If the shop's currency has changed since the preview, this plan differs from the one that the merchant saw, and
  // `applyPriceEdit` sets none of its prices.
  const { shopCurrency: currency } = await findPricing(shop);
  const selection = readSelection(searchParams);
  const read = readChange(
    { kind: kind.parse(searchParams.get("by")), typed: typed.parse(searchParams.get("value")) },
    currency,
  );
  if (selection === null || read.kind === "problem") throw new Response(null, { status: 400 });
  const { seen, except } = pressed;
  const mayBeBelowCost = pressed.belowCost === "on";
  const done = await applyPriceEdit(shop, { selection, change: read.change, seen, except, mayBeBelowCost });
  switch (done.kind) {
    case "applied":
      return redirect(`/app/catalog/prices?edit=${done.id}`);
    case "changed-meanwhile":
      return {
        notice: {
          tone: "warning",
          title: { code: "price-edits.changed-meanwhile" },
          text: { code: "price-edits.changed-meanwhile.help" },
        },
      };
    case "below-cost":
      return { unagreed: { belowCost: done.count } };
    case "nothing":
      return { notice: { tone: "info", title: { code: "price-edits.nothing" } } };
    case "too-many":
      return {
        notice: { tone: "warning", title: { code: "price-edits.too-many", limit: MAX_VARIANTS_AT_ONCE } },
      };
  }
}

async function undo(shop: ShopDomain, edit: string | null, agreed: string): Promise<UndoAnswer> {
  const id = z.uuid().safeParse(edit);
  if (!id.success) throw new Response(null, { status: 400 });
  const undone = await undoPriceEdit(shop, id.data, { agreed });
  if (undone === null) return { notice: { tone: "info", title: { code: "price-edits.undone.before" } } };
  if (undone === "other-currency") return { notice: OTHER_CURRENCY };
  if ("belowCost" in undone) return { unagreed: undone };
  const { restored, left } = undone;
  return {
    notice: {
      tone: left > 0 ? "warning" : "success",
      title: { code: "price-edits.undone", count: restored, set: restored + left },
      ...(left > 0 && { text: { code: "price-edits.undone.left", count: left } }),
    },
  };
}

export default function SetPrices() {
  const loaded = useLoaderData<typeof loader>();
  const t = useT();
  return (
    <Page title={t("price-edits.title")} backAction={{ content: t("catalog.title"), url: "/app/catalog" }}>
      <BlockStack gap="400">
        {loaded.kind === "unreadable" && (
          <Unreadable text={{ code: "price-edits.unreadable", problem: loaded.problem }} />
        )}
        {loaded.kind === "nothing-selected" && (
          <NothingSelected>{t("price-edits.nothing-selected")}</NothingSelected>
        )}
        {loaded.kind === "too-many" && (
          <Banner tone="warning" action={{ content: t("imports.open-catalog"), url: "/app/catalog" }}>
            <p>{t("price-edits.too-many", { limit: MAX_VARIANTS_AT_ONCE })}</p>
          </Banner>
        )}
        {loaded.kind === "not-found" && (
          <Banner tone="info">
            <p>{t("price-edits.not-found")}</p>
          </Banner>
        )}
        {loaded.kind === "form" && <PriceEditForm plan={loaded} />}
        {loaded.kind === "result" && <PriceEditResult edit={loaded.edit} />}
      </BlockStack>
    </Page>
  );
}

type ShownEdit = {
  undoneAt: string | null;
  set: number;
  products: { id: string; name: string; set: number; kept: number }[];
};

/** Shows the prices that were set together, by product, and a button that undoes them. */
function PriceEditResult({ edit: { undoneAt, set, products } }: { edit: ShownEdit }) {
  const t = useT();
  const fetcher = useFetcher<UndoAnswer>();
  const notice = fetcher.data?.notice;
  const total = t("price-edits.result.total", { set, products: products.length });
  return (
    <>
      {notice ? (
        <NoticeBanner notice={notice} />
      ) : undoneAt !== null ? (
        <Banner tone="info">
          <p>{t("price-edits.undone.before")}</p>
        </Banner>
      ) : (
        <Banner tone="success" title={t("price-edits.done", { count: set })}>
          <p>{t("price-edits.done.help", { count: set })}</p>
        </Banner>
      )}
      <Card>
        <BlockStack gap="300">
          <Text as="h2" variant="headingMd">
            {t("price-edits.result")}
          </Text>
          <Text as="p">{undoneAt === null ? total : t("price-edits.result.undone", { total })}</Text>
          <BlockStack as="ul" gap="200">
            {products.map(({ id, name, ...counts }) => (
              <li key={id}>
                <InlineStack gap="200" align="space-between">
                  <ProductLink id={id} name={name} />
                  <Text as="span">
                    {counts.kept === 0
                      ? t("price-edits.result.set", { count: counts.set })
                      : t("price-edits.result.kept", counts)}
                  </Text>
                </InlineStack>
              </li>
            ))}
          </BlockStack>
          {undoneAt === null && (
            <InlineStack>
              <UndoPrices
                label={t("price-edits.undo")}
                title={t("price-edits.undo.title")}
                busy={fetcher.state !== "idle"}
                unagreed={fetcher.data?.unagreed ?? null}
                onConfirm={(agreed) => {
                  fetcher.submit({ intent: "undo", agreed }, { method: "post" });
                }}
              >
                <Text as="p">{t("price-edits.undo.help")}</Text>
              </UndoPrices>
            </InlineStack>
          )}
        </BlockStack>
      </Card>
    </>
  );
}
