/** The items in as few batches as it takes for no two of a batch to have a key in common, each as early as it can be. */
export function apart<Item>(items: readonly Item[], keysOf: (item: Item) => readonly string[]): Item[][] {
  const batches: { items: Item[]; keys: Set<string> }[] = [];
  for (const item of items) {
    const keys = keysOf(item);
    // Behind every item that it shares a key with.
    const after = batches.findLastIndex((batch) => keys.some((key) => batch.keys.has(key)));
    const batch = batches[after + 1] ?? { items: [], keys: new Set<string>() };
    if (after + 1 === batches.length) batches.push(batch);
    batch.items.push(item);
    for (const key of keys) batch.keys.add(key);
  }
  return batches.map((batch) => batch.items);
}
