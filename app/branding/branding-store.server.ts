import { type BrandingVersion, Prisma } from "@prisma/client";

import { recordActivity } from "../lib/activity/record-activity.server.ts";
import { inShop, readInShop, type Tx } from "../lib/database/db.server.ts";
import { execute } from "../lib/database/statement.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { type Message, storedMessage } from "../messages/message.ts";
import { after } from "../queue/back-off.ts";
import type { Branding } from "../wholesale/resources.ts";

/** `rejection`: the reason why publishing the draft failed; null after the draft is saved again. */
export type Draft = { branding: Branding; savedAt: Date; rejection: Message | null };

/** A version that the supplier accepted. */
export type PublishedVersion = { number: number; branding: Branding; publishedAt: Date };

/**
 * A version that was sent, without a known outcome. After its deadline it is in doubt. `account`: the
 * supplier's account that the version was sent to.
 */
export type OpenVersion = {
  id: string;
  number: number;
  account: string | null;
  branding: Branding;
  inDoubt: boolean;
};

/**
 * Lease on a shop's publishing, in seconds. Its calls take 45 s at most: a write, a read and a key check, 15 s
 * each.
 */
const PUBLISH_SECONDS = 60;

const SUBJECT = { label: { code: "branding.title" }, url: "/app/branding" } as const;

type KnownBranding = {
  draft: Draft | null;
  /** The latest version of the connected account. */
  published: PublishedVersion | null;
  /** The latest version of any account, if the connected account has none. */
  elsewhere: PublishedVersion | null;
  open: OpenVersion | null;
};

/** Reads the shop's branding from our rows, without calling the supplier. */
export async function findBranding(shop: ShopDomain): Promise<KnownBranding> {
  return readInShop(shop, (tx, now) => findIn(tx, { shop, now }));
}

async function findIn(tx: Tx, { shop, now }: { shop: ShopDomain; now: Date }): Promise<KnownBranding> {
  const draft = await tx.brandingDraft.findUnique({ where: { shop } });
  const published = await findLatest(tx, shop, await findAccount(tx, shop));
  const open = await tx.brandingVersion.findFirst({ where: { shop, publishedAt: null } });
  return {
    draft: draft && {
      branding: pick(draft),
      savedAt: draft.savedAt,
      rejection: storedMessage(draft.rejection),
    },
    published,
    elsewhere: published === null ? await findLatest(tx, shop) : null,
    open: open && {
      id: open.id,
      number: open.number,
      account: open.account,
      branding: pick(open),
      inDoubt: open.deadline <= now,
    },
  };
}

/** Reads a published version by its number; null if there is none. */
export async function findVersion(shop: ShopDomain, number: number): Promise<PublishedVersion | null> {
  const row = await inShop(shop, (tx) =>
    tx.brandingVersion.findUnique({ where: { shop_number: { shop, number } } }),
  );
  return row && toPublished(row);
}

/** Returns the connected account; null if none is known. */
async function findAccount(tx: Tx, shop: ShopDomain): Promise<string | null> {
  const connection = await tx.connection.findUnique({ where: { shop }, select: { account: true } });
  return connection?.account ?? null;
}

/** Returns the latest published version: of `account`, or of any account if it is undefined. */
async function findLatest(
  tx: Tx,
  shop: ShopDomain,
  account?: string | null,
): Promise<PublishedVersion | null> {
  const latest = await tx.brandingVersion.findFirst({
    where: { shop, publishedAt: { not: null }, ...(account !== undefined && { account }) },
    orderBy: { number: "desc" },
  });
  return latest && toPublished(latest);
}

function toPublished({ number, publishedAt, ...row }: BrandingVersion): PublishedVersion | null {
  return publishedAt && { number, branding: pick(row), publishedAt };
}

/**
 * Records for the merchant that packages leave without branding: it was published with another account only.
 * Records this once per key.
 */
export async function recordUnpublishedBranding(shop: ShopDomain): Promise<void> {
  await inShop(shop, async (tx, now) => {
    // Locks the connection, so that two jobs for the same key do not both record this.
    await execute(tx)`select from connection where shop = ${shop} for update`;
    const { elsewhere } = await findIn(tx, { shop, now });
    const key = await tx.keyAttempt.findFirst({
      where: { shop, outcome: "stored" },
      orderBy: { startedAt: "desc" },
      select: { startedAt: true },
    });
    if (elsewhere === null || key === null) return;
    const kind = "branding.unpublished";
    const told = { shop, kind, at: { gte: key.startedAt } };
    if ((await tx.activity.findFirst({ where: told, select: { id: true } })) !== null) return;
    await recordActivity(tx, {
      shop,
      kind,
      tone: "warning",
      subject: SUBJECT,
      at: now,
      message: { code: "branding.activity.unpublished", number: elsewhere.number },
    });
  });
}

/**
 * Saves the merchant's draft.
 * @param seen the stamp of the page that the merchant edits. Without a stamp, always saves.
 * @returns false, and saves nothing, if the draft was saved, dropped or published after that page was loaded.
 */
export async function saveDraft(shop: ShopDomain, branding: Branding, seen?: string): Promise<boolean> {
  return inShop(shop, async (tx, now) => {
    if (seen !== undefined && seen !== stampOf(await findIn(tx, { shop, now }))) return false;
    const row = { ...branding, savedAt: now, rejection: Prisma.DbNull };
    await tx.brandingDraft.upsert({ where: { shop }, create: { shop, ...row }, update: row });
    return true;
  });
}

/**
 * Returns the page's stamp: the time at which the draft was saved. Without a draft it is the time of the last
 * publication, or "live".
 */
export function stampOf({
  draft,
  published,
}: {
  draft: Pick<Draft, "savedAt"> | null;
  published: Pick<PublishedVersion, "publishedAt"> | null;
}): string {
  return (draft?.savedAt ?? published?.publishedAt)?.toISOString() ?? "live";
}

export async function dropDraft(shop: ShopDomain): Promise<void> {
  await inShop(shop, (tx) => tx.brandingDraft.deleteMany({ where: { shop } }));
}

/**
 * Claims the shop's lease and stores the version before the caller sends it. Deletes a version in doubt,
 * because the new version replaces the whole branding in any case.
 * @returns null if the shop is publishing already.
 */
export async function beginVersion(
  shop: ShopDomain,
  { branding, account }: Pick<OpenVersion, "branding" | "account">,
): Promise<OpenVersion | null> {
  return inShop(shop, async (tx, now) => {
    await tx.brandingVersion.deleteMany({ where: { shop, publishedAt: null, deadline: { lte: now } } });
    const { _max } = await tx.brandingVersion.aggregate({ where: { shop }, _max: { number: true } });
    const number = (_max.number ?? 0) + 1;
    // The partial unique index allows one open version per shop: the second of two concurrent calls waits
    // here, and then inserts no row.
    const [row] = await tx.brandingVersion.createManyAndReturn({
      data: [{ shop, number, account, ...branding, begunAt: now, deadline: after(now, PUBLISH_SECONDS) }],
      skipDuplicates: true,
    });
    return row ? { id: row.id, number, account, branding, inDoubt: false } : null;
  });
}

/** Ends a version that the supplier accepted. Deletes the draft if it equals the version. */
export async function endAsPublished(shop: ShopDomain, { id, number, branding }: OpenVersion): Promise<void> {
  await inShop(shop, async (tx, now) => {
    const { count } = await tx.brandingVersion.updateMany({
      where: { shop, id, publishedAt: null },
      data: { publishedAt: now },
    });
    // Another request has resolved or replaced the version meanwhile.
    if (count === 0) return;
    await tx.brandingDraft.deleteMany({ where: { shop, ...branding } });
    await recordActivity(tx, {
      shop,
      kind: "branding.published",
      tone: "success",
      subject: SUBJECT,
      at: now,
      message: { code: "branding.activity.published", number },
    });
  });
}

/**
 * Deletes a version that the supplier does not have. Keeps the merchant's draft, and stores the reason with it.
 */
export async function endAsRejected(shop: ShopDomain, { id }: OpenVersion, why: Message): Promise<void> {
  await inShop(shop, async (tx, now) => {
    const { count } = await tx.brandingVersion.deleteMany({ where: { shop, id, publishedAt: null } });
    if (count === 0) return;
    await tx.brandingDraft.updateMany({ where: { shop }, data: { rejection: why } });
    await recordActivity(tx, {
      shop,
      kind: "branding.rejected",
      tone: "warning",
      subject: SUBJECT,
      at: now,
      message: { code: "branding.activity.rejected", why },
    });
  });
}

/**
 * Ends the lease of a version whose outcome is unknown. The branding page can then resolve the version, or
 * publish again.
 */
export async function endInDoubt(shop: ShopDomain, { id }: OpenVersion): Promise<void> {
  await inShop(shop, async (tx, now) => {
    const { count } = await tx.brandingVersion.updateMany({
      where: { shop, id, publishedAt: null },
      data: { deadline: now },
    });
    if (count === 0) return;
    await recordActivity(tx, {
      shop,
      kind: "branding.in-doubt",
      tone: "warning",
      subject: SUBJECT,
      at: now,
      message: { code: "branding.activity.in-doubt" },
    });
  });
}

function pick(row: Branding): Branding {
  const { brandName, logo, primaryColor, packingSlipMessage, returnAddress, supportEmail, supportPhone } =
    row;
  return { brandName, logo, primaryColor, packingSlipMessage, returnAddress, supportEmail, supportPhone };
}
