import { listApprovals } from "../../catalog/sync/views/list-approvals.server.ts";
import { listChanges } from "../../catalog/sync/views/list-changes.server.ts";
import { listFailed, listOwnFields } from "../../catalog/sync/views/list-own-fields.server.ts";
import { listRuns } from "../../catalog/sync/views/list-runs.server.ts";
import { previewSync } from "../../catalog/sync/views/preview-sync.server.ts";
import { Failure } from "../../lib/failure.ts";
import { placeIn } from "../../lib/keyset-page.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { tabNames } from "./tab-names.ts";

/** What the chosen tab shows. Anybody can write an address: what does not fit is ignored. */
export async function loadTab(shop: ShopDomain, searchParams: URLSearchParams) {
  const name = tabNames.find((each) => each === searchParams.get("show")) ?? "overview";
  switch (name) {
    case "overview":
      return { name, failed: await listFailed(shop) };
    case "preview":
      return { name, preview: await tryPreview(shop, searchParams.get("after")?.slice(0, 255) ?? null) };
    case "approvals":
      return { name, approvals: await listApprovals(shop) };
    case "yours":
      return { name, products: await listOwnFields(shop) };
    case "history": {
      const runId = /^[\da-f-]{36}$/.exec(searchParams.get("run") ?? "")?.[0];
      const changes = await listChanges(shop, { ...(runId && { runId }), place: placeIn(searchParams) });
      return { name, changes, runs: await listRuns(shop), runId: runId ?? null };
    }
    case "settings":
      return { name };
  }
}

async function tryPreview(shop: ShopDomain, after: string | null) {
  try {
    return { kind: "preview", ...(await previewSync(shop, after)) } as const;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { kind: "unreadable", problem: error.explanation } as const;
  }
}
