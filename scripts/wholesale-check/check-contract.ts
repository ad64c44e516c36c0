import { Failure } from "../../app/lib/failure.ts";
import { wholesaleClient } from "../../app/wholesale/client.server.ts";
import * as ours from "../../app/wholesale/contract.ts";
import type { Abilities, ContractModule, OperationName } from "../../app/wholesale/operation.ts";
import { checkByReference, checkUpdatedSince, countOf, type Listed } from "./check-abilities.ts";
import { checkBranding } from "./check-branding.ts";
import { cancelOrder, placeOrder } from "./check-order.ts";
import { holdInterrupts, Interrupted } from "../check/hold-interrupts.ts";
import { type Ask, notProven, notTried, type Trial, trial, type Tried } from "./trial.ts";

export type Check = {
  baseUrl: string;
  /** The contract to check; by default the built-in one. */
  contract?: ContractModule;
  /** The key for operations that need one. By default, the check uses the key that it creates. */
  apiKey?: string | undefined;
  /** If set, the check signs in and creates a key of this name. The supplier may offer no way to delete the key. */
  createKey?: { account: { email: string; password: string }; keyName: string } | undefined;
  /**
   * If true, the check changes the support phone number and restores it. Whoever sets this takes responsibility for a
   * write that the supplier does not document (`assumed`).
   */
  write: boolean;
  /**
   * If set, the check orders one piece of this SKU under this reference, and then cancels the order. Use this only
   * with a test account.
   */
  placeOrder?: { sku: string; reference: string } | undefined;
  now: Date;
  timeoutMs?: number;
};

/** The result of trying one operation. `basis` says if the supplier documents the operation, or if we assume it. */
export type Checked = Tried & { basis: "documented" | "assumed" };

/**
 * Tries the contract with a live supplier, and yields each operation's result at once. Only reads, unless `check`
 * allows it to create a key, to write or to order. Undoes its changes, except for a new key.
 *
 * @throws Interrupted if a person interrupted the check, after its changes are undone.
 */
export async function* checkContract(check: Check): AsyncGenerator<Checked, void> {
  const { contract } = check.contract ?? ours;
  for await (const tried of tryAll(check)) {
    yield { ...tried, basis: contract[tried.operation]?.basis ?? "assumed" };
  }
}

async function* tryAll(check: Check): AsyncGenerator<Tried, void> {
  const { contract, abilities } = check.contract ?? ours;
  const call = wholesaleClient(check.baseUrl, {
    contract: check.contract ?? ours,
    assumedWrites: check.write || check.placeOrder !== undefined,
  });
  const timeout = check.timeoutMs === undefined ? {} : { timeoutMs: check.timeoutMs };
  const askWith =
    (credential: string | null): Ask =>
    (name, input, onLeftOut) =>
      call(name, {
        input,
        ...(credential === null ? {} : { credential }),
        ...timeout,
        ...(onLeftOut && { onLeftOut }),
      });

  const madeKey = yield* checkAccount(check.createKey, askWith);
  const apiKey = check.apiKey ?? madeKey;
  if (apiKey === null) {
    for (const name of NEED_KEY) yield notTried(name, "there is no key to try it with");
  } else {
    const ask = askWith(apiKey);
    yield* checkProducts(ask, abilities, check.now);
    yield* checkOrders(ask, check);
    yield* checkBranding(ask, check.write ? contract.writeBranding : null);
  }
  if (apiKey === null || check.placeOrder === undefined) {
    yield notTried("placeOrder", "it would buy");
    yield notTried(
      "cancelOrder",
      contract.cancelOrder === null ? "the contract has none" : "it would cancel what somebody bought",
    );
  }
}

/** Reads orders. If the check places an order, reads the list before it cancels that order. */
async function* checkOrders(ask: Ask, check: Check): AsyncGenerator<Tried, void> {
  const { contract, abilities } = check.contract ?? ours;
  if (check.placeOrder === undefined) {
    yield* readOrders(ask, abilities, check.now);
    return;
  }
  const hold = holdInterrupts();
  try {
    const byReference = abilities.findOrderByReference;
    const order = yield* placeOrder(ask, { ...check.placeOrder, byReference });
    try {
      if (!hold.isInterrupted) yield* readOrders(ask, abilities, check.now);
    } finally {
      if (order === null) yield notProven("cancelOrder", "there is no order that may be cancelled");
      else yield* cancelOrder(ask, { row: contract.cancelOrder, order });
    }
  } finally {
    hold.release();
  }
  if (hold.isInterrupted) throw new Interrupted("Interrupted.");
}

/** Page size of the check. It is smaller than the app's, so that small catalogs have a second page. */
const PAGE_SIZE = 10;
const NEED_KEY = [
  "listProducts",
  "getProduct",
  "findOrders",
  "getOrder",
  "readBranding",
  "writeBranding",
] as const;
const OTHER_ID = { says: "expected the id that was asked for" };

/** Signs in and creates a key. @returns the key, if it may be used. */
async function* checkAccount(
  createKey: Check["createKey"],
  askWith: (credential: string | null) => Ask,
): AsyncGenerator<Tried, string | null> {
  if (createKey === undefined) {
    yield notTried("logIn", "it is needed only to make a key (--create-key)");
    yield notTried("createKey", "it would make a key that may be impossible to delete (--create-key)");
    return null;
  }
  const { account, keyName } = createKey;
  const logIn = trial("logIn", askWith(null));
  const session = await logIn.ask(account);
  yield logIn.tried();
  if (session instanceof Failure) {
    yield notTried("createKey", "there is no session token to try it with");
    return null;
  }
  const creation = trial("createKey", askWith(session.token));
  const made = await creation.ask({ name: keyName });
  creation.expect(made, ({ name }) => name === keyName, {
    path: "name",
    says: "expected the name that was sent, unchanged",
  });
  if (!(made instanceof Failure)) {
    const start = `${made.apiKey.slice(0, 4)}…`;
    creation.remark(`made the key “${keyName}” (${start}), which may be impossible to delete`);
  } else if (made.code === "outcome-unknown") {
    creation.remark(`a key “${keyName}” may have been made: look under API keys in the supplier's profile`);
  }
  yield creation.tried();
  // Does not use a key that was created under another name, because it could belong to another shop.
  return made instanceof Failure || made.name !== keyName ? null : made.apiKey;
}

async function* checkProducts(ask: Ask, abilities: Abilities, now: Date): AsyncGenerator<Tried, void> {
  const list = trial("listProducts", ask);
  const first = await list.ask({ pageSize: PAGE_SIZE, cursor: null });
  if (first instanceof Failure) {
    yield list.tried();
    yield notTried("getProduct", "no product is known, because listProducts did not work");
    return;
  }
  list.expect(first, (page) => countOf(page) <= PAGE_SIZE, {
    says: `more came than the ${String(PAGE_SIZE)} that were asked for`,
  });
  await checkPaging(list, first, (cursor) => list.ask({ pageSize: PAGE_SIZE, cursor }, "second page"));
  if (first.nextCursor === null && countOf(first) >= PAGE_SIZE) {
    // The page is full and has no cursor. Either the list happens to end here, or the supplier's cursor has another
    // name. A longer page shows which.
    const longer = await list.ask({ pageSize: PAGE_SIZE * 2, cursor: null }, "longer page");
    list.expect(longer, (page) => countOf(page) <= countOf(first), {
      says: "there are more products, but no cursor leads to them",
    });
  }
  if (abilities.productsUpdatedSince) {
    const since = (updatedSince: Date) =>
      list.ask({ pageSize: PAGE_SIZE, cursor: null, updatedSince }, "ability productsUpdatedSince");
    await checkUpdatedSince(list, { what: "products", first, since }, now);
  }
  yield list.tried();

  const [known] = first.items;
  if (known === undefined) {
    yield notTried("getProduct", "there are no products");
    return;
  }
  const one = trial("getProduct", ask);
  const product = await one.ask({ id: known.id });
  one.expect(product, ({ id }) => id === known.id, OTHER_ID);
  yield one.tried();
}

async function* readOrders(ask: Ask, abilities: Abilities, now: Date): AsyncGenerator<Tried, void> {
  const find = trial("findOrders", ask);
  const updatedSince = new Date(0);
  const first = await find.ask({ updatedSince });
  if (first instanceof Failure) {
    yield find.tried();
    yield notTried("getOrder", "no order is known, because findOrders did not work");
    return;
  }
  await checkPaging(find, first, (cursor) => find.ask({ updatedSince, cursor }, "second page"));
  if (abilities.findOrderByReference) await checkByReference(find, first.items);
  if (abilities.ordersUpdatedSince) {
    const since = (updatedSince: Date) => find.ask({ updatedSince }, "ability ordersUpdatedSince");
    await checkUpdatedSince(find, { what: "orders", first, since }, now);
  }
  yield find.tried();

  const [known] = first.items;
  if (known === undefined) {
    yield notTried("getOrder", "there are no orders");
    return;
  }
  const one = trial("getOrder", ask);
  const order = await one.ask({ id: known.id });
  one.expect(order, ({ id }) => id === known.id, OTHER_ID);
  yield one.tried();
}

async function checkPaging(
  list: Pick<Trial<OperationName>, "expect" | "remark">,
  first: Listed,
  follow: (cursor: string) => Promise<Listed | Failure>,
): Promise<void> {
  const { nextCursor } = first;
  if (nextCursor === null) {
    list.remark("paging was not seen: no page led to another");
    return;
  }
  const step = "second page";
  const second = await follow(nextCursor);
  const seen = new Set(first.items.map(({ id }) => id));
  list.expect(second, ({ items }) => !items.some(({ id }) => seen.has(id)), {
    step,
    says: "it repeats what was on the first: the cursor is ignored",
  });
  list.expect(second, (page) => page.nextCursor !== nextCursor, {
    step,
    says: "expected another cursor than the one that was followed",
  });
}
