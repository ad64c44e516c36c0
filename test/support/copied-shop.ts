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

/** Reads what there is of a shop, and removes it: no sweep is to find the original. */
async function takeOut(shop: ShopDomain): Promise<Original> {
  const state = { ...simulated(shop) };
  simulated(shop).installed = false;
  const rows: Original["rows"] = {};
  const tables = await tablesOfShops(databaseUrl);
  for (const table of tables) {
    const found = await query<{ row: Row }>(
      databaseUrl,
      `select row_to_json(it) as row from ${table} it where shop = $1`,
      [shop],
    );
    // Its token is its own.
    if (found.length > 0 && table !== "session") rows[table] = found.map(({ row }) => row);
  }
  for (const table of tables) await query(databaseUrl, `delete from ${table} where shop = $1`, [shop]);
  await query(databaseUrl, "delete from pgboss.job where data->>'shop' = $1", [shop]);
  const text = JSON.stringify(rows);
  const placed = wholesale.supplier.ledger.orders().filter(({ reference }) => text.includes(reference));
  return { state, rows, placed };
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
