import { expect, it } from "vitest";

import {
  type LinkedVariant,
  readLinkedVariants,
} from "../../../app/catalog/links/find-linked-variants.server.ts";
import type { SupplierProductId, SupplierVariantId } from "../../../app/wholesale/resources.ts";
import { wireProduct } from "../stand-in-supplier.ts";
import { openStandIn } from "../testing.ts";

const supplier = await openStandIn();

const known: LinkedVariant = {
  supplierVariantId: "v1" as SupplierVariantId,
  supplierProductId: "p1" as SupplierProductId,
  sku: "S-1",
  price: { amount: "99.00", currency: "EUR" },
  stock: 3,
  discontinued: false,
  unreadable: null,
  ofAnotherAccount: false,
};

/** Reads the variant while the supplier answers with the product of this id, whose variant has the same id as ours. */
async function readAs(id: string): Promise<LinkedVariant | undefined> {
  const price = { amount: "1.00", currency: "EUR" };
  const [variant] = wireProduct("p1").variants as Record<string, unknown>[];
  supplier.answer = () => ({
    status: 200,
    body: wireProduct(id, { variants: [{ ...variant, id: "v1", price, stock: 50 }] }),
  });
  return (await readLinkedVariants(new Map([["shop", known]]), { apiKey: "rk_1" })).get("shop");
}

it("reads price and stock of the requested product, and treats a reply with another product as unreadable", async () => {
  expect(await readAs("p1")).toMatchObject({ price: { amount: "1.00" }, stock: 50, unreadable: null });
  expect(await readAs("p2")).toEqual({ ...known, unreadable: "product" });
});
