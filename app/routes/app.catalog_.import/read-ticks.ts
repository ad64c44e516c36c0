type Row = { id: string; isDeleted: boolean; wasChosen: boolean };

/**
 * Reads the ticked variants of a product. `variants` is empty, which means all with those that the supplier adds later, if every
 * variant is ticked but those that the merchant chose and has deleted since. `recreated`: those to create again.
 */
export function readTicks(rows: Row[], ticked: string[]): { variants: string[]; recreated: string[] } {
  const isAll = rows.every(({ id, isDeleted, wasChosen }) => ticked.includes(id) || (isDeleted && wasChosen));
  const deleted = rows.filter(({ isDeleted }) => isDeleted).map(({ id }) => id);
  return { variants: isAll ? [] : ticked, recreated: deleted.filter((id) => ticked.includes(id)) };
}
