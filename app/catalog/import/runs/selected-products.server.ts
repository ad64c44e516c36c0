import { Prisma } from "@prisma/client";

import type { Selection } from "./selection.ts";

/** The condition that a `product` of the mirror, with its `link` if it has one, is selected. */
export function isSelected(selection: Selection): Prisma.Sql {
  if (selection.kind === "products") return Prisma.sql`product.id = any(${selection.ids}::text[])`;
  if (selection.kind === "variants") return Prisma.sql`product.id = ${selection.id}`;
  const { query, category, show } = selection.filter;
  const words = query.toLowerCase().split(/\s+/).filter(Boolean).slice(0, MAX_WORDS);
  return Prisma.join(
    [
      Prisma.sql`(product.gone_at is null or link.state is not null)`,
      ...words.map((word) => Prisma.sql`product.search like ${`%${word.replace(/[\\%_]/g, "\\$&")}%`}`),
      ...(category === "" ? [] : [Prisma.sql`product.category = ${category}`]),
      ...(show === "all" ? [] : [Prisma.sql`link.state = any(${STATES[show]}::text[])`]),
    ],
    " and ",
  );
}

const MAX_WORDS = 8;
const STATES = {
  importing: ["importing"],
  imported: ["imported"],
  skipped: ["skipped", "needs-linking"],
};
