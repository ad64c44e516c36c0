type Row = { id: string; isDeleted: boolean };

/**
 * Reads the ticked variants of a product. `variants` is empty, which means all with those that the supplier adds later, if every
 * variant is ticked that the merchant has not deleted. `recreated`: those to create again.
 */
export function readTicks(rows: Row[], ticked: string[]): { variants: string[]; recreated: string[] } {
  const isAll = rows.every(({ id, isDeleted }) => isDeleted || ticked.includes(id));
  const deleted = rows.filter(({ isDeleted }) => isDeleted).map(({ id }) => id);
  return { variants: isAll ? [] : ticked, recreated: deleted.filter((id) => ticked.includes(id)) };
}
