import { mkdtemp } from "node:fs/promises";
import { execFile } from "node:child_process";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from "../../scripts/dev-postgres/embedded-postgres.ts";
import type { Message } from "../../app/messages/message.ts";
import { translator } from "../../app/messages/translate.ts";
import { bareSettings } from "../sandbox/bare-settings.ts";
import { type Sandbox, startSandbox } from "../sandbox/sandbox.ts";
import type { OrderView } from "../sandbox/shop/merchant-views.ts";
import { connect } from "../sandbox/tour.ts";
import { importProduct } from "../sandbox/tour-catalogue.ts";
import { PRESSED_EVERY_MS, takeOrder } from "../sandbox/tour-orders.ts";
import { control, poll } from "../sandbox/tour-support.ts";
import { freshDatabase, query } from "../support/database.ts";
import { removeFolder } from "../support/remove-folder.ts";

const t = translator("en");
/** In the first minute after a restore nothing is sent, and then the next sweep has to come. */
const WITHIN_MS = 180_000;

/** Orders made before the first test (see `beforeAll`), by their names in the shop. */
let [known, accepted, shipped, waiting] = ["", "", "", ""];
let sandbox: Sandbox;
let cluster: EmbeddedPostgres;
let folder: string;
/** The commands' output, in their order. */
let restored: Ran, setUp: Ran, compared: Ran, comparedAgain: Ran;

type Ran = { code: number; stdout: string; stderr: string };

function run(name: string, args: string[], settings: Record<string, string>): Promise<Ran> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [`scripts/${name}.ts`, ...args],
      { env: { ...bareSettings(), NODE_ENV: "production", ...settings } },
      (error, stdout, stderr) => {
        resolve({ code: typeof error?.code === "number" ? error.code : error ? -1 : 0, stdout, stderr });
      },
    );
  });
}

type Ledger = { id: string; reference: string; lines: unknown[] }[];

async function ledger(): Promise<Ledger> {
  return (await control<{ orders: Ledger }>(sandbox, "/_wholesale/orders")).orders;
}

async function order(): Promise<string> {
  const { order: taken } = await takeOrder(sandbox);
  if (taken === null) throw new Error("There was nothing to order.");
  return taken.name;
}

function seen(name: string): Promise<OrderView> {
  return control<OrderView>(sandbox, `/_shop/orders/${encodeURIComponent(name)}`);
}

async function until(what: string, holds: () => Promise<boolean>, pace?: { everyMs: number }): Promise<void> {
  const found = await poll(WITHIN_MS, async () => ((await holds()) ? true : null), pace);
  if (found === null) throw new Error(`It has not come to this: ${what}.\n${sandbox.appOutput()}`);
}

function acceptedInShop(name: string): Promise<void> {
  return until(`${name} is accepted`, async () =>
    (await seen(name)).fulfillmentOrders.some(({ requestStatus }) => requestStatus === "ACCEPTED"),
  );
}

type ShownOrder = { orderName: string; label: Message };

async function labelOf(name: string): Promise<string | null> {
  const page = `/app/orders?query=${encodeURIComponent(name)}`;
  const { rows } = await sandbox.merchant().read<{ rows: ShownOrder[] }>(page, "routes/app.orders._index");
  const row = rows.find(({ orderName }) => orderName === name);
  return row ? t(row.label) : null;
}

/** The drill of docs/operate.md, step by step. */
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "stockbridge-drill-"));
  sandbox = await startSandbox({ database: await freshDatabase() });
  cluster = await startEmbeddedPostgres({});
  await query(cluster.url("postgres"), "create role plain login nosuperuser nocreaterole nocreatedb");
  await query(cluster.url("postgres"), "create database restored owner plain");
  const url = cluster.url("restored").replace("stockbridge@", "plain@");

  await connect(sandbox);
  await importProduct(sandbox);
  known = await order();
  await acceptedInShop(known);
  const backup = path.join(folder, "stockbridge.backup");
  expect(await run("backup", [backup], sandbox.settings())).toMatchObject({ code: 0, stderr: "" });

  // Events that the backup can't know.
  accepted = await order();
  await acceptedInShop(accepted);
  const before = new Set((await ledger()).map(({ id }) => id));
  shipped = await order();
  await acceptedInShop(shipped);
  const [sent] = (await ledger()).filter(({ id }) => !before.has(id));
  await control(sandbox, `/_wholesale/orders/${sent?.id ?? ""}/ship`, {
    carrier: "DHL",
    tracking_number: "00340434161094021501",
  });
  const seesTracking = async () => {
    const { rows } = await sandbox
      .merchant()
      .read<{ rows: { id: string }[] }>(
        `/app/orders?query=${encodeURIComponent(shipped)}`,
        "routes/app.orders._index",
      );
    await sandbox.merchant().press(rows[0]?.id ?? "", "update");
    return (await seen(shipped)).fulfillments.some(({ tracking }) => tracking.length > 0);
  };
  await until(`${shipped} has a tracking number`, seesTracking, { everyMs: PRESSED_EVERY_MS });

  await sandbox.endApp("SIGKILL");
  restored = await run("restore", [backup], { DATABASE_URL: url });
  await query(cluster.url("postgres"), restored.stderr.slice(restored.stderr.indexOf("\n")));
  setUp = await run("setup", [], { DATABASE_URL: url });
  await sandbox.restartApp("SIGKILL", { DATABASE_URL: url, ORDERING: "paused" });
  waiting = await order();
  compared = await run("compare", [], sandbox.settings());
  const held = "select from supplier_order where order_name = $1 and state = 'held'";
  await until(
    `${waiting} is held`,
    async () => (await query(cluster.url("restored"), held, [waiting])).length === 1,
  );
  // Stands for the time that the operator waits: makes held orders due.
  await query(
    cluster.url("restored"),
    "update supplier_order set leased_until = null, due_at = now() - interval '1 second' where state = 'held'",
  );
  await sandbox.restartApp("SIGTERM", { ORDERING: "on" });
  await acceptedInShop(waiting);
  comparedAgain = await run("compare", [], sandbox.settings());
});
afterAll(async () => {
  await sandbox.stop();
  await cluster.stop();
  await removeFolder(folder);
});

describe("a backup restored into a new cluster after newer orders were placed", () => {
  it("is complete once an administrator has run the SQL that the restore printed", () => {
    expect(restored).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^Restored \d+ rows/) as string,
      stderr: expect.stringContaining("Let an administrator run this") as string,
    });
    expect(setUp).toEqual({ code: 0, stdout: "The database is up to date.\n", stderr: "" });
  });

  it("loses no order and buys none twice", async () => {
    const orders = await ledger();
    expect(orders).toHaveLength(4);
    expect(new Set(orders.map(({ reference }) => reference)).size).toBe(4);
    for (const name of [known, accepted, waiting]) expect(await labelOf(name), name).toBe("Ordered");
    expect((await seen(shipped)).fulfillments).toHaveLength(1);
  });

  it("lets the operator's comparison list the orders that are missing from our records", async () => {
    const [, , third] = await ledger();
    expect(compared).toMatchObject({ code: 1, stderr: "" });
    expect(compared.stdout).toMatch(/^demo-shop\.myshopify\.com: compared\n/);
    expect(compared.stdout).toContain(`  found at the supplier: ${accepted}, Ordered\n`);
    expect(compared.stdout).toMatch(new RegExp(`^  differs: .*${third?.id ?? "none"}`, "m"));
    expect(comparedAgain).toMatchObject({ code: 1, stderr: "" });
    expect(comparedAgain.stdout).not.toContain("needs a person");
  });

  it("lets the merchant's activity page show the orders that are missing from our records", async () => {
    const [, , third] = await ledger();
    const { html } = await sandbox.merchant().open("/app/activity");
    expect(html).toContain(third?.id);
    expect(html).toContain(accepted);
  });
});
