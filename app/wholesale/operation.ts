import type { z } from "zod";

import type {
  Branding,
  Order,
  OrderRequest,
  Page,
  Product,
  Skipped,
  RejectionWord,
  SupplierOrderId,
  SupplierProductId,
} from "./resources.ts";

/** The shape of every contract. Another supplier means another module of this shape. */
export type ContractModule = {
  contract: Contract;
  abilities: Abilities;
  /** The header that carries the API key. */
  API_KEY_HEADER: string;
  /** Extracts the supplier's own sentence from the JSON body of an error. */
  errorSentence: z.ZodType<string>;
  /**
   * Extracts the reason of a rejection from the JSON body of an error; null if the contract does not know the
   * reason. Absent if the supplier sends no reasons.
   */
  rejectionWord?: z.ZodType<RejectionWord | null>;
};

/** One row per operation. Only canceling is optional: null if the supplier cannot cancel. */
export type Contract = { [Name in Exclude<OperationName, "cancelOrder">]: Operation<Name> } & {
  cancelOrder: Operation<"cancelOrder"> | null;
};

/**
 * The supplier's abilities that the operations don't show. If one is missing, the app takes the safe path and
 * informs the merchant.
 */
export type Abilities = {
  /**
   * Error statuses of `placeOrder` that prove that nothing was ordered. After any other status, except 401
   * and 429, the order is in doubt: a gateway may send the status after the supplier has accepted the order.
   */
  orderRefusals: readonly number[];
  /** True if `findOrders` can find an order by our reference. */
  findOrderByReference: boolean;
  /**
   * Seconds until `findOrders` definitely finds a new order. If null, we cannot tell, and the merchant decides
   * whether it was ordered.
   */
  lookupConsistentAfterSeconds: number | null;
  cancelOrder: boolean;
  /** `listProducts` supports `updatedSince`. */
  productsUpdatedSince: boolean;
  /** `findOrders` supports `updatedSince`. */
  ordersUpdatedSince: boolean;
  /** Shipping methods that an order can name. "any": any text; null: orders cannot name one. */
  shippingMethods: readonly string[] | "any" | null;
  /** Maximum number of characters of an order's note; null if orders have no note. */
  noteLength: number | null;
  /** Maximum number of characters of a note for one of the order's lines; null if lines have no note. */
  lineNoteLength: number | null;
};

export type OperationName = keyof Operations;

export type InputOf<Name extends OperationName> = Operations[Name]["takes"];
export type OutputOf<Name extends OperationName> = Operations[Name]["gives"];

/** Operations that return a page of a list. */
export type ListName = "listProducts" | "findOrders";
export type ItemOf<Name extends ListName> = OutputOf<Name>["items"][number];

/** One row of the contract: a single request, or a function that sends several. */
export type Operation<Name extends OperationName = OperationName> = OneRequest<Name> | SeveralRequests<Name>;

type Row = {
  /**
   * The credential that is sent: none, a token as `Authorization: Bearer <token>`, or the key in the API
   * key's header.
   */
  credential: "none" | "session-token" | "api-key";
  basis: "documented" | "assumed";
  /**
   * True if a call changes something with the supplier. After a timeout, it is not repeated before we know if
   * it took effect.
   */
  changes: boolean;
};

/**
 * A row of one request. `fromWire` and `toWire` are methods, because TypeScript checks parameters of methods
 * bivariantly. As functions, rows with exact types would not be assignable.
 */
export type OneRequest<Name extends OperationName = OperationName> = Row &
  Line<InputOf<Name>> & {
    /** Maps the reply to our words. Throws `Rejected` if a successful reply means no. */
    fromWire(reply: unknown, got: Got & { input: InputOf<Name> }): OutputOf<Name>;
  };

/**
 * A row of several requests. If the operation changes something, exactly one of its requests makes the change.
 * That request is not a GET, and it is sent once. If a later request fails, the outcome is unknown, unless
 * `run` throws `Rejected`.
 */
export type SeveralRequests<Name extends OperationName = OperationName> = Row & {
  lines: Record<string, Line<InputOf<Name>>>;
  run(call: Call<Record<string, Line>>, input: InputOf<Name>): Promise<OutputOf<Name>>;
};

/** One request and its reply. */
export type Line<Input = never> = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** The path, possibly with a query. `{id}` stands for the input's id, or for a parameter of `call`. */
  path: string;
  /** The schema of the request's body; null if the request has no body. */
  request: z.ZodType | null;
  /** The schema of the reply's JSON. An empty reply is validated as `undefined`. */
  reply: z.ZodType;
  /**
   * For a page of a list. `at`: the field with the list; absent if the reply itself is the list. `id` and
   * `name`: the fields with an item's id, and with its name for people. `paging`: the fields beside the list
   * that only describe the page, such as a cursor. Items that do not fit are skipped. An item's hash covers the
   * item and all fields beside the list except `paging`. A field that is missing in `paging` only costs speed:
   * more items count as changed.
   */
  list?: { at?: string; id: string; name?: string; paging?: string[] };
  /** Maps our words to the request. */
  toWire(input: Input): WireRequest;
};

/** The request's parts beside method, path and credential. */
export type WireRequest = {
  query?: Record<string, string | undefined>;
  headers?: Record<string, string>;
  body?: unknown;
};

/** The reply's status and headers, and the items of its list that could not be read. */
export type Got = { status: number; headers: Headers; skipped: Skipped[] };

/**
 * Sends one of the row's requests; `params` fill its path. With `until`, polls: repeats a GET, with growing
 * pauses, until `until` accepts the reply or the operation's time is over.
 */
export type Call<Lines extends Record<string, Line>> = <Name extends keyof Lines & string>(
  line: Name,
  params?: Record<string, string>,
  options?: { until: (reply: z.output<Lines[Name]["reply"]>) => boolean },
) => Promise<Got & { reply: z.output<Lines[Name]["reply"]> }>;

/** Thrown by a row if a 2xx reply means no, and nothing was changed. `sentence` is the supplier's own. */
export class Rejected extends Error {
  readonly sentence: string;

  constructor(sentence: string) {
    super("The supplier rejected it.");
    this.name = "Rejected";
    this.sentence = sentence;
  }
}

/** Types a row of one request: `fromWire` gets the output of `reply`. */
export function operation<Name extends OperationName, Reply extends z.ZodType>(
  _name: Name,
  row: Omit<OneRequest<Name>, "reply" | "fromWire"> & {
    reply: Reply;
    fromWire: (reply: z.output<Reply>, got: Got & { input: InputOf<Name> }) => OutputOf<Name>;
  },
): OneRequest<Name> {
  return row;
}

/** Types a row of several requests: `call` returns the output of a line's `reply`. */
export function operationOf<Name extends OperationName, Lines extends Record<string, Line<InputOf<Name>>>>(
  _name: Name,
  row: Row & { lines: Lines; run: (call: Call<Lines>, input: InputOf<Name>) => Promise<OutputOf<Name>> },
): SeveralRequests<Name> {
  return row as SeveralRequests<Name>;
}

/** Returns a row's requests by name; a single request has the name "". */
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
