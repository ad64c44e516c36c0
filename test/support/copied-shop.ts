import { createHash, randomBytes } from "node:crypto";

import { env } from "../../app/lib/env.server.ts";
import { seal } from "../../app/lib/seal.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import { OBJECTS_PER_SHOP, type ShopState } from "../sandbox/shop/state.ts";
import type { Order } from "../sandbox/wholesale/ledger.ts";
import { query, queryOften } from "./database.ts";
import { tablesOfShops } from "./every-table.ts";
import { issueToken, simulated } from "./installed-shop.ts";
import { databaseUrl, newShop, wholesale } from "./world.ts";

type Row = Record<string, unknown>;
type Original = { state: ShopState; rows: Record<string, Row[]>; placed: Order[] };

/**
 * Shops with the same history, each for one test: the first time in a world, `make` goes through that history, and from
 * then on what it left in the database and in Shopify is copied under another shop's name. Each has a key of its own.
 */
export function copies(make: () => Promise<ShopDomain>): () => Promise<ShopDomain> {
  const originals = new WeakMap<object, Promise<Original>>();
  return async () => {
    // The supplier is another one in each world.
    const original = originals.get(wholesale) ?? make().then(takeOut);
    originals.set(wholesale, original);
    return copy(await original);
  };
}

/**
 * Like `copies`, for several histories, each with its own arguments. Most histories occur once, so the
 * first shop is not kept for copying. For the second shop `make` runs again; all later ones are copies of that.
 */
export function copiesOf<Of>(make: (of: Of) => Promise<ShopDomain>): (of: Of) => Promise<ShopDomain> {
  const copied = new WeakMap<object, Map<string, () => Promise<ShopDomain>>>();
  return async (of) => {
    const inWorld = copied.get(wholesale) ?? new Map<string, () => Promise<ShopDomain>>();
    copied.set(wholesale, inWorld);
    const history = JSON.stringify(of);
    const again = inWorld.get(history);
    if (again) return again();
    inWorld.set(
      history,
      copies(() => make(of)),
    );
    return make(of);
  };
}

/** Reads what there is of a shop, and removes it: no sweep is to find the original. */
async function takeOut(shop: ShopDomain): Promise<Original> {
  const state = { ...simulated(shop) };
  simulated(shop).installed = false;
  const tables = await tablesOfShops(databaseUrl);
  const found = await query<{ table: string; rows: Row[] | null }>(
    databaseUrl,
    tables
      .map(
        (table) =>
          `select '${table}' as table, (select json_agg(it) from ${table} it where shop = $1) as rows`,
      )
      .join(" union all "),
    [shop],
  );
  const rows: Original["rows"] = {};
  // Its token is its own.
  for (const { table, rows: own } of found) if (own && table !== "session") rows[table] = own;
  await removeRows(shop, tables);
  const text = JSON.stringify(rows);
  const placed = wholesale.supplier.ledger.orders().filter(({ reference }) => text.includes(reference));
  return { state, rows, placed };
}

/** Deletes a shop's rows, in one message, and without the triggers that check foreign keys. */
async function removeRows(shop: ShopDomain, tables: string[]): Promise<void> {
  const deletions = [
    ...tables.map((table) => `delete from ${table} where shop = '${shop}'`),
    `delete from pgboss.job where data->>'shop' = '${shop}'`,
  ];
  await query(databaseUrl, `set local session_replication_role = replica; ${deletions.join("; ")}`);
}

async function copy({ state, rows, placed }: Original): Promise<ShopDomain> {
  const shop = newShop();
  const own = simulated(shop);
  const renamed = renaming(state, own);
  const { catalog, publications, locations, services, orders, lastId } = state;
  Object.assign(
    own,
    renamed(structuredClone({ catalog, publications, locations, services, orders, lastId })),
  );
  own.installed = state.installed;
  if (state.installed) await issueToken(shop);

  let text = renamed(JSON.stringify(rows));
  for (const order of placed) {
    const again = wholesale.supplier.ledger.place({ ...order, reference: renamed(order.reference) });
    text = text.replaceAll(order.id, again.id);
  }
  const copied = JSON.parse(text) as Original["rows"];
  for (const found of copied["product_search"] ?? []) {
    found["terms"] = String(found["terms"]).replaceAll(`'${lettersOf(state.domain)}`, `'${lettersOf(shop)}`);
  }
  for (const connection of copied["connection"] ?? []) {
    const { key } = wholesale.supplier.accounts.createKey(String(connection["key_name"]));
    connection["sealed_key"] = await seal(key, { shop, purpose: "wholesale-key" }, env.STOCKBRIDGE_KEYRING);
    // It is sealed for the shop that is copied.
    connection["sealed_account"] = null;
    Object.assign(connection, { key_start: key.slice(0, 4), key_end: key.slice(-4) });
  }
  const inserts = Object.keys(copied).map(
    (table, index) =>
      `i${String(index)} as (insert into ${table} select * from json_populate_recordset(null::${table}, $${String(index + 1)}))`,
  );
  const values = Object.values(copied).map((each) => JSON.stringify(each));
  await queryOften(databaseUrl, `with ${inserts.join(", ")} select`, values);
  return shop;
}

/** Returns the prefix of the words of a shop's products. */
function lettersOf(domain: string): string {
  return createHash("md5").update(domain).digest("hex").slice(0, 6);
}

/**
 * Gives all that is called by one shop's names the other's: its domain, Shopify's numbers, the ids of rows, and what its
 * references at the supplier begin with.
 */
function renaming(from: ShopState, to: ShopState): <Value>(value: Value) => Value {
  const room = (id: number) => Math.floor(id / OBJECTS_PER_SHOP);
  const shift = (room(to.lastId) - room(from.lastId)) * OBJECTS_PER_SHOP;
  const number = (id: number) => (room(id) === room(from.lastId) ? id + shift : id);
  // Ids keep their order: only the end differs, after the digits that count ids of one millisecond.
  const end = randomBytes(4).toString("hex");
  const prefix = `SB${randomBytes(4).toString("hex").toUpperCase()}`;
  const text = (value: string) =>
    value
      .replaceAll(from.domain, to.domain)
      .replaceAll(/\bSB[\dA-F]{8}\b/g, prefix)
      .replaceAll(/\b\d{13}\b/g, (digits) => String(number(Number(digits))))
      .replaceAll(/\b([\da-f]{8}(?:-[\da-f]{4}){4})[\da-f]{8}\b/g, `$1${end}`);
  const seen = new Set<unknown>();
  const rename = (value: unknown): unknown => {
    if (typeof value === "number") return number(value);
    if (typeof value === "string") return text(value);
    if (typeof value !== "object" || value === null || value instanceof Date || seen.has(value)) return value;
    seen.add(value);
    if (value instanceof Map) {
      const entries = [...(value as Map<unknown, unknown>)];
      value.clear();
      for (const [key, inner] of entries) value.set(rename(key), rename(inner));
    } else {
      for (const [key, inner] of Object.entries(value)) (value as Row)[key] = rename(inner);
    }
    return value;
  };
  return <Value>(value: Value) => rename(value) as Value;
}
