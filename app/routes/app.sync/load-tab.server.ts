import { z } from "zod";

import { listApprovals } from "../../catalog/sync/views/list-approvals.server.ts";
import { listChanges } from "../../catalog/sync/views/list-changes.server.ts";
import { listFailed } from "../../catalog/sync/views/list-failed.server.ts";
import { listOwnFields } from "../../catalog/sync/views/list-own-fields.server.ts";
import type { ListPlace } from "../../catalog/sync/views/list-page.ts";
import { listRuns } from "../../catalog/sync/views/list-runs.server.ts";
import { previewSync } from "../../catalog/sync/views/preview-sync.server.ts";
import { Failure } from "../../lib/failure.ts";
import { placeIn } from "../../lib/http/keyset-page.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { tabNames } from "./tab-names.ts";

/** Loads the data of the chosen tab. Ignores invalid parameters, because anyone can write an address. */
export async function loadTab(shop: ShopDomain, searchParams: URLSearchParams) {
  const name = tabNames.find((each) => each === searchParams.get("show")) ?? "overview";
  const place = { after: cursorIn(searchParams, "after"), before: cursorIn(searchParams, "before") };
  switch (name) {
    case "overview":
      return { name, failed: await listFailed(shop, place) };
    case "preview":
      return { name, preview: await tryPreview(shop, place) };
    case "approvals":
      return { name, approvals: await listApprovals(shop, place) };
    case "yours":
      return { name, products: await listOwnFields(shop, place) };
    case "history": {
      const runId = z.uuid().safeParse(searchParams.get("run")).data;
      const changes = await listChanges(shop, { ...(runId && { runId }), place: placeIn(searchParams) });
      return {
        name,
        changes,
        runs: await listRuns(shop, placeIn(searchParams, "runs-")),
        runId: runId ?? null,
      };
    }
    case "settings":
      return { name };
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
