import { Prisma, type SupplierOrder } from "@prisma/client";
import { expect, it } from "vitest";

import { inShop, type Tx } from "../../app/lib/database/db.server.ts";
import { allColumns, insertion, insertRows, updateRows } from "../../app/lib/database/rows.server.ts";
import { countWork } from "../support/count-work.ts";
import { newShop } from "../support/world.ts";

const at = new Date("2026-03-01T10:20:30.456Z");
const odd = `O'Brien "the 2nd" \\ {a,b} 🎈 שלום null\n`;

function order(shop: string, number: number): Prisma.SupplierOrderCreateManyInput {
  const fulfillmentOrderId = `gid://shopify/FulfillmentOrder/${String(number)}`;
  const shopOrderId = "gid://shopify/Order/1";
  return { shop, fulfillmentOrderId, shopOrderId, orderName: odd, state: "ready", requestedAt: at };
}

const orders = (shop: string, count: number) =>
  Array.from({ length: count }, (_, index) => order(shop, index));

it("insertRows writes the same rows as Prisma's own call", async () => {
  const [shop, other] = [newShop(), newShop()];
  const reason = { reason: "stock", reasonParams: { sku: odd, left: 2 }, reasonSince: at };
  const values = { ...reason, dueAt: at, brandingVersion: 3 };
  const byUs = await inShop(shop, async (tx) => {
    await insertRows(tx, "SupplierOrder", [{ ...order(shop, 1), ...values }]);
    return tx.supplierOrder.findFirstOrThrow();
  });
  const [byPrisma] = await inShop(other, (tx) =>
    tx.supplierOrder.createManyAndReturn({ data: [{ ...order(other, 1), ...values }] }),
  );
  expect({ ...byUs, id: "", shop: "" }).toEqual({ ...byPrisma, id: "", shop: "" });
});

it("insertRows sends one statement for any number of rows", async () => {
  const shop = newShop();
  const { statements } = await countWork(() =>
    inShop(shop, (tx) => insertRows(tx, "SupplierOrder", orders(shop, 200))),
  );
  expect(statements).toBe(1);
});

it("insertRows creates ids that sort in the order of the rows", async () => {
  const shop = newShop();
  const inserted = insertion("SupplierOrder", orders(shop, 50));
  const ids = (await inShop(shop, (tx) => tx.$queryRaw<{ id: string }[]>(inserted))).map(({ id }) => id);
  expect(ids).toHaveLength(50);
  expect(ids).toEqual(ids.toSorted());
  const rows = await inShop(shop, (tx) => tx.supplierOrder.findMany({ orderBy: { id: "asc" } }));
  expect(rows.map(({ fulfillmentOrderId }) => fulfillmentOrderId)).toEqual(
    orders(shop, 50).map(({ fulfillmentOrderId }) => fulfillmentOrderId),
  );
});

it("insertion skips existing rows with skipDuplicates, and fails without it", async () => {
  const shop = newShop();
  await inShop(shop, (tx) => insertRows(tx, "SupplierOrder", orders(shop, 2)));
  const more = insertion("SupplierOrder", orders(shop, 3), { skipDuplicates: true });
  expect(await inShop(shop, (tx) => tx.$queryRaw(more))).toHaveLength(1);
  await expect(inShop(shop, (tx) => insertRows(tx, "SupplierOrder", orders(shop, 1)))).rejects.toThrow();
});

it("insertion skips rows that do not meet its condition", async () => {
  const shop = newShop();
  const [kept] = orders(shop, 1).map(({ fulfillmentOrderId }) => fulfillmentOrderId);
  const some = insertion("SupplierOrder", orders(shop, 3), {
    where: Prisma.sql`fulfillment_order_id = ${kept}`,
  });
  expect(await inShop(shop, (tx) => tx.$queryRaw(some))).toHaveLength(1);
  const none = insertion("SupplierOrder", []);
  expect(await inShop(shop, (tx) => tx.$queryRaw(none))).toEqual([]);
});

it("insertRows sends no statement without rows", async () => {
  const { statements } = await countWork(() =>
    inShop(newShop(), (tx) => insertRows(tx, "SupplierOrder", [])),
  );
  expect(statements).toBe(0);
});

it("insertRows writes no row of another shop", async () => {
  const [shop, other] = [newShop(), newShop()];
  await expect(inShop(shop, (tx) => insertRows(tx, "SupplierOrder", orders(other, 1)))).rejects.toThrow(
    "row-level security",
  );
});

it("updateRows gives each row its own values, and returns the rows as Prisma's own call would", async () => {
  const shop = newShop();
  const changes = [
    { state: "held", dueAt: at, leasedUntil: null, reason: "stock", reasonParams: { sku: odd } },
    { state: "held", dueAt: null, leasedUntil: at, reason: odd, reasonParams: Prisma.DbNull },
  ];
  await inShop(shop, async (tx) => {
    await insertRows(tx, "SupplierOrder", orders(shop, 3));
    const [first, second, other] = await tx.supplierOrder.findMany({
      orderBy: { fulfillmentOrderId: "asc" },
    });
    const rows = [first, second].map((row, index) => ({ shop, id: row!.id, ...changes[index] }));
    const changed = await updateRows(tx, "SupplierOrder", rows);
    expect(changed.toSorted((one, each) => one.id.localeCompare(each.id))).toEqual([
      // The database dates a new reason.
      { ...first, ...changes[0], reasonSince: expect.any(Date) as Date },
      { ...second, ...changes[1], reasonParams: null, reasonSince: expect.any(Date) as Date },
    ]);
    expect(await tx.supplierOrder.findMany({ orderBy: { fulfillmentOrderId: "asc" } })).toEqual([
      ...changed,
      other,
    ]);
  });
});

it("updateRows changes no row of another shop", async () => {
  const [shop, other] = [newShop(), newShop()];
  await inShop(other, (tx) => insertRows(tx, "SupplierOrder", orders(other, 1)));
  const [row] = await inShop(other, (tx) => tx.supplierOrder.findMany());
  const change = { shop: other, id: row!.id, state: "held" };
  expect(await inShop(shop, (tx) => updateRows(tx, "SupplierOrder", [change]))).toEqual([]);
});

it("a raw read of allColumns returns the same values as Prisma's own call", async () => {
  const shop = newShop();
  await inShop(shop, async (tx) => {
    await insertRows(tx, "SupplierOrder", [{ ...order(shop, 1), reasonParams: { left: 2 }, dueAt: at }]);
    expect(await readRaw(tx)).toEqual(await tx.supplierOrder.findMany());
  });
});

async function readRaw(tx: Tx): Promise<SupplierOrder[]> {
  return tx.$queryRaw`select ${allColumns("SupplierOrder")} from supplier_order`;
}
