import { badRequest } from "../admin-errors.ts";

export interface PageArgs {
  first?: number | null;
  last?: number | null;
  after?: string | null;
  before?: string | null;
  reverse?: boolean | null;
  /** True within a bulk query, which reads a connection to its end. No client can set this. */
  isBulk?: true;
}

type SortValue = number | string;

/**
 * A page of a connection, sorted by a value and then by id. Nodes are described only if the query asks for them.
 * shopify.dev: Paginating results with GraphQL; the messages as recorded in airhorns/shopify-draft-proxy,
 * bulk-operations-read-arg-validation.
 */
export function connect<Item extends { id: number }>(
  items: Iterable<Item>,
  args: PageArgs,
  describe: (item: Item) => unknown,
  sortBy: (item: Item) => SortValue = ({ id }) => id,
) {
  const size = pageSize(args);
  const direction = args.reverse ? -1 : 1;
  const compare = (a: Position, b: Position): number =>
    direction * (compareValues(a.value, b.value) || a.id - b.id);
  const positions = [...items]
    .map((item) => ({ item, id: item.id, value: sortBy(item) }))
    .sort((a, b) => compare(a, b));

  const after = args.after ? readCursor(args.after, positions[0]) : undefined;
  const before = args.before ? readCursor(args.before, positions[0]) : undefined;
  const within = positions.filter(
    (each) => (!after || compare(each, after) > 0) && (!before || compare(each, before) < 0),
  );
  const page = args.last ? within.slice(-size) : within.slice(0, size);
  const [start, end] = [page[0], page.at(-1)];
  return {
    nodes: () => page.map(({ item }) => describe(item)),
    edges: () => page.map((each) => ({ cursor: cursorOf(each), node: describe(each.item) })),
    pageInfo: {
      hasNextPage: end !== undefined && end !== positions.at(-1),
      hasPreviousPage: start !== undefined && start !== positions[0],
      startCursor: start ? cursorOf(start) : null,
      endCursor: end ? cursorOf(end) : null,
    },
  };
}

interface Position {
  id: number;
  value: SortValue;
}

/** shopify.dev: pages hold at most 250 nodes. The wording of that refusal is not Shopify's. */
const LARGEST_PAGE = 250;

function pageSize({ first, last, isBulk }: PageArgs): number {
  if (isBulk) return first ?? Infinity;
  const size = first ?? last;
  if (size === null || size === undefined) throw badRequest("you must provide one of first or last");
  if (first && last) throw badRequest("providing both first and last is not supported");
  if (size < 0 || size > LARGEST_PAGE)
    throw badRequest(`The page size must be between 0 and ${LARGEST_PAGE}, and is ${size}.`);
  return size;
}

function compareValues(a: SortValue, b: SortValue): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return String(a).localeCompare(String(b));
}

/** The form of Shopify's cursors, e.g. `{"last_id":17048215879986,"last_value":17048215879986}` in base64. */
function cursorOf({ id, value }: Position): string {
  return Buffer.from(JSON.stringify({ last_id: id, last_value: value })).toString("base64");
}

function readCursor(cursor: string, example: Position | undefined): Position {
  try {
    const read = JSON.parse(Buffer.from(cursor, "base64").toString("utf8")) as Record<string, unknown>;
    const { last_id: id, last_value: value } = read;
    if (typeof id !== "number" || (typeof value !== "number" && typeof value !== "string"))
      throw badRequest("Invalid cursor");
    if (example && typeof example.value !== typeof value) throw badRequest("Invalid cursor");
    return { id, value };
  } catch {
    // Shopify's words for a cursor that is garbled, or of another sort key.
    throw badRequest("Invalid cursor for current pagination sort.");
  }
}
