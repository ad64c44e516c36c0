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
};

/** A row for each operation. Of cancelling alone the app can do without: null says that the supplier has none. */
export type Contract = { [Name in Exclude<OperationName, "cancelOrder">]: Operation<Name> } & {
  cancelOrder: Operation<"cancelOrder"> | null;
};

/** What the supplier can do beyond its operations. Where one is off, the app does the safe thing and says so. */
export type Abilities = {
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

/** One row. The mappings are methods, so that a row that knows its reply's exact shape fits where that is not known. */
export type Operation<Name extends OperationName = OperationName> = {
  method: "GET" | "POST" | "PUT";
  /** The path, with `{id}` where the input's id goes. */
  path: string;
  /** What it is called with: nothing, `Authorization: Bearer <token>`, or the API key's header. */
  credential: "none" | "session-token" | "api-key";
  basis: "documented" | "assumed";
  /** Whether a call leaves something behind at the supplier. Such a call is never repeated blindly. */
  changes: boolean;
  /** The schema of the request's body; null when there is none. */
  request: z.ZodType | null;
  reply: z.ZodType;
  /** Of a page: the field with the list, and an item's field with its id. Items that do not fit are left out of it. */
  list?: { at: string; id: string };
  /** Our words to the wire. */
  toWire(input: InputOf<Name>): WireRequest;
  /** The wire to our words. */
  fromWire(reply: unknown, skipped: Skipped[]): OutputOf<Name>;
};

/** What goes over the wire for one call, beside method, path and credential. */
export type WireRequest = {
  query?: Record<string, string | undefined>;
  headers?: Record<string, string>;
  body?: unknown;
};

/** Writes a row down; `fromWire` gets what `reply` makes of the supplier's JSON. */
export function operation<Name extends OperationName, Reply extends z.ZodType>(
  _name: Name,
  row: Omit<Operation<Name>, "reply" | "fromWire"> & {
    reply: Reply;
    fromWire: (reply: z.output<Reply>, skipped: Skipped[]) => OutputOf<Name>;
  },
): Operation<Name> {
  return row;
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
