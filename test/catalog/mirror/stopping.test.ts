import { expect, it } from "vitest";

import { mirrorCatalog } from "../../../app/catalog/mirror/mirror-catalog.server.ts";
import { beginToStop } from "../../../app/wiring/start-process.server.ts";
import { openQueue } from "../../support/queue.ts";
import { wireProduct } from "../stand-in-supplier.ts";
import { connectedShop, openStandIn, rowsOf } from "../testing.ts";

const supplier = await openStandIn(() => ["a", "b", "c"].map((id) => wireProduct(id)));
openQueue();

it("stores the current page of a mirror run when the process stops, and leaves other pages to the next process", async () => {
  const shop = await connectedShop();
  supplier.pageSize = 1;
  supplier.requested = [];
  // It lasts for the rest of this process, which no other test shares.
  beginToStop();
  await mirrorCatalog(shop);
  expect(supplier.requested).toHaveLength(1);
  expect(await rowsOf("supplier_product", shop)).toMatchObject([{ id: "a" }]);
  const [mirror] = await rowsOf<{ state: string; page: number; due_at: Date }>("catalog_mirror", shop);
  expect(mirror).toMatchObject({ state: "reading", page: 1 });
  expect(mirror?.due_at.getTime()).toBeLessThanOrEqual(Date.now());
});
