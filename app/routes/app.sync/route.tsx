import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useFetcher, useLoaderData, useNavigate } from "@remix-run/react";
import { BlockStack, Page, Tabs } from "@shopify/polaris";
import { z } from "zod";
import { chosenFields } from "../../catalog/links/fields.ts";
import { storeSyncSettings } from "../../catalog/links/sync-settings.server.ts";
import {
  discontinuedChoices,
  MAX_APPROVE_ABOVE,
  MAX_BUFFER,
  type SyncSettings,
} from "../../catalog/links/sync-settings.ts";
import { findSyncStatus, listFailed } from "../../catalog/sync/merchant/find-sync-status.server.ts";
import { followSupplier, keepOwn } from "../../catalog/sync/merchant/own-fields.server.ts";
import type { OwnFilter } from "../../catalog/sync/merchant/select-own-fields.server.ts";
import { listOwnFields } from "../../catalog/sync/merchant/list-own-fields.server.ts";
import {
  decideWaitingPrices,
  listWaitingPrices,
} from "../../catalog/sync/merchant/decide-waiting-prices.server.ts";
import { startSync, syncNow, previewSync } from "../../catalog/sync/merchant/start-sync.server.ts";
import { undoPrices } from "../../catalog/sync/merchant/undo-prices.server.ts";
import { ConnectFirst, ConnectionBanner } from "../../components/banners/connection-banner.tsx";
import { findStateIn } from "../../components/find-state.server.ts";
import { type Notice, NoticeBanner, STALE_FORM } from "../../components/notice.tsx";
import { OTHER_CURRENCY } from "../../components/undo-prices.tsx";
import { pageTitle } from "../../components/document.tsx";
import type { Unagreed } from "../../catalog/pricing/find-below-cost.server.ts";
import { usePolling } from "../../components/use-polling.ts";
import { limitPresses } from "../../lib/http/limit-presses.server.ts";
import { jsonField, readForm, searchParamsOf } from "../../lib/http/read-request.server.ts";
import { readInShop, type Tx } from "../../lib/database/db.server.ts";
import { shopDomain, type ShopDomain } from "../../lib/shop-domain.ts";
import { useT } from "../../messages/use-t.ts";
import { authenticate } from "../../shop/auth/shopify.server.ts";
import { Approvals, Preview } from "./decisions.tsx";
import { History } from "./history.tsx";
import { Overview, SettingsForm } from "./overview.tsx";
import { OwnFields } from "./own-fields.tsx";
import { listChanges, listRuns } from "../../catalog/sync/merchant/list-history.server.ts";
import type { ListPlace } from "../../catalog/sync/merchant/list-page.ts";
import { Failure } from "../../lib/failure.ts";
import { placeIn } from "../../lib/http/keyset-page.ts";

export const meta = pageTitle((t) => t("sync.title"));

type TabName = NonNullable<Awaited<ReturnType<typeof readTab | typeof loadPricedTab>>>["name"];
const tabNames: TabName[] = ["overview", "preview", "approvals", "yours", "history", "settings"];

const id = z.string().min(1).max(255);
const amount = z.string().max(100);
const seenPrices = z
  .array(z.object({ supplierVariantId: id, cost: amount, price: amount }))
  .min(1)
  .max(100);
const chosenField = z.enum(chosenFields);
/**
 * `fields` are the fields that the merchant selected. `all` is the filter if the merchant selected all of its fields.
 */
const ownFields = {
  fields: jsonField
    .pipe(
      z
        .array(z.object({ supplierProductId: id, field: chosenField, seen: z.string().max(32).optional() }))
        .min(1)
        .max(500),
    )
    .optional(),
  all: jsonField
    .pipe(z.object({ kept: z.boolean(), field: chosenField.nullable(), seenAll: z.string().max(100) }))
    .optional(),
};
const checkbox = z.enum(["on", "off"]).transform((word) => word === "on");

const submitted = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("sync-now") }),
  z.object({ intent: z.literal("start") }),
  z.object({
    intent: z.enum(["approve", "leave"]),
    seen: jsonField.pipe(seenPrices),
  }),
  z.object({ intent: z.enum(["follow", "keep"]), ...ownFields }),
  z.object({ intent: z.literal("undo"), runId: z.uuid(), agreed: z.string().max(100).default("") }),
  z.object({
    intent: z.literal("settings"),
    price: checkbox,
    stock: checkbox,
    availability: checkbox,
    zeroUnreadable: checkbox,
    discontinued: z.enum(discontinuedChoices),
    buffer: z.string().max(20),
    approveAbove: z.string().max(20),
    seen: z.string().max(200),
  }),
]);

export async function loader({ request }: LoaderFunctionArgs) {
  const { session } = await authenticate.admin(request);
  const shop = shopDomain.parse(session.shop);
  const searchParams = searchParamsOf(request);
  const { tab, ...overview } = await readInShop(shop, async (tx, now) => ({
    state: await findStateIn(tx, { shop, now }),
    status: await findSyncStatus(tx, { shop, now }),
    tab: await readTab(tx, shop, searchParams),
  }));
  return { ...overview, tab: tab ?? (await loadPricedTab(shop, searchParams)) };
}

type Answer = {
  notice: Notice | null;
  misfits?: ("buffer" | "approveAbove")[];
  unagreed?: Unagreed & { runId: string };
};

export async function action({ request }: ActionFunctionArgs): Promise<Answer> {
  const { session } = await authenticate.admin(request);
  const shop = shopDomain.parse(session.shop);
  const asked = await readForm(request, submitted);
  switch (asked.intent) {
    case "sync-now":
      await limitPresses(shop);
      await syncNow(shop);
      return { notice: null };
    case "start":
      await startSync(shop);
      return { notice: success("sync.started") };
    case "approve":
    case "leave": {
      const { intent, seen } = asked;
      const decided = await decideWaitingPrices(shop, seen, intent);
      if (decided < seen.length)
        return {
          notice: {
            tone: "warning",
            title: { code: "sync.price-changed-again", count: seen.length - decided },
          },
        };
      const code = intent === "approve" ? "sync.approved" : "sync.left";
      return { notice: { tone: "success", title: { code, count: decided } } };
    }
    case "follow":
    case "keep": {
      const { intent, fields, all } = asked;
      const decide = intent === "follow" ? followSupplier : keepOwn;
      const count = await decide(shop, all ?? fields ?? []);
      if (count === null)
        return {
          notice: {
            tone: "warning",
            title: { code: "sync.yours.all-changed" },
            text: { code: "sync.yours.all-changed.help" },
          },
        };
      if (fields && count < fields.length)
        return {
          notice: {
            tone: "warning",
            title: { code: "sync.yours.changed-meanwhile", count: fields.length - count },
          },
        };
      if (intent === "follow") return { notice: { tone: "success", title: { code: "sync.follows", count } } };
      return { notice: { tone: "success", title: { code: "sync.yours.kept", count } } };
    }
    case "undo": {
      const { runId, agreed } = asked;
      const undone = await undoPrices(shop, runId, { agreed });
      if (undone === "other-currency") return { notice: OTHER_CURRENCY };
      if (undone !== null && "belowCost" in undone) return { notice: null, unagreed: { runId, ...undone } };
      if (undone === null) return { notice: { tone: "info", title: { code: "sync.nothing-to-undo" } } };
      const { restored: count, left } = undone;
      const text = left > 0 && { text: { code: "sync.undone.left", count: left } as const };
      if (count === 0) return { notice: { tone: "info", title: { code: "sync.nothing-to-undo" }, ...text } };
      return {
        notice: { tone: left > 0 ? "warning" : "success", title: { code: "sync.undone", count }, ...text },
      };
    }
    case "settings": {
      const { misfits, settings } = readSettings(asked);
      if (misfits.length > 0) return { notice: null, misfits };
      if (!(await storeSyncSettings(shop, settings, { seen: asked.seen }))) return { notice: STALE_FORM };
      return { notice: success("sync.settings.saved") };
    }
  }
}

function success(code: "sync.started" | "sync.settings.saved"): Notice {
  return { tone: "success", title: { code } };
}

type TypedSettings = Omit<SyncSettings, "buffer" | "approveAbove"> & { buffer: string; approveAbove: string };

function readSettings({ buffer: typedBuffer, approveAbove: typedApproval, ...chosen }: TypedSettings) {
  const whole = (text: string, highest: number) =>
    /^\d{1,9}$/.test(text.trim()) && Number(text) <= highest ? Number(text) : null;
  const buffer = whole(typedBuffer, MAX_BUFFER);
  const asksAlways = typedApproval.trim() === "";
  const approveAbove = asksAlways ? null : whole(typedApproval, MAX_APPROVE_ABOVE);
  const misfits: ("buffer" | "approveAbove")[] = [];
  if (buffer === null) misfits.push("buffer");
  if (!asksAlways && approveAbove === null) misfits.push("approveAbove");
  const { price, stock, availability, zeroUnreadable, discontinued } = chosen;
  const settings = {
    price,
    stock,
    availability,
    zeroUnreadable,
    discontinued,
    buffer: buffer ?? 0,
    approveAbove,
  };
  return { misfits, settings };
}

export default function Sync() {
  const { state, status, tab } = useLoaderData<typeof loader>();
  const t = useT();
  const navigate = useNavigate();
  const fetcher = useFetcher<typeof action>();
  usePolling(status.state === "resting" ? null : 2000);
  if (["not-connected", "disconnected", "connecting"].includes(state.kind))
    return (
      <Page title={t("sync.title")} backAction={{ content: t("catalog.title"), url: "/app/catalog" }}>
        <ConnectFirst state={state}>{t("sync.connect-first")}</ConnectFirst>
      </Page>
    );
  const notice = fetcher.state === "idle" ? fetcher.data?.notice : null;
  const counts: Partial<Record<TabName, number>> = {
    preview: status.awaitingStart,
    approvals: status.approvals,
    yours: status.ownFields,
  };
  const shown = tabNames.filter(
    (name) => name !== "preview" || status.awaitingStart > 0 || tab.name === "preview",
  );
  return (
    <Page
      title={t("sync.title")}
      subtitle={t("sync.subtitle")}
      backAction={{ content: t("catalog.title"), url: "/app/catalog" }}
      primaryAction={{
        content: t("sync.now"),
        loading: fetcher.formData?.get("intent") === "sync-now",
        disabled: status.state === "reading",
        onAction: () => {
          fetcher.submit({ intent: "sync-now" }, { method: "post" });
        },
      }}
    >
      <BlockStack gap="400">
        <ConnectionBanner state={state} />
        {notice && <NoticeBanner notice={notice} />}
        <Tabs
          tabs={shown.map((name) => ({
            id: name,
            content: t(`sync.tab.${name}`),
            ...(counts[name] ? { badge: String(counts[name]) } : {}),
          }))}
          selected={Math.max(0, shown.indexOf(tab.name))}
          onSelect={(index) => {
            navigate(`?show=${shown[index] ?? "overview"}`);
          }}
        />
        {tab.name === "overview" && <Overview status={status} failed={tab.failed} fetcher={fetcher} />}
        {tab.name === "preview" && (
          <Preview
            preview={tab.preview}
            currency={status.currency}
            waiting={status.awaitingStart}
            fetcher={fetcher}
          />
        )}
        {tab.name === "approvals" && (
          <Approvals page={tab.approvals} currency={status.currency} fetcher={fetcher} />
        )}
        {tab.name === "yours" && (
          <OwnFields
            key={JSON.stringify([tab.filter, tab.products.rows[0]?.supplierProductId])}
            page={tab.products}
            filter={tab.filter}
            currency={status.currency}
            fetcher={fetcher}
          />
        )}
        {tab.name === "history" && <History tab={tab} fetcher={fetcher} />}
        {tab.name === "settings" && <SettingsForm settings={status.settings} fetcher={fetcher} />}
      </BlockStack>
    </Page>
  );
}

/**
 * Reads the data of the tab that the URL names. Returns null for tabs whose prices may need a call to Shopify,
 * because no transaction may stay open during such a call. Anyone can edit the URL, so invalid parameters become
 * defaults.
 */
async function readTab(tx: Tx, shop: ShopDomain, searchParams: URLSearchParams) {
  const place = placeOf(searchParams);
  switch (searchParams.get("show")) {
    case "preview":
    case "yours":
      return null;
    case "approvals":
      return { name: "approvals", approvals: await listWaitingPrices(tx, shop, place) } as const;
    case "history": {
      const runId = z.uuid().nullable().catch(null).parse(searchParams.get("run"));
      const changes = await listChanges(tx, shop, { runId, place: placeIn(searchParams) });
      const runs = await listRuns(tx, shop, placeIn(searchParams, "runs-"));
      return { name: "history", changes, runs, runId } as const;
    }
    case "settings":
      return { name: "settings" } as const;
    default:
      return { name: "overview", failed: await listFailed(tx, shop, place) } as const;
  }
}

async function loadPricedTab(shop: ShopDomain, searchParams: URLSearchParams) {
  const place = placeOf(searchParams);
  if (searchParams.get("show") === "preview")
    return { name: "preview", preview: await tryPreview(shop, place) } as const;
  const filter = ownFilterIn(searchParams);
  return { name: "yours", filter, products: await listOwnFields(shop, place, filter) } as const;
}

function placeOf(searchParams: URLSearchParams): ListPlace {
  return { after: cursorIn(searchParams, "after"), before: cursorIn(searchParams, "before") };
}

function ownFilterIn(searchParams: URLSearchParams): OwnFilter {
  const field = chosenField.nullable().catch(null).parse(searchParams.get("field"));
  return { kept: searchParams.get("kept") === "1", field };
}

/** Returns a cursor of the URL, cut off at 1000 characters. Our cursors are shorter. */
function cursorIn(searchParams: URLSearchParams, name: keyof ListPlace): string | null {
  return searchParams.get(name)?.slice(0, 1000) ?? null;
}

async function tryPreview(shop: ShopDomain, place: ListPlace) {
  try {
    return { kind: "preview", ...(await previewSync(shop, place)) } as const;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { kind: "unreadable", problem: error.explanation } as const;
  }
}
