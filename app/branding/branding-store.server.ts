import { recordActivity } from "../activity/record-activity.server.ts";
import { inShop } from "../lib/db.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import type { Branding } from "../wholesale/resources.ts";

export type Draft = { branding: Branding; savedAt: Date; refusedSaid: string | null };

/** A version that the supplier took. */
export type PublishedVersion = { number: number; branding: Branding; publishedAt: Date };

/** A version on its way to the supplier; past its deadline, nobody knows whether it arrived. */
export type VersionUnderWay = { id: string; number: number; branding: Branding; deadline: Date };

/** The one request of a publishing ends in 15 s. */
const PUBLISH_MS = 60_000;

const SUBJECT = { label: { code: "branding.title" }, url: "/app/branding" } as const;

/** All that is known of a shop's branding without asking the supplier. */
export async function findBranding(
  shop: ShopDomain,
): Promise<{ draft: Draft | null; published: PublishedVersion | null; underWay: VersionUnderWay | null }> {
  return inShop(shop, async (tx) => {
    const draft = await tx.brandingDraft.findUnique({ where: { shop } });
    const latest = await tx.brandingVersion.findFirst({
      where: { shop, publishedAt: { not: null } },
      orderBy: { number: "desc" },
    });
    const open = await tx.brandingVersion.findFirst({ where: { shop, publishedAt: null } });
    return {
      draft: draft && { branding: pick(draft), savedAt: draft.savedAt, refusedSaid: draft.refusedSaid },
      published: latest?.publishedAt
        ? { number: latest.number, branding: pick(latest), publishedAt: latest.publishedAt }
        : null,
      underWay: open && { id: open.id, number: open.number, branding: pick(open), deadline: open.deadline },
    };
  });
}

/** Keeps what the merchant works on. */
export async function saveDraft(
  shop: ShopDomain,
  { branding, now }: { branding: Branding; now: Date },
): Promise<void> {
  const row = { ...branding, savedAt: now, refusedSaid: null };
  await inShop(shop, (tx) =>
    tx.brandingDraft.upsert({ where: { shop }, create: { shop, ...row }, update: row }),
  );
}

/** Forgets it. */
export async function dropDraft(shop: ShopDomain): Promise<void> {
  await inShop(shop, (tx) => tx.brandingDraft.deleteMany({ where: { shop } }));
}

/**
 * Takes the shop's lease and commits what the supplier is about to be asked to take. A version whose deadline has
 * passed makes way: whatever became of it, this one replaces the whole.
 *
 * @returns null when another publishing is under way.
 */
export async function beginVersion(
  shop: ShopDomain,
  { branding, now }: { branding: Branding; now: Date },
): Promise<VersionUnderWay | null> {
  return inShop(shop, async (tx) => {
    await tx.brandingVersion.deleteMany({ where: { shop, publishedAt: null, deadline: { lte: now } } });
    const { _max } = await tx.brandingVersion.aggregate({ where: { shop }, _max: { number: true } });
    const deadline = new Date(now.getTime() + PUBLISH_MS);
    const number = (_max.number ?? 0) + 1;
    // The partial unique index allows one a shop: whoever comes second waits here, then finds it taken.
    const [row] = await tx.brandingVersion.createManyAndReturn({
      data: [{ shop, number, ...branding, begunAt: now, deadline }],
      skipDuplicates: true,
    });
    return row ? { id: row.id, number, branding, deadline } : null;
  });
}

/** The supplier has this version: parcels leave with it from now on. A draft that says the same has done its work. */
export async function endAsPublished(
  shop: ShopDomain,
  { version, now }: { version: VersionUnderWay; now: Date },
): Promise<void> {
  const { id, number, branding } = version;
  await inShop(shop, async (tx) => {
    const { count } = await tx.brandingVersion.updateMany({
      where: { id, publishedAt: null },
      data: { publishedAt: now },
    });
    // Two looks at once: the first one has told of it.
    if (count === 0) return;
    await tx.brandingDraft.deleteMany({ where: { shop, ...branding } });
    const message = { code: "branding.activity.published", number } as const;
    await recordActivity(tx, {
      shop,
      kind: "branding.published",
      tone: "success",
      subject: SUBJECT,
      message,
      at: now,
    });
  });
}

/** The supplier does not have it. What the merchant entered stays in the draft, with the reason. */
export async function endAsRefused(
  shop: ShopDomain,
  { version, said, now }: { version: VersionUnderWay; said: string; now: Date },
): Promise<void> {
  await inShop(shop, async (tx) => {
    const { count } = await tx.brandingVersion.deleteMany({ where: { id: version.id, publishedAt: null } });
    if (count === 0) return;
    await tx.brandingDraft.updateMany({ where: { shop }, data: { refusedSaid: said } });
    await recordActivity(tx, {
      shop,
      kind: "branding.rejected",
      tone: "warning",
      subject: SUBJECT,
      message: {
        code: "earlier-message",
        text: `Your branding was not published. ${said} Your draft is kept.`,
      },
      at: now,
    });
  });
}

/** Nobody can tell yet. The lease ends, so that it can be looked at, or published again. */
export async function endAsUnknown(
  shop: ShopDomain,
  { version, now }: { version: VersionUnderWay; now: Date },
): Promise<void> {
  await inShop(shop, async (tx) => {
    const where = { id: version.id, publishedAt: null };
    const { count } = await tx.brandingVersion.updateMany({ where, data: { deadline: now } });
    if (count === 0) return;
    await recordActivity(tx, {
      shop,
      kind: "branding.in-doubt",
      tone: "warning",
      subject: SUBJECT,
      message: { code: "branding.activity.in-doubt" },
      at: now,
    });
  });
}

/** Removes every trace of a shop. */
export async function eraseBranding(shop: ShopDomain): Promise<void> {
  await inShop(shop, async (tx) => {
    await tx.brandingDraft.deleteMany({ where: { shop } });
    await tx.brandingVersion.deleteMany({ where: { shop } });
  });
}

function pick(row: Branding): Branding {
  const { brandName, logo, primaryColor, packingSlipMessage, returnAddress, supportEmail, supportPhone } =
    row;
  return { brandName, logo, primaryColor, packingSlipMessage, returnAddress, supportEmail, supportPhone };
}
