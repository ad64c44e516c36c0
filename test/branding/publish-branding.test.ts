import { afterEach, describe, expect, it } from "vitest";

import { listActivity } from "../../app/activity/list-activity.server.ts";
import {
  dropDraft,
  eraseBranding,
  findBranding,
  saveDraft,
} from "../../app/branding/branding-store.server.ts";
import { loadBranding } from "../../app/branding/load-branding.server.ts";
import { publishBranding } from "../../app/branding/publish-branding.server.ts";
import { publishedBranding } from "../../app/branding/published-branding.server.ts";
import { connect } from "../../app/connection/connect.server.ts";
import { connectedJob } from "../../app/connection/jobs.ts";
import { inShop } from "../../app/lib/db.server.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import { translator } from "../../app/messages/translate.ts";
import type { Branding } from "../../app/wholesale/resources.ts";
import type { FaultName } from "../sandbox/wholesale/faults.ts";
import { query } from "../support/database.ts";
import { openQueue } from "../support/queue.ts";
import { databaseUrl, newShop, wholesale } from "../support/world.ts";
import { PNG } from "./testing.ts";

openQueue([connectedJob]);

const now = new Date("2026-11-21T10:00:00Z");
const afterwards = new Date("2026-11-21T10:02:00Z");

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
  await connect(shop, wholesale.account, now);
  return shop;
}

function versionOf(shop: ShopDomain) {
  return inShop(shop, (tx) => publishedBranding(tx, shop));
}

async function told(shop: ShopDomain): Promise<string[]> {
  const { entries } = await listActivity(shop, { needsAttention: false, place: null });
  return entries
    .filter(({ subject }) => subject?.url === "/app/branding")
    .map(({ tone, message }) => `${tone}: ${translator("en")(message)}`);
}

async function loaded(shop: ShopDomain, at = now) {
  const found = await loadBranding(shop, at);
  if (found.kind !== "branding") throw new Error(`There is no form: ${found.kind}.`);
  return found;
}

describe("publishing", () => {
  it("has the supplier take the whole, counts the version, and forgets the draft", async () => {
    const shop = await connectedShop();
    expect(await versionOf(shop)).toBeNull();
    expect(await publishBranding(shop, { branding, now })).toEqual({
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
      published: { number: 1, publishedAt: now },
      changedElsewhere: [],
      unread: null,
      underWay: null,
    });
    expect(await told(shop)).toEqual([
      "success: Published your branding as version 1. Parcels of new orders leave with it.",
    ]);
    expect(await publishBranding(shop, { branding: other, now })).toMatchObject({ number: 2 });
    expect(await versionOf(shop)).toEqual({ version: 2 });
  });

  it("ten times at once makes one version at a time, and the supplier ends with the latest one", async () => {
    const shop = await connectedShop();
    const all = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        publishBranding(shop, { branding: { ...branding, brandName: `Brand ${index}` }, now }),
      ),
    );
    expect(all.filter(({ kind }) => kind !== "published" && kind !== "running")).toEqual([]);
    const { published } = await findBranding(shop);
    expect(published?.branding).toEqual(wholesale.supplier.branding.read());
    expect(published?.number).toBe(all.filter(({ kind }) => kind === "published").length);
  });

  it("leaves another shop's versions alone", async () => {
    const [shop, stranger] = [await connectedShop(), await connectedShop()];
    await publishBranding(shop, { branding, now });
    expect(await versionOf(stranger)).toBeNull();
    expect(await findBranding(stranger)).toEqual({ draft: null, published: null, underWay: null });
  });

  it("keeps what was entered when the shop is not connected", async () => {
    const shop = newShop();
    expect(await publishBranding(shop, { branding, now })).toEqual({ kind: "not-connected" });
    expect((await findBranding(shop)).draft?.branding).toEqual(branding);
    expect(await loadBranding(shop, now)).toEqual({ kind: "not-connected" });
  });
});

describe("a supplier that does not take it", () => {
  it.each<[FaultName, RegExp]>([
    ["unauthorized", /refuses your key/],
    ["429", /asks us to wait/],
  ])("with %s keeps the draft with the reason, and counts no version", async (fault, sentence) => {
    const shop = await connectedShop();
    await publishBranding(shop, { branding: other, now });
    wholesale.setFault("writeBranding", fault, 1);
    const result = await publishBranding(shop, { branding, now });
    expect(result).toEqual({ kind: "rejected", said: expect.stringMatching(sentence) });
    expect(await loaded(shop)).toMatchObject({
      branding,
      draft: { refusedSaid: expect.stringMatching(sentence) },
      published: { number: 1 },
      underWay: null,
    });
    expect((await told(shop))[0]).toMatch(
      /^warning: Your branding was not published\. .* Your draft is kept\.$/,
    );
    // A change is a new start, and the number was not used up.
    await saveDraft(shop, { branding, now });
    expect((await loaded(shop)).draft?.refusedSaid).toBeNull();
    expect(await publishBranding(shop, { branding, now })).toMatchObject({ kind: "published", number: 2 });
  });
});

describe("a supplier that does not say whether it took it", () => {
  it.each<FaultName>(["500-after-commit", "truncated"])(
    "with %s is asked again, and has it",
    async (fault) => {
      const shop = await connectedShop();
      wholesale.setFault("writeBranding", fault, 1);
      expect(await publishBranding(shop, { branding, now })).toEqual({
        kind: "published",
        number: 1,
        changed: [],
      });
      expect(await loaded(shop)).toMatchObject({ draft: null, underWay: null });
    },
  );

  it.each<FaultName>(["500", "html", "reset", "redirect"])(
    "with %s is asked again, and does not have it: the draft is kept",
    async (fault) => {
      const shop = await connectedShop();
      wholesale.setFault("writeBranding", fault, 1);
      expect(await publishBranding(shop, { branding, now })).toMatchObject({ kind: "rejected" });
      expect(await loaded(shop)).toMatchObject({
        branding,
        draft: { refusedSaid: expect.stringContaining("when we looked again it had other settings") },
        published: null,
        underWay: null,
      });
    },
  );

  it("and cannot be read either stays in doubt until the page can look", async () => {
    const shop = await connectedShop();
    wholesale.setFault("writeBranding", "500-after-commit", 1);
    wholesale.setFault("readBranding", "unauthorized", 2);
    expect(await publishBranding(shop, { branding, now })).toEqual({ kind: "in-doubt" });
    expect(await versionOf(shop)).toBeNull();
    expect(await loaded(shop)).toMatchObject({ branding, underWay: "in-doubt", unread: expect.any(String) });
    // Two tabs at once: it is told once.
    const [seen] = await Promise.all([loaded(shop), loaded(shop)]);
    expect(seen).toMatchObject({ draft: null, published: { number: 1 }, underWay: null });
    expect((await told(shop)).toSorted()).toEqual([
      expect.stringMatching(/^success: Published your branding as version 1/),
      expect.stringMatching(/^warning: The supplier did not say whether it took your branding/),
    ]);
  });

  it("makes way for another publishing at once", async () => {
    const shop = await connectedShop();
    wholesale.setFault("writeBranding", "500", 1);
    wholesale.setFault("readBranding", "unauthorized", 1);
    expect(await publishBranding(shop, { branding, now })).toEqual({ kind: "in-doubt" });
    expect(await publishBranding(shop, { branding: other, now })).toMatchObject({
      kind: "published",
      number: 1,
    });
    expect((await findBranding(shop)).published?.branding).toEqual(other);
  });

  it("because the process died is looked at once the minute is over, and not before", async () => {
    const shop = await connectedShop();
    await publishBranding(shop, { branding, now });
    // As a power cut between the supplier's answer and our row leaves it.
    await query(databaseUrl, "update branding_version set published_at = null where shop = $1", [shop]);
    expect(await loaded(shop)).toMatchObject({ underWay: "running", published: null });
    expect(await publishBranding(shop, { branding: other, now })).toEqual({ kind: "running" });
    await dropDraft(shop);
    expect(await loaded(shop, afterwards)).toMatchObject({ underWay: null, published: { number: 1 } });
  });
});

describe("the page", () => {
  it("shows what the supplier has where nothing was entered, and the draft where something was", async () => {
    const shop = await connectedShop();
    wholesale.supplier.branding.write({ ...EMPTY, brandName: "Set on the supplier" });
    expect((await loaded(shop)).branding.brandName).toBe("Set on the supplier");
    await saveDraft(shop, { branding, now });
    expect(await loaded(shop)).toMatchObject({ branding, draft: { savedAt: now } });
    await dropDraft(shop);
    expect((await loaded(shop)).branding.brandName).toBe("Set on the supplier");
  });

  it("says where the supplier was changed elsewhere since", async () => {
    const shop = await connectedShop();
    await publishBranding(shop, { branding, now });
    wholesale.supplier.branding.write({ ...EMPTY, ...branding, brandName: "Somebody else", logo: null });
    expect(await loaded(shop)).toMatchObject({
      branding: { brandName: "Somebody else" },
      changedElsewhere: ["brandName", "logo"],
    });
  });

  it("goes on with what it knows while the supplier is down", async () => {
    const shop = await connectedShop();
    await publishBranding(shop, { branding, now });
    wholesale.setFault("readBranding", "html", 1);
    expect(await loaded(shop)).toMatchObject({ branding, unread: expect.stringMatching(/\.$/) });
  });
});

it("erasing a shop takes drafts and versions along, and nobody else's", async () => {
  const [shop, stranger] = [await connectedShop(), await connectedShop()];
  for (const each of [shop, stranger]) {
    await publishBranding(each, { branding, now });
    await saveDraft(each, { branding: other, now });
  }
  await eraseBranding(shop);
  expect(await findBranding(shop)).toEqual({ draft: null, published: null, underWay: null });
  expect(await findBranding(stranger)).toMatchObject({ draft: {}, published: { number: 1 } });
});
