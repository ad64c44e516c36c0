import { Prisma } from "@prisma/client";
import { expect, it } from "vitest";

import { inShop } from "../../app/lib/db.server.ts";
import { sqlArray } from "../../app/lib/sql-array.ts";
import { newShop } from "../support/world.ts";

const read = (values: (string | number | boolean | null)[], type: string) =>
  inShop(newShop(), async (tx) => {
    const [row] = await tx.$queryRaw<{ values: unknown[] }[]>`
      select ${sqlArray(values)}::${Prisma.raw(type)}[] as values`;
    return row?.values;
  });

it.each<[string, (string | number | boolean | null)[], string]>([
  ["nothing", [], "text"],
  [
    "texts",
    ["a", "", "null", "NULL", null, "{}", 'a "b" \\ c', "a,b", " c ", "Größe 東京 😀", "'; drop"],
    "text",
  ],
  ["numbers", [1, -2, null], "int"],
  ["parts", [1.5, 0], "float8"],
  ["truth values", [true, false, null], "bool"],
])("%s arrive as they were", async (_, values, type) => {
  expect(await read(values, type)).toEqual(values);
});

it("a large list that two statements are given arrives at both, and none is left behind by one that fails", async () => {
  const list = Array.from({ length: 500 }, (_, index) => `value ${String(index)}`);
  const param = sqlArray(list);
  await inShop(newShop(), async (tx) => {
    for (let time = 0; time < 2; time += 1) {
      const [row] = await tx.$queryRaw<{ values: string[] }[]>`
        select ${param}::text[] || ${param}::text[] as values`;
      expect(row?.values).toEqual([...list, ...list]);
    }
  });
  await expect(inShop(newShop(), (tx) => tx.$executeRaw`select ${param}::int[]`)).rejects.toThrow(/22P02/);
});

it("what merely looks like the name of a large list stays what it is", async () => {
  const lookalikes = ["parked-", "parked-1", `parked-${"0".repeat(36)}-1`];
  expect(await read(lookalikes, "text")).toEqual(lookalikes);
  const [row] = await inShop(
    newShop(),
    (tx) => tx.$queryRaw<{ is: string }[]>`select ${lookalikes[2]} as is`,
  );
  expect(row).toEqual({ is: lookalikes[2] });
});

it("a large list arrives as well, however many are under way at once", async () => {
  const lists = Array.from({ length: 12 }, (_, list) =>
    Array.from({ length: 2000 }, (_, index) => `${String(list)} of "${String(index)}"`),
  );
  expect(await Promise.all(lists.map((values) => read(values, "text")))).toEqual(lists);
});
