import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

import { USUAL_OPTIONS } from "../../app/catalog/import/import-options.ts";
import { importAddress } from "../../app/catalog/import/runs/selection.ts";
import { type Sandbox, startSandbox } from "../sandbox/sandbox.ts";
import { freshDatabase, query } from "../support/database.ts";

const NEW = "routes/app.catalog_.import";
const RUN = "routes/app.imports.$id";

let sandbox: Sandbox;
let ids: string[];

beforeAll(async () => {
  sandbox = await startSandbox({ database: await freshDatabase(), products: 30 });
  const { email, password } = sandbox.supplier.account;
  await sandbox
    .merchant()
    .submit("/app/settings", "routes/app.settings", { intent: "connect", email, password });
  await vi.waitFor(
    async () => {
      const rows = await query<{ id: string }>(
        sandbox.databaseUrl,
        "select id from supplier_product order by id",
      );
      ids = rows.map(({ id }) => id);
      expect(ids).toHaveLength(30);
    },
    { timeout: 180_000, interval: 200 },
  );
});
afterAll(() => sandbox.stop());

function address(more: Record<string, string>): string {
  return `/app/catalog/import?${new URLSearchParams(more).toString()}`;
}

describe("the page for a new import", () => {
  it("previews the selection, and starts nothing", async () => {
    const page = await sandbox.merchant().read<any>(importAddress(ids.slice(0, 3)), NEW);
    expect(page).toMatchObject({ kind: "preview", counts: { create: 3 }, group: "create", next: null });
    expect(page.products).toHaveLength(3);
    expect(page.channels.map(({ name }: { name: string }) => name)).toEqual([
      "Online Store",
      "Point of Sale",
    ]);
    const { status, html } = await sandbox.merchant().open(importAddress(ids.slice(0, 3)));
    expect(status).toBe(200);
    expect(html).toContain("3 new products will be created");
    expect(html).not.toContain("Default Title");
    expect(await query(sandbox.databaseUrl, "select from import_run")).toEqual([]);
  });

  it("selects all products of a filter, page by page", async () => {
    const first = await sandbox.merchant().read<any>(address({ all: "1" }), NEW);
    const counted = Object.values(first.counts as Record<string, number>);
    expect(counted.reduce((sum, count) => sum + count, 0)).toBe(30);
    expect(first.products).toHaveLength(10);
    const second = await sandbox
      .merchant()
      .read<any>(address({ all: "1", group: "create", after: first.next }), NEW);
    expect(second.products[0].id > first.products[9].id).toBe(true);
  });

  it("reports an empty selection, and rejects an invalid form", async () => {
    expect(await sandbox.merchant().read<any>("/app/catalog/import", NEW)).toMatchObject({
      kind: "nothing-selected",
    });
    for (const options of ["", "{", "{}", JSON.stringify({ ...USUAL_OPTIONS, status: "SOLD" })])
      await expect(sandbox.merchant().submit(address({ all: "1" }), NEW, { options })).rejects.toThrow("400");
  });
});

describe("an import's page", () => {
  it("shows the import's progress and its end, and the list of imports links to it", async () => {
    const some = importAddress(ids.slice(0, 2));
    const options = JSON.stringify({ ...USUAL_OPTIONS, status: "DRAFT" });
    await sandbox.merchant().submit(some, NEW, { options });
    const [run] = await query<{ id: string }>(sandbox.databaseUrl, "select id::text as id from import_run");
    const page = `/app/imports/${run!.id}`;
    await expect
      .poll(async () => (await sandbox.merchant().read<any>(page, RUN)).run)
      .toMatchObject({ state: "ended", counts: { total: 2, imported: 2, skipped: 0 } });
    const ended = (await sandbox.merchant().open(page)).html;
    expect(ended).toContain("2 of 2 products done");
    expect(ended).toContain("Completed on ");
    expect(ended).toContain('href="/app/catalog?show=imported"');
    expect((await sandbox.merchant().open("/app/imports")).html).toContain(run!.id);
    expect(await sandbox.merchant().submit(page, RUN, { intent: "cancel" })).toMatchObject({
      title: { code: "imports.not-running.title" },
    });
  });

  it("is a 404 for an unknown import", async () => {
    for (const id of [randomUUID(), "1", "%00"])
      expect((await sandbox.merchant().open(`/app/imports/${id}`)).status).toBe(404);
    await expect(
      sandbox.merchant().submit(`/app/imports/${randomUUID()}`, RUN, { intent: "retry-all" }),
    ).rejects.toThrow("404");
  });
});
