import type { ProductsAfter } from "../../connection/connection-state.ts";
import { jobs } from "../../queue/jobs.ts";
import { inShop, type Tx } from "../../lib/database/db.server.ts";
import { execute } from "../../lib/database/statement.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { enqueue } from "../../queue/boss.server.ts";

/**
 * A run over a shop's linked products. "delist": after a disconnection. "restore": after a connection.
 * "unlink": after the merchant has chosen to drop the links (`dropLinks`).
 */
export type LinkRunKind = "delist" | "restore" | "unlink";

/** Starts delisting a disconnected shop's products, as the merchant chose in the `disconnection` row. Idempotent. */
export async function startDelisting(shop: ShopDomain): Promise<void> {
  await inShop(shop, async (tx, now) => {
    const disconnection = await tx.disconnection.findUnique({ where: { shop } });
    // Without a row, the shop has been connected again.
    if (disconnection === null) return;
    const { at: since, products } = disconnection;
    if (await hasLinkRunStarted(tx, shop, since)) return;
    await beginLinkRun(tx, shop, { kind: "delist", products: products as ProductsAfter, since, now });
  });
}

/** Starts restoring a connected shop's products, once per connection. Idempotent. */
export async function startRestoring(shop: ShopDomain): Promise<void> {
  await inShop(shop, async (tx, now) => {
    const connection = await tx.connection.findUnique({ where: { shop } });
    if (connection === null || (await hasLinkRunStarted(tx, shop, connection.connectedAt))) return;
    await beginRestoring(tx, shop, { ...connection, now });
  });
}

/**
 * Starts restoring the products of the connected account. The run sets their stock after the mirror has read
 * the supplier's list. Imports that waited for the account continue. Products of another account wait until the
 * merchant confirms that both accounts sell the same products.
 */
export async function beginRestoring(
  tx: Tx,
  shop: ShopDomain,
  { account, connectedAt, now }: { account: string | null; connectedAt: Date; now: Date },
): Promise<void> {
  const delisted = await tx.productLink.findFirst({ where: { shop, delisted: { not: null } } });
  const before = await tx.linkRun.findUnique({ where: { shop } });
  // A run that is still due may be a delisting that has not begun. The new run replaces it.
  if (delisted || before?.dueAt) await beginLinkRun(tx, shop, { kind: "restore", since: connectedAt, now });
  const waiting = { shop, account, state: "importing", dueAt: null };
  const { count } = await tx.productLink.updateMany({ where: waiting, data: { dueAt: now } });
  if (count > 0) await enqueue(tx, jobs["catalog.import"], { shop });
}

/**
 * Makes a run due, and replaces any other run of the shop. The new run begins after the lease of the replaced
 * run, so that two runs never write to the same product.
 * @param run `since`: the time of the connection or disconnection that the run belongs to.
 */
export async function beginLinkRun(
  tx: Tx,
  shop: ShopDomain,
  run: { kind: LinkRunKind; products?: ProductsAfter; since: Date; now: Date },
): Promise<void> {
  const { kind, products = null, since, now } = run;
  await execute(tx)`
    insert into link_run (shop, kind, products, since, due_at)
    values (${shop}, ${kind}, ${products}, ${since}, ${now})
    on conflict (shop) do update set kind = excluded.kind, products = excluded.products, since = excluded.since,
      checkpoint = null, done = 0, failed = 0, drafts = 0, retry_count = 0,
      due_at = ${now}, leased_until = case when link_run.leased_until > ${now} then link_run.leased_until end`;
  await enqueue(tx, jobs["catalog.process-link-run"], { shop });
}

/** Returns true if the connection or disconnection at this time already has a run. */
async function hasLinkRunStarted(tx: Tx, shop: ShopDomain, since: Date): Promise<boolean> {
  return (await tx.linkRun.count({ where: { shop, since } })) > 0;
}
