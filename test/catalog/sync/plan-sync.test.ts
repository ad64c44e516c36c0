import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { LinkedProduct, LinkedVariant } from "../../../app/catalog/sync/linked-product.ts";
import { isEmpty, planSync, type PriceOf, type SyncPlan } from "../../../app/catalog/sync/plan-sync.ts";
import { DEFAULT_SETTINGS, type SyncSettings } from "../../../app/catalog/links/sync-settings.ts";

const priceOf: PriceOf = ({ amount }) => ({
  kind: "priced",
  price: (Number(amount) * 1.5).toFixed(2),
  compareAtPrice: null,
  cost: amount,
  margin: "33.3",
});

const amount = fc.integer({ min: 1, max: 1_000_000 }).map((minor) => (minor / 100).toFixed(2));
const settings: fc.Arbitrary<SyncSettings> = fc.record({
  price: fc.boolean(),
  stock: fc.boolean(),
  availability: fc.boolean(),
  zeroUnreadable: fc.boolean(),
  buffer: fc.integer({ min: 0, max: 20 }),
  discontinued: fc.constantFrom("zero-stock", "draft", "leave"),
  approveAbove: fc.constantFrom(null, 0, 50, 100),
});
const variant = fc.record({
  price: fc.option(amount),
  cost: fc.option(amount),
  stock: fc.option(fc.integer({ min: 0, max: 500 })),
  merchantFields: fc.subarray(["price", "cost", "stock"] as const),
  supplier: fc.option(
    fc.record({
      cost: amount.map((text) => ({ amount: text, currency: "EUR" })),
      stock: fc.integer({ min: -5, max: 500 }),
    }),
  ),
});
const product = fc
  .record({
    variants: fc.array(variant, { maxLength: 6 }),
    discontinued: fc.boolean(),
    unreadable: fc.constantFrom(null, "price", "stock", "product"),
    merchantFields: fc.subarray(["status", "title"] as const),
    status: fc.constantFrom("ACTIVE", "DRAFT"),
  })
  .map(({ variants, status, ...rest }) => ({
    supplierProductId: "p",
    shopProductId: "gid://shopify/Product/1",
    name: "P",
    category: null,
    priceRulesVersion: 0,
    follows: [],
    draftedFrom: null,
    offSale: null,
    allVariants: true,
    pendingWrite: null,
    unlinked: [],
    shopUpdatedAt: null,
    maybeEdited: false,
    archived: false,
    texts: null,
    lastWritten: { status },
    ...rest,
    variants: variants.map((each, index) => ({
      supplierVariantId: `v${String(index)}`,
      shopVariantId: `gid://shopify/ProductVariant/${String(index)}`,
      inventoryItemId: `i${String(index)}`,
      compareAtPrice: null,
      baseline: {},
      sent: {},
      inShop: {},
      undoTo: null,
      priceCost: null,
      approval: null,
      ...each,
    })),
  })) as unknown as fc.Arbitrary<LinkedProduct>;

/** The product as the rows have it once a plan is carried out and stored. */
function applied(before: LinkedProduct, plan: SyncPlan): LinkedProduct {
  const variants = before.variants.map((each): LinkedVariant => {
    const values = plan.variants.find(({ variant: of }) => of === each)?.values ?? {};
    const stock = plan.stock.find(({ variant: of }) => of === each)?.to ?? each.stock;
    const waits = plan.waiting.find(({ variant: of }) => of === each);
    return { ...each, ...values, stock, ...(waits && { approval: { ...waits, state: "waiting" } }) };
  });
  const { status } = plan;
  return {
    ...before,
    variants,
    ...(status && {
      lastWritten: { ...before.lastWritten, status: status.to },
      draftedFrom: status.draftedFrom,
    }),
  };
}

describe("planSync", () => {
  it("plans nothing more once its plan is carried out, and asks for no second approval", () => {
    fc.assert(
      fc.property(product, settings, (before, chosen) => {
        const plan = planSync(before, { priceOf, settings: chosen });
        const again = planSync(applied(before, plan), { priceOf, settings: chosen });
        expect(isEmpty(again)).toBe(true);
        expect(again.waiting).toEqual([]);
      }),
    );
  });

  it("never changes the merchant's fields, and gives other fields the supplier's values", () => {
    fc.assert(
      fc.property(product, (given) => {
        const before: LinkedProduct = { ...given, unreadable: null };
        const chosen: SyncSettings = { ...DEFAULT_SETTINGS, approveAbove: null };
        const plan = planSync(before, { priceOf, settings: chosen });
        const after = applied(before, plan);
        after.variants.forEach((now, index) => {
          const then = before.variants[index];
          for (const field of ["price", "cost", "stock"] as const)
            if (now.merchantFields.includes(field)) expect(now[field]).toBe(then?.[field]);
          const sold = !before.discontinued && now.supplier !== null;
          if (!now.merchantFields.includes("stock"))
            expect(now.stock).toBe(sold ? Math.max(0, now.supplier?.stock ?? 0) : 0);
          if (sold && now.supplier && !now.merchantFields.includes("cost"))
            expect(Number(now.cost)).toBe(Number(now.supplier.cost.amount));
          if (sold && now.supplier && !now.merchantFields.includes("price"))
            expect(Number(now.price)).toBe(Number((Number(now.supplier.cost.amount) * 1.5).toFixed(2)));
        });
        if (before.merchantFields.includes("status")) expect(plan.status).toBeNull();
      }),
    );
  });

  it("writes no unreadable value, and no stock above zero for an unreadable product if the merchant chose that", () => {
    fc.assert(
      fc.property(product, settings, (before, chosen) => {
        const { variants, stock, waiting } = planSync(before, { priceOf, settings: chosen });
        const { unreadable } = before;
        if (unreadable === "price" || unreadable === "product") expect([...variants, ...waiting]).toEqual([]);
        const isSold = ({ variant }: SyncPlan["stock"][number]) =>
          !before.discontinued && variant.supplier !== null;
        const written = stock.filter(isSold).map(({ to }) => to);
        if (unreadable !== null && chosen.zeroUnreadable) expect(written.filter((to) => to > 0)).toEqual([]);
        else if (unreadable === "stock" || unreadable === "product") expect(written).toEqual([]);
      }),
    );
  });

  it("makes a cost that more than doubles wait for approval, while the stock follows the supplier", () => {
    const one = fc.sample(product, 1)[0]!;
    const known = {
      ...(one.variants[0] ?? {}),
      supplierVariantId: "v0",
      price: "15.00",
      cost: "10.00",
      compareAtPrice: null,
      stock: 5,
      merchantFields: [],
      baseline: {},
      sent: {},
      inShop: {},
      undoTo: null,
      priceCost: null,
      approval: null,
      supplier: { cost: { amount: "20.01", currency: "EUR" }, stock: 3 },
    } as unknown as LinkedVariant;
    const plan = planSync(
      { ...one, discontinued: false, unreadable: null, variants: [known] },
      { priceOf, settings: DEFAULT_SETTINGS },
    );
    expect(plan.variants).toEqual([]);
    expect(plan.waiting).toMatchObject([{ cost: "20.01" }]);
    expect(plan.stock).toMatchObject([{ to: 3 }]);
  });
});
