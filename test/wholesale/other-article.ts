/** A product in the words of test/contracts/other.ts, with nothing optional. */
export function otherArticle(changes: object = {}): object {
  return {
    articleNo: 1,
    title: "A thing",
    text: null,
    maker: { name: null },
    shelf: null,
    pictures: [],
    properties: [],
    changedAt: 5,
    state: "active",
    variants: [],
    ...changes,
  };
}
