import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

import { type Sandbox, startSandbox } from "../sandbox/sandbox.ts";
import { freshDatabase, query } from "../support/database.ts";

const PAGE = "routes/app.links";

let sandbox: Sandbox;

type Loaded = {
  matching: { clear: number; working: number; run: { running: boolean } | null };
  currency: string | null;
  listed: {
    rows: {
      id: string;
      name: string;
      version: string;
      candidates: { shopProductId: string; title: string; lines: { newPrice: string | null }[] }[];
    }[];
  };
};

beforeAll(async () => {
  sandbox = await startSandbox({ database: await freshDatabase(), products: 12 });
  const merchant = sandbox.merchant();
  await merchant.submit("/app/settings", "routes/app.settings", {
    intent: "connect",
    ...sandbox.supplier.account,
  });
  await vi.waitFor(
    async () => {
      const rows = await query(sandbox.databaseUrl, "select from supplier_product");
      expect(rows).toHaveLength(12);
    },
    { timeout: 180_000, interval: 200 },
  );
  const products = () => sandbox.wholesale?.supplier.catalogue.page({ from: 0, limit: 12 }).products ?? [];
  const known = products().filter(({ variants }) => variants.every(({ sku }) => sku !== null));
  // Lets a search find the merchant's products at once, as it finds products that are not new.
  for (const shop of sandbox.shop.shops) shop.searchLag = 0;
  for (const [index, product] of known.slice(0, 3).entries())
    sandbox.shop.merchant.createProduct({
      title: `Own product ${String(index)}`,
      variants: product.variants.slice(0, 2).map(({ sku }) => ({ sku })),
    });
});
afterAll(() => sandbox.stop());

function read(address = "/app/links"): Promise<Loaded> {
  return sandbox.merchant().read(address, PAGE);
}

function submit(fields: Record<string, string>): Promise<unknown> {
  return sandbox.merchant().submit("/app/links", PAGE, fields);
}

async function until(done: (loaded: Loaded) => boolean): Promise<Loaded> {
  return vi.waitUntil(
    async () => {
      const loaded = await read();
      return done(loaded) ? loaded : null;
    },
    { timeout: 180_000, interval: 200 },
  );
}

describe("the links page", () => {
  it("matches the shop's products with the supplier's, links one, then the others, and unlinks", async () => {
    await until(({ matching }) => matching.run === null);
    await submit({ intent: "find", scope: "shop" });
    const { listed, currency } = await until(({ matching }) => matching.run?.running === false);
    expect(currency).toBe("EUR");
    expect(listed.rows.map(({ candidates }) => candidates[0]?.title).toSorted()).toEqual([
      "Own product 0",
      "Own product 1",
      "Own product 2",
    ]);

    const [{ id, version, candidates } = { id: "", version: "", candidates: [] }] = listed.rows;
    const shopProductId = candidates[0]?.shopProductId ?? "";
    const choice = { intent: "confirm", id, version, shopProductId, picks: "{}", price: "keep" };
    expect(await submit(choice)).toMatchObject({ tone: "success" });
    expect(await submit(choice)).toMatchObject({ tone: "warning", text: { code: "links.confirmed.none" } });
    await submit({ intent: "confirm-clear", price: "follow" });
    await until(({ matching }) => matching.working === 0);

    const linked = await read("/app/links?show=linked");
    expect(linked.listed.rows).toHaveLength(3);
    expect(await submit({ intent: "unlink", id })).toMatchObject({ tone: "success" });
    await until(({ matching }) => matching.working === 0);
    expect((await read("/app/links?show=linked")).listed.rows.map((row) => row.id)).not.toContain(id);
  });

  it("shows the result of a search without any match", async () => {
    for (let { listed } = await read(); listed.rows.length > 0; { listed } = await read())
      for (const { id } of listed.rows) await submit({ intent: "skip", id });
    const { html } = await sandbox.merchant().open("/app/links");
    expect(html).toMatch(/Last compared on .+: [1-9]\d* variants of your shop, and no matches to review\./);
  });

  it("opens with any parameters in its address", async () => {
    const { listed } = await read("/app/links?show=nonsense&after=%F0%9F%90%9A&before=x");
    expect(listed.rows).toEqual([]);
  });

  it("rejects a form that it does not have", async () => {
    for (const fields of [
      { intent: "confirm", id: "a", version: "v", shopProductId: "p", picks: "{", price: "keep" },
      { intent: "confirm", id: "a", version: "v", shopProductId: "p", picks: "{}", price: "free" },
      { intent: "unlink" },
      { intent: "else" },
    ])
      await expect(submit(fields as Record<string, string>)).rejects.toThrow("400");
  });
});
