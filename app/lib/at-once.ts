/** Works on items, so many at once; `work` throws nothing. */
export async function atOnce<Item>(
  concurrency: number,
  items: Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items.values();
  const worker = async () => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}
