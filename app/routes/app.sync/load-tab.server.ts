import { z } from "zod";

import { listFailed } from "../../catalog/sync/merchant/find-sync-status.server.ts";
import { listChanges, listRuns } from "../../catalog/sync/merchant/list-history.server.ts";
import type { ListPlace } from "../../catalog/sync/merchant/list-page.ts";
import { listOwnFields } from "../../catalog/sync/merchant/own-fields.server.ts";
import { listApprovals } from "../../catalog/sync/merchant/price-approvals.server.ts";
import { previewSync } from "../../catalog/sync/merchant/start-sync.server.ts";
import { Failure } from "../../lib/failure.ts";
import { placeIn } from "../../lib/http/keyset-page.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";

/** Loads the data of the chosen tab. Ignores invalid parameters: anyone can type a URL. */
export async function loadTab(shop: ShopDomain, searchParams: URLSearchParams) {
  const place = { after: cursorIn(searchParams, "after"), before: cursorIn(searchParams, "before") };
  switch (searchParams.get("show")) {
    case "preview":
      return { name: "preview", preview: await tryPreview(shop, place) } as const;
    case "approvals":
      return { name: "approvals", approvals: await listApprovals(shop, place) } as const;
    case "yours":
      return { name: "yours", products: await listOwnFields(shop, place) } as const;
    case "history": {
      const runId = z.uuid().nullable().catch(null).parse(searchParams.get("run"));
      const changes = await listChanges(shop, { runId, place: placeIn(searchParams) });
      const runs = await listRuns(shop, placeIn(searchParams, "runs-"));
      return { name: "history", changes, runs, runId } as const;
    }
    case "settings":
      return { name: "settings" } as const;
    default:
      return { name: "overview", failed: await listFailed(shop, place) } as const;
  }
}

/** Cuts a cursor to a length that ours never have. */
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
