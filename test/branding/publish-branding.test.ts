import { afterEach, describe, expect, it } from "vitest";

import { eraseRows } from "../../app/installation/erase-rows.server.ts";
import { listActivity } from "../../app/lib/activity/list-activity.server.ts";
import { dropDraft, findBranding, saveDraft } from "../../app/branding/branding-store.server.ts";
import { loadBranding } from "../../app/branding/load-branding.server.ts";
import { publishBranding } from "../../app/branding/publish-branding.server.ts";
import { connect } from "../../app/connection/connect.server.ts";
import { jobHandlers } from "../../app/wiring/job-handlers.server.ts";
import { readFacts } from "../../app/orders/placing/evaluate-order.server.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import type { Message } from "../../app/messages/message.ts";
import { translator } from "../../app/messages/translate.ts";
import type { Branding } from "../../app/wholesale/resources.ts";
import type { FaultName } from "../sandbox/wholesale/faults.ts";
import { query } from "../support/database.ts";
import { openQueue } from "../support/queue.ts";
import { timePasses } from "../support/time-passes.ts";
import { databaseUrl, newShop, wholesale } from "../support/world.ts";
import { PNG } from "./testing.ts";

openQueue();

const branding: Branding = {
  brandName: "Größe & Söhne",
  logo: PNG,
  primaryColor: "#1a2b3c",
  packingSlipMessage: "Thank you!\nCome again.",
  returnAddress: "Königstraße 12a\n50667 Köln",
  supportEmail: "help@example.com",
  supportPhone: null,
};
const other: Branding = { ...branding, brandName: "Other" };
const EMPTY = {
  brandName: "",
  logo: null,
  primaryColor: null,
  packingSlipMessage: null,
  returnAddress: null,
  supportEmail: null,
  supportPhone: null,
};

afterEach(() => {
  for (const operation of ["readBranding", "writeBranding"] as const) wholesale.setFault(operation, "500", 0);
  wholesale.supplier.branding.write(EMPTY);
});

async function connectedShop(): Promise<ShopDomain> {
  const shop = newShop();
  await connect(shop, wholesale.account);
  return shop;
}

/** Returns the branding version that packages leave with. */
async function versionOf(shop: ShopDomain): Promise<{ version: number } | null> {
  const facts = await readFacts({ shop, fulfillmentOrderId: "", request: null });
  return facts.brandingVersion === null ? null : { version: facts.brandingVersion };
}

async function recorded(shop: ShopDomain): Promise<string[]> {
  const { entries } = await listActivity(shop, { place: null });
  return entries
    .filter(({ subject }) => subject?.url === "/app/branding")
    .map(({ tone, message }) => `${tone}: ${translator("en")(message)}`);
}

async function loaded(shop: ShopDomain) {
  const found = await loadBranding(shop);
  if (found.kind !== "branding") throw new Error(`There is no form: ${found.kind}.`);
  return found;
}

describe("publishing branding", () => {
  it("sends all fields, counts the version, and deletes the draft", async () => {
    const shop = await connectedShop();
    expect(await versionOf(shop)).toBeNull();
    expect(await publishBranding(shop, branding)).toEqual({
      kind: "published",
      number: 1,
      changed: [],
    });
    expect(wholesale.supplier.branding.read()).toEqual(branding);
    expect(await versionOf(shop)).toEqual({ version: 1 });
    expect(await loaded(shop)).toEqual({
      kind: "branding",
      branding,
      draft: null,
      published: { number: 1, publishedAt: expect.any(Date) },
      elsewhere: null,
      changedElsewhere: [],
      unread: null,
      open: null,
      stamp: expect.any(String),
    });
    expect(await recorded(shop)).toEqual([
      "success: Published your branding as version 1. New orders ship with it.",
    ]);
    expect(await publishBranding(shop, other)).toMatchObject({ number: 2 });
    expect(await versionOf(shop)).toEqual({ version: 2 });
  });

  it("publishes one version at a time if ten publications start together", async () => {
    const shop = await connectedShop();
    const all = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        publishBranding(shop, { ...branding, brandName: `Brand ${index}` }),
      ),
    );
    expect(all.filter(({ kind }) => kind !== "published" && kind !== "running")).toEqual([]);
    const { published } = await findBranding(shop);
    expect(published?.branding).toEqual(wholesale.supplier.branding.read());
    expect(published?.number).toBe(all.filter(({ kind }) => kind === "published").length);
  });

  it("leaves another shop's versions alone", async () => {
    const [shop, stranger] = [await connectedShop(), await connectedShop()];
    await publishBranding(shop, branding);
    expect(await versionOf(stranger)).toBeNull();
    expect(await findBranding(stranger)).toEqual({
      draft: null,
      published: null,
      elsewhere: null,
      open: null,
    });
  });

  it("keeps the entries as a draft if the shop is not connected", async () => {
    const shop = newShop();
    expect(await publishBranding(shop, branding)).toEqual({ kind: "not-connected" });
    expect((await findBranding(shop)).draft?.branding).toEqual(branding);
  });
});

describe("publishing branding that the supplier rejects", () => {
  it.each<[FaultName, Message]>([
    ["unauthorized", { code: "branding.unauthorized" }],
    ["429", { code: "failure.supplier.rate-limited" }],
  ])("keeps the draft with the reason, and counts no version: %s", async (fault, why) => {
    const shop = await connectedShop();
    await publishBranding(shop, other);
    wholesale.setFault("writeBranding", fault, 1);
    const result = await publishBranding(shop, branding);
    expect(result).toEqual({ kind: "rejected", why });
    expect(await loaded(shop)).toMatchObject({
      branding,
      draft: { rejection: why },
      published: { number: 1 },
      open: null,
    });
    expect((await recorded(shop))[0]).toMatch(
      /^warning: Your branding wasn't published\. .* Your draft is kept\.$/,
    );
    // The failed attempt used up no version number.
    await saveDraft(shop, branding);
    expect((await loaded(shop)).draft?.rejection).toBeNull();
    expect(await publishBranding(shop, branding)).toMatchObject({ kind: "published", number: 2 });
  });
});

describe("publishing branding with an unclear reply", () => {
  it.each<FaultName>(["500-after-commit", "truncated"])(
    "ends as published if the supplier shows the branding: %s",
    async (fault) => {
      const shop = await connectedShop();
      wholesale.setFault("writeBranding", fault, 1);
      expect(await publishBranding(shop, branding)).toEqual({
        kind: "published",
        number: 1,
        changed: [],
      });
      expect(await loaded(shop)).toMatchObject({ draft: null, open: null });
    },
  );

  it.each<FaultName>(["500", "html", "reset", "redirect"])(
    "ends as rejected and keeps the draft if the supplier shows other branding: %s",
    async (fault) => {
      const shop = await connectedShop();
      wholesale.setFault("writeBranding", fault, 1);
      expect(await publishBranding(shop, branding)).toMatchObject({ kind: "rejected" });
      expect(await loaded(shop)).toMatchObject({
        branding,
        draft: { rejection: { code: "branding.not-arrived" } },
        published: null,
        open: null,
      });
    },
  );

  it("stays in doubt until the page can read the supplier's branding, and is recorded once", async () => {
    const shop = await connectedShop();
    wholesale.setFault("writeBranding", "500-after-commit", 1);
    wholesale.setFault("readBranding", "unauthorized", 2);
    expect(await publishBranding(shop, branding)).toEqual({ kind: "in-doubt" });
    expect(await versionOf(shop)).toBeNull();
    expect(await loaded(shop)).toMatchObject({
      branding,
      open: "in-doubt",
      unread: { code: "branding.unauthorized" },
    });
    // Two windows read at once: the outcome is recorded once.
    const [seen] = await Promise.all([loaded(shop), loaded(shop)]);
    expect(seen).toMatchObject({ draft: null, published: { number: 1 }, open: null });
    expect((await recorded(shop)).toSorted()).toEqual([
      expect.stringMatching(/^success: Published your branding as version 1/),
      expect.stringMatching(/^warning: Your supplier didn't say whether they received your branding/),
    ]);
  });

  it("allows another publication while the version is in doubt", async () => {
    const shop = await connectedShop();
    wholesale.setFault("writeBranding", "500", 1);
    wholesale.setFault("readBranding", "unauthorized", 1);
    expect(await publishBranding(shop, branding)).toEqual({ kind: "in-doubt" });
    expect(await publishBranding(shop, other)).toMatchObject({
      kind: "published",
      number: 1,
    });
    expect((await findBranding(shop)).published?.branding).toEqual(other);
  });

  it("is resolved once the lease of a process that died has expired, and not before", async () => {
    const shop = await connectedShop();
    await publishBranding(shop, branding);
    // The state after a power cut between the supplier's reply and our row.
    await query(databaseUrl, "update branding_version set published_at = null where shop = $1", [shop]);
    expect(await loaded(shop)).toMatchObject({ open: "publishing", published: null });
    expect(await publishBranding(shop, other)).toEqual({ kind: "running" });
    await dropDraft(shop);
    await timePasses(shop, 60);
    expect(await loaded(shop)).toMatchObject({ open: null, published: { number: 1 } });
  });
});

describe("a branding page that was loaded before later changes", () => {
  it("neither saves nor publishes over these changes", async () => {
    const shop = await connectedShop();
    const { stamp } = await loaded(shop);
    expect(await saveDraft(shop, other, stamp)).toBe(true);
    expect(await saveDraft(shop, branding, stamp)).toBe(false);
    expect(await publishBranding(shop, branding, stamp)).toEqual({ kind: "stale" });
    const saved = await loaded(shop);
    expect(saved).toMatchObject({ branding: other, published: null });
    expect(await publishBranding(shop, branding, saved.stamp)).toMatchObject({
      kind: "published",
      number: 1,
    });
    expect(await saveDraft(shop, other, saved.stamp)).toBe(false);
    expect(await saveDraft(shop, other, (await loaded(shop)).stamp)).toBe(true);
  });
});

describe("branding that was published with another account", () => {
  /** Branding of a shop that has another account by now. */
  async function shopOfAnother(): Promise<ShopDomain> {
    const shop = await connectedShop();
    await publishBranding(shop, branding);
    await query(databaseUrl, "update branding_version set account = 'the one before' where shop = $1", [
      shop,
    ]);
    wholesale.supplier.branding.write(EMPTY);
    return shop;
  }

  it("goes with no package until it is published again", async () => {
    const shop = await shopOfAnother();
    expect(await versionOf(shop)).toBeNull();
    expect(await loaded(shop)).toMatchObject({
      branding,
      published: null,
      elsewhere: 1,
      changedElsewhere: [],
    });
    expect(await publishBranding(shop, branding)).toMatchObject({ kind: "published", number: 2 });
    expect(await versionOf(shop)).toEqual({ version: 2 });
    expect(await loaded(shop)).toMatchObject({ published: { number: 2 }, elsewhere: null });
  });

  it("is reported once per connection", async () => {
    const shop = await shopOfAnother();
    const connected = () => jobHandlers["connection.connected"]({ shop });
    await Promise.all([connected(), connected()]);
    await connected();
    const report = /^warning: You published your branding \(version 1\) with another account/;
    expect((await recorded(shop)).filter((entry) => report.test(entry))).toHaveLength(1);
    await publishBranding(shop, branding);
    await connected();
    expect((await recorded(shop)).filter((entry) => report.test(entry))).toHaveLength(1);
  });

  it("stays unpublished even if the connected account shows the same branding", async () => {
    const shop = await shopOfAnother();
    // In doubt with the other account, while this one happens to have the same.
    await query(
      databaseUrl,
      "update branding_version set published_at = null, deadline = now() where shop = $1",
      [shop],
    );
    wholesale.supplier.branding.write({ ...branding, brandName: branding.brandName ?? "" });
    expect(await loaded(shop)).toMatchObject({ open: null, published: null });
    expect(await versionOf(shop)).toBeNull();
  });
});

describe("the branding page", () => {
  it("shows the draft, or the supplier's branding if there is no draft", async () => {
    const shop = await connectedShop();
    wholesale.supplier.branding.write({ ...EMPTY, brandName: "Set on the supplier" });
    expect((await loaded(shop)).branding.brandName).toBe("Set on the supplier");
    await saveDraft(shop, branding);
    expect(await loaded(shop)).toMatchObject({ branding, draft: { savedAt: expect.any(Date) } });
    await dropDraft(shop);
    expect((await loaded(shop)).branding.brandName).toBe("Set on the supplier");
  });

  it("lists the fields that were changed on the supplier's site after the last publication", async () => {
    const shop = await connectedShop();
    await publishBranding(shop, branding);
    wholesale.supplier.branding.write({ ...EMPTY, ...branding, brandName: "Somebody else", logo: null });
    expect(await loaded(shop)).toMatchObject({
      branding: { brandName: "Somebody else" },
      changedElsewhere: ["brandName", "logo"],
    });
  });

  it("shows the published version while the supplier cannot be read", async () => {
    const shop = await connectedShop();
    await publishBranding(shop, branding);
    wholesale.setFault("readBranding", "html", 1);
    expect(await loaded(shop)).toMatchObject({
      branding,
      unread: { code: "failure.supplier.unexpected-reply" },
    });
  });
});

it("erases a shop's branding drafts and versions, and no other shop's", async () => {
  const [shop, stranger] = [await connectedShop(), await connectedShop()];
  for (const each of [shop, stranger]) {
    await publishBranding(each, branding);
    await saveDraft(each, other);
  }
  await eraseRows(shop);
  expect(await findBranding(shop)).toEqual({ draft: null, published: null, elsewhere: null, open: null });
  expect(await findBranding(stranger)).toMatchObject({ draft: {}, published: { number: 1 } });
});
