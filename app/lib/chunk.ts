/** Yields the items in groups of `size`. */
export async function* chunk<Item>(items: AsyncIterable<Item>, size: number): AsyncGenerator<Item[]> {
  let group: Item[] = [];
  for await (const item of items) {
    group.push(item);
    if (group.length < size) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}
