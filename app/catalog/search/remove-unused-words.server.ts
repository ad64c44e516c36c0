import { inShop, LONG_WORK } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { execute, queryRows } from "../../lib/database/statement.server.ts";
import { PREFIX_LENGTH } from "./search-rows.ts";

const PORTION = 10_000;

/**
 * Deletes words that no product has any more, since a typo would be corrected to a word that finds nothing.
 * Locks the mirror against pages of a run, because a page does not rewrite a word that exists already:
 * without the lock, this could delete a word that the page needs.
 */
export async function removeUnusedWords(shop: ShopDomain): Promise<void> {
  for (;;) {
    const removed = await inShop(
      shop,
      async (tx) => {
        await queryRows<unknown>(tx)`select from catalog_mirror where shop = ${shop} for update`;
        return execute(tx)`
          with used as materialized (
            select distinct substr(term, ${PREFIX_LENGTH + 1}::int) as word
            from supplier_find, unnest(tsvector_to_array(terms)) as term where shop = ${shop})
          delete from supplier_word where shop = ${shop} and word in (
            select word from supplier_word known
            where shop = ${shop} and not exists (select from used where used.word = known.word)
            limit ${PORTION})`;
      },
      LONG_WORK,
    );
    if (removed < PORTION) return;
  }
}
