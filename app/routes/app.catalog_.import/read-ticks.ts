type Row = { id: string; isDeleted: boolean; wasChosen: boolean };

/**
 * Returns the variants to import, and in `recreated` those to create again in the shop.
 *
 * `variants` is empty if every variant is ticked. The import then also brings variants that the supplier adds later.
 * Variants that the merchant had imported and then deleted in the shop may stay unticked.
 */
export function readTicks(rows: Row[], ticked: string[]): { variants: string[]; recreated: string[] } {
  const isAll = rows.every(({ id, isDeleted, wasChosen }) => ticked.includes(id) || (isDeleted && wasChosen));
  const deleted = rows.filter(({ isDeleted }) => isDeleted).map(({ id }) => id);
  return { variants: isAll ? [] : ticked, recreated: deleted.filter((id) => ticked.includes(id)) };
}
