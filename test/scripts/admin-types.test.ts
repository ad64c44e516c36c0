import { expect, it } from "vitest";

import { adminTypes } from "../../scripts/admin-types.ts";

it("the generator of Shopify types rejects an operation that does not fit the schema, and names its file and line", async () => {
  const misspelt = "export const SHOP = `#graphql\n  query named { shop { nmae } }\n`;";
  const mistyped = "export const ONE = `#graphql\n  query one($id: Int!) { product(id: $id) { id } }\n`;";
  const types = adminTypes(new Map([["app/shop/some.server.ts", `\n${misspelt}\n\n${mistyped}\n`]]));
  await expect(types).rejects.toThrow(
    /Cannot query field "nmae" on type "Shop".*app\/shop\/some.server.ts:3:/s,
  );
  await expect(types).rejects.toThrow(
    /type "Int!" used in position expecting type "ID!".*some.server.ts:7:/s,
  );
});

it("the generator of Shopify types rejects an operation that is composed at run time", async () => {
  const operation =
    "const FIELDS = `id`;\nexport const SHOP = `#graphql\n  query named { shop { ${FIELDS} } }\n`;";
  await expect(adminTypes(new Map([["app/shop/some.server.ts", operation]]))).rejects.toThrow(
    "app/shop/some.server.ts:2: an operation has no ${…} in it.",
  );
});
