/**
 * Splits items into batches, as few as possible, so that no two items of a batch share a key. Each item is in
 * the earliest batch that its keys allow.
 */
export function apart<Item>(items: readonly Item[], keysOf: (item: Item) => readonly string[]): Item[][] {
  const batches: { items: Item[]; keys: Set<string> }[] = [];
  for (const item of items) {
    const keys = keysOf(item);
    // After the last batch that shares a key with it.
    const after = batches.findLastIndex((batch) => keys.some((key) => batch.keys.has(key)));
    const batch = batches[after + 1] ?? { items: [], keys: new Set<string>() };
    if (after + 1 === batches.length) batches.push(batch);
    batch.items.push(item);
    for (const key of keys) batch.keys.add(key);
  }
  return batches.map((batch) => batch.items);
}
