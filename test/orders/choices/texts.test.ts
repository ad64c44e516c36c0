import { beforeEach, describe, expect, it } from "vitest";

import { readInShop } from "../../../app/lib/database/db.server.ts";
import { forgetDecision, listDecisions } from "../../../app/orders/choices/attribute-store.server.ts";
import { learnMethod, saveChoices } from "../../../app/orders/choices/choice-store.server.ts";
import { findOrder } from "../../../app/orders/views/find-order.server.ts";
import { readOpenTexts } from "../../../app/orders/views/read-texts.server.ts";
import { renderedPage, submitted } from "../../messages/rendered-page.ts";
import { query } from "../../support/database.ts";
import { tablesOfShops } from "../../support/every-table.ts";
import { openQueue } from "../../support/queue.ts";
import { databaseUrl, shopify } from "../../support/world.ts";
import { offering } from "../offering.ts";
import {
  type RequestedOrder,
  requestedOrder,
  type SellingShop,
  sellingShop,
  versionOf,
} from "../shop-world.ts";

openQueue();

let world: SellingShop;
beforeEach(async () => {
  world = await sellingShop();
});

type Texts = Record<string, string>;

/** Requests fulfillment of an order with one line per set of texts, all of one variant, and processes it. */
async function ordered(...lines: Texts[]): Promise<RequestedOrder> {
  const order = await requestedOrder(world, {
    lines: lines.map((texts) => ({
      sku: world.skus[0],
      quantity: 1,
      customAttributes: Object.entries(texts).map(([key, value]) => ({ key, value })),
    })),
  });
  await order.process();
  return order;
}

async function openTexts({ id }: RequestedOrder) {
  const found = await findOrder(world.shop, id);
  if (found === null) throw new Error("There is no such order.");
  const texts = await readOpenTexts(world.shop, found);
  if (texts === "unreadable") throw new Error("Shopify shows no texts.");
  return texts;
}

/** Presses a button of the order's page. */
async function decide(order: RequestedOrder, to: "note" | "omit"): Promise<void> {
  for (const { shopProductId: product, title, names } of await openTexts(order)) {
    const path = [`/app/orders/${order.id}`, "routes/app.orders.$id"] as const;
    const version = String(await versionOf(order.id));
    const form = { intent: "decide-texts", version, product, title, names: JSON.stringify(names), to };
    const { answer } = await submitted(path, form, world.shop);
    expect(answer).toMatchObject({ title: { code: "orders.notice.texts-decided" } });
  }
  await world.processDue();
}

describe("texts that customers enter for items", () => {
  it("go with each item to a supplier that takes texts, except for hidden and empty texts", async () => {
    const order = await ordered({ Engraving: "For Ada", _id: "17", Font: " " }, { Engraving: "For Bob" }, {});
    expect(order.bought()).toMatchObject([
      {
        lines: [
          { quantity: 1, note: "Engraving: For Ada" },
          { quantity: 1, note: "Engraving: For Bob" },
          { quantity: 1, note: null },
        ],
        note: null,
      },
    ]);
    expect(await order.row()).toMatchObject({ state: "placed" });
  });

  it("reach the supplier with the method, the note and the address of an order from Japan", async () => {
    await learnMethod(world.shop, { name: "Express", holds: false });
    const methods = [{ key: "express", assigned: { supplierMethod: "EXP-24" } }];
    const settings = { defaultMethod: null, holdsUnknown: true, sendsCustomerNote: true };
    await saveChoices(world.shop, { ...settings, methods });
    const address = {
      firstName: "太郎",
      lastName: "山田",
      province: "東京都",
      zip: "100-0014",
      countryCode: "JP",
    };
    const order = await requestedOrder(world, {
      lines: [{ sku: world.skus[0], quantity: 1, customAttributes: [{ key: "刻印", value: "花子へ" }] }],
      address: { ...address, city: "千代田区", address1: "永田町２丁目３−１" },
      shippingLine: "EXPRESS",
      note: "ベルを鳴らしてください",
    });
    await order.process();
    expect(order.bought()).toMatchObject([
      {
        shipTo: { name: "山田 太郎", region: "JP-13" },
        shippingMethod: "EXP-24",
        note: "ベルを鳴らしてください",
        lines: [{ note: "刻印: 花子へ" }],
      },
    ]);
  });

  it("hold an order if the supplier takes no texts, and appear on its page until the merchant decides", async () => {
    offering({ lineNoteLength: null });
    const order = await ordered({ Engraving: "For Ada" }, { Engraving: "For Bob", "Gift wrap": "yes" });
    const { productTitle } = await title(order);
    expect(await order.row()).toMatchObject({ state: "held", reason: "texts-not-taken" });
    expect(await openTexts(order)).toMatchObject([
      {
        title: productTitle,
        names: ["Engraving", "Gift wrap"],
        shown: "Engraving: For Ada\n\nEngraving: For Bob\nGift wrap: yes",
        inNote: expect.stringMatching(
          /^1 × .+\nEngraving: For Ada\n\n1 × .+\nEngraving: For Bob\nGift wrap: yes$/,
        ),
      },
    ]);
    const { html } = await renderedPage(`/app/orders/${order.id}`, { shop: world.shop, locale: "en" });
    for (const text of ["Engraving: For Bob", "Send it in the order&#x27;s note", "Leave it out"])
      expect(html).toContain(text);
  });

  it.each([
    ["note", /^1 × .+\nEngraving: For Ada$/],
    ["omit", null],
  ] as const)(
    "need one decision per product and name, until the merchant deletes the decision: %s",
    async (to, note) => {
      offering({ lineNoteLength: null });
      const order = await ordered({ Engraving: "For Ada" });
      await decide(order, to);
      const expected = { note: note && expect.stringMatching(note), lines: [{ note: null }] };
      expect(order.bought()).toMatchObject([expected]);
      expect((await ordered({ Engraving: "For Ada" })).bought()).toMatchObject([expected]);
      const other = await ordered({ Font: "Serif" });
      expect(await other.row()).toMatchObject({ state: "held", reason: "texts-not-taken" });
      const [decision] = await readInShop(world.shop, (tx) => listDecisions(tx, world.shop));
      await forgetDecision(world.shop, decision!);
      expect(await (await ordered({ Engraving: "For Ada" })).row()).toMatchObject({ state: "held" });
    },
  );

  it("cannot go into the order's note if the supplier takes no note", async () => {
    offering({ lineNoteLength: null, noteLength: null });
    const order = await ordered({ Engraving: "For Ada" });
    expect(await openTexts(order)).toMatchObject([{ inNote: null }]);
  });

  it("are missing from the order's page while Shopify fails, and the page says so", async () => {
    offering({ lineNoteLength: null });
    const order = await ordered({ Engraving: "For Ada" });
    shopify.setFault("fulfillmentOrder", "502");
    const { html, status } = await renderedPage(`/app/orders/${order.id}`, {
      shop: world.shop,
      locale: "en",
    });
    shopify.setFault("fulfillmentOrder", "502", 0);
    expect(status).toBe(200);
    expect(html).toContain("Shopify doesn&#x27;t show the texts of this order now");
  });

  it("are stored in no table, and neither are the customer's name and note", async () => {
    const TERM = "Quendelzwirn";
    await saveChoices(world.shop, {
      methods: [],
      defaultMethod: null,
      holdsUnknown: false,
      sendsCustomerNote: true,
    });
    const wish = {
      lines: [{ sku: world.skus[0], quantity: 1, customAttributes: [{ key: "Engraving", value: TERM }] }],
      note: TERM,
      address: { firstName: TERM, address1: `${TERM} 1`, city: "Köln", zip: "50667" },
    };
    const placed = await requestedOrder(world, wish);
    await placed.process();
    expect(placed.bought()).toMatchObject([{ note: TERM, lines: [{ note: `Engraving: ${TERM}` }] }]);
    offering({ lineNoteLength: null, noteLength: 5 });
    const held = await requestedOrder(world, wish);
    await held.process();
    expect(await held.row()).toMatchObject({ reason: "texts-not-taken" });
    await decide(held, "note");
    expect(await held.row()).toMatchObject({ reason: "note-too-long" });
    const tablesWith = async (text: string) => {
      const found: string[] = [];
      for (const table of await tablesOfShops(databaseUrl))
        if (
          (await query(databaseUrl, `select from ${table} t where t::text ilike $1`, [`%${text}%`])).length >
          0
        )
          found.push(table);
      return found;
    };
    expect(await tablesWith(TERM)).toEqual([]);
    expect(await tablesWith("Engraving")).toEqual(["attribute_decision"]);
    expect(await readInShop(world.shop, (tx) => listDecisions(tx, world.shop))).toMatchObject([
      { name: "Engraving", sendsInNote: true },
    ]);
  });
});

async function title({ id }: RequestedOrder) {
  const [row] = await query<{ reason_params: { lines: string[] } }>(
    databaseUrl,
    "select reason_params from supplier_order where id = $1",
    [id],
  );
  return { productTitle: row?.reason_params.lines[0]?.split(", ")[0] };
}
