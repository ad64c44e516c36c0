import { Prisma } from "@prisma/client";
import { expect, it } from "vitest";

import { inShop } from "../../app/lib/database/db.server.ts";
import { sqlArray } from "../../app/lib/database/statement.server.ts";
import { newShop } from "../support/world.ts";

type Values = (string | number | boolean | null)[];

const read = (values: Values, type: string) =>
  inShop(newShop(), async (tx) => {
    const [row] = await tx.$queryRaw<{ values: unknown[] }[]>`
      select ${sqlArray(values)}::${Prisma.raw(type)}[] as values`;
    return row?.values;
  });

it.each<[string, Values, string]>([
  ["an empty list", [], "text"],
  [
    "texts",
    ["a", "", "null", "NULL", null, "{}", 'a "b" \\ c', "a,b", " c ", "Größe 東京 😀", "'; drop"],
    "text",
  ],
  ["numbers", [1, -2, null], "int"],
  ["fractions", [1.5, 0], "float8"],
  ["truth values", [true, false, null], "bool"],
])("passes %s to Postgres unchanged", async (_, values, type) => {
  expect(await read(values, type)).toEqual(values);
});

it("passes a large list unchanged, even if many statements pass such lists at once", async () => {
  const lists = Array.from({ length: 12 }, (_, list) =>
    Array.from({ length: 2000 }, (_, index) => `${String(list)} of "${String(index)}"`),
  );
  expect(await Promise.all(lists.map((values) => read(values, "text")))).toEqual(lists);
});
