import type { z } from "zod";

import type {
  Branding,
  Order,
  OrderRequest,
  Page,
  Product,
  Skipped,
  SupplierOrderId,
  SupplierProductId,
} from "./resources.ts";

/**
 * What a contract is made of, whatever the supplier: the operations there are, in our words, and the shape of the row
 * that says how one of them travels.
 */
export type ContractModule = {
  contract: Contract;
  abilities: Abilities;
  /** The header that carries the API key. */
  API_KEY_HEADER: string;
  /** Makes of the JSON that comes with an error status the supplier's own sentence about it, where there is one. */
  errorSentence: z.ZodType<string>;
};

/** A row for each operation. Of cancelling alone the app can do without: null says that the supplier has none. */
export type Contract = { [Name in Exclude<OperationName, "cancelOrder">]: Operation<Name> } & {
  cancelOrder: Operation<"cancelOrder"> | null;
};

/** What is known of the supplier beyond its operations. Where one is off, the app does the safe thing and says so. */
export type Abilities = {
  /**
   * Error statuses of `placeOrder` that say that nothing was bought. After any other, but 401 and 429, the order is in doubt:
   * it costs money, and a gateway can answer so after the supplier took it.
   */
  orderRefusals: readonly number[];
  /** Orders can be looked up by our reference. */
  findOrderByReference: boolean;
  /** Seconds after which a lookup surely shows an order; null: never known for sure, so a person decides. */
  lookupConsistentAfterSeconds: number | null;
  cancelOrder: boolean;
  /** Products can be asked for by the time of their last change. */
  productsUpdatedSince: boolean;
  /** Orders can be asked for by the time of their last change. */
  ordersUpdatedSince: boolean;
};

export type OperationName = keyof Operations;

/** What an operation takes and gives, in our words. */
export type InputOf<Name extends OperationName> = Operations[Name]["takes"];
export type OutputOf<Name extends OperationName> = Operations[Name]["gives"];

/** The operations that give a page of a list. */
export type ListName = "listProducts" | "findOrders";
export type ItemOf<Name extends ListName> = OutputOf<Name>["items"][number];

/** One row: a single request, or a small function of several where a line of the table does not suffice. */
export type Operation<Name extends OperationName = OperationName> = OneRequest<Name> | SeveralRequests<Name>;

type Row = {
  /** What it is called with: nothing, `Authorization: Bearer <token>`, or the API key's header. */
  credential: "none" | "session-token" | "api-key";
  basis: "documented" | "assumed";
  /** Whether a call leaves something behind at the supplier. Such a call is never repeated blindly. */
  changes: boolean;
};

/** The mappings are methods, so that a row that knows its reply's exact shape fits where that is not known. */
export type OneRequest<Name extends OperationName = OperationName> = Row &
  Line<InputOf<Name>> & {
    /** The wire to our words. Throws `Rejected` where a successful reply says no. */
    fromWire(reply: unknown, got: Got & { input: InputOf<Name> }): OutputOf<Name>;
  };

/**
 * Where the operation changes something, one of its requests does (any but a GET), and it is sent once. Whatever goes
 * wrong after it was answered with success leaves the outcome unknown, unless `run` throws `Rejected`.
 */
export type SeveralRequests<Name extends OperationName = OperationName> = Row & {
  lines: Record<string, Line<InputOf<Name>>>;
  run(call: Call<Record<string, Line>>, input: InputOf<Name>): Promise<OutputOf<Name>>;
};

/** One request and its reply. */
export type Line<Input = never> = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** The path, perhaps with a query; `{id}` is where the input's id goes, or what `call` names so. */
  path: string;
  /** The schema of the request's body; null when there is none. */
  request: z.ZodType | null;
  /** Of the reply's JSON; of `undefined` where the reply is empty. */
  reply: z.ZodType;
  /**
   * Of a page: the field with the list (none: the reply is the list), an item's field with its id, and by their names the
   * fields beside the list that only say which page it is. Items that do not fit are left out of it. An item counts as
   * unchanged where it and all that stands beside the list are, so a paging field that is not named costs speed only.
   */
  list?: { at?: string; id: string; paging?: string[] };
  /**
   * Of products: where an item of the list, or else the reply, has the price and the stock (`variants.*.price`). One that is
   * there and cannot be read holds the orders of its product.
   */
  essentials?: { price?: string; stock?: string };
  /** Our words to the wire. */
  toWire(input: Input): WireRequest;
};

/** What goes over the wire for one call, beside method, path and credential. */
export type WireRequest = {
  query?: Record<string, string | undefined>;
  headers?: Record<string, string>;
  body?: unknown;
};

/** What came beside a reply's body, and the items of its list that cannot be read. */
export type Got = { status: number; headers: Headers; skipped: Skipped[] };

/**
 * Sends one of the row's requests; `params` go into its path. With `until`, a GET is repeated, ever more slowly, until
 * its reply will do or the operation's time is over: the documented poll of a job.
 */
export type Call<Lines extends Record<string, Line>> = <Name extends keyof Lines & string>(
  line: Name,
  params?: Record<string, string>,
  options?: { until: (reply: z.output<Lines[Name]["reply"]>) => boolean },
) => Promise<Got & { reply: z.output<Lines[Name]["reply"]> }>;

/** Thrown by a row whose supplier says no within a success; `sentence` is the supplier's own. Nothing was changed. */
export class Rejected extends Error {
  readonly sentence: string;

  constructor(sentence: string) {
    super("The supplier rejected it.");
    this.name = "Rejected";
    this.sentence = sentence;
  }
}

/** Writes a row of one request down; `fromWire` gets what `reply` makes of the supplier's JSON. */
export function operation<Name extends OperationName, Reply extends z.ZodType>(
  _name: Name,
  row: Omit<OneRequest<Name>, "reply" | "fromWire"> & {
    reply: Reply;
    fromWire: (reply: z.output<Reply>, got: Got & { input: InputOf<Name> }) => OutputOf<Name>;
  },
): OneRequest<Name> {
  return row;
}

/** Writes a row of several requests down; `call` gives what a line's `reply` makes of the supplier's JSON. */
export function operationOf<Name extends OperationName, Lines extends Record<string, Line<InputOf<Name>>>>(
  _name: Name,
  row: Row & { lines: Lines; run: (call: Call<Lines>, input: InputOf<Name>) => Promise<OutputOf<Name>> },
): SeveralRequests<Name> {
  return row as SeveralRequests<Name>;
}

/** A row's requests by name; the only one of a line of the table has none. */
export function linesOf(row: Operation): Record<string, Line> {
  return "lines" in row ? row.lines : { "": row };
}

type Operations = {
  logIn: { takes: { email: string; password: string }; gives: { token: string } };
  createKey: { takes: { name: string }; gives: { apiKey: string; name: string } };
  listProducts: {
    takes: { pageSize: number; cursor: string | null; updatedSince?: Date };
    gives: Page<Product>;
  };
  getProduct: { takes: { id: SupplierProductId }; gives: Product };
  placeOrder: { takes: OrderRequest; gives: Order };
  getOrder: { takes: { id: SupplierOrderId }; gives: Order };
  findOrders: {
    takes: { reference?: string; updatedSince?: Date; cursor?: string | null };
    gives: Page<Order>;
  };
  cancelOrder: { takes: { id: SupplierOrderId }; gives: Order };
  readBranding: { takes: Record<string, never>; gives: Branding };
  writeBranding: { takes: Branding; gives: Branding };
};
