import { beforeAll, describe, expect, it } from "vitest";

import { storeEntry } from "../../operator/stored-entry.ts";
import { storeOrders } from "../../orders/stored-order.ts";
import { requestedOrder, type SellingShop, sellingShop } from "../../orders/shop-world.ts";
import { query } from "../../support/database.ts";
import { openQueue } from "../../support/queue.ts";
import { databaseUrl, newShop, wholesale } from "../../support/world.ts";
import { admin, adminJson } from "./run-admin.ts";

openQueue();

let world: SellingShop;
let name: string;
beforeAll(async () => {
  world = await sellingShop();
  name = world.shop.split(".")[0] ?? "";
});

const COMMANDS = [
  "stuck",
  "order",
  "order-now",
  "inbox",
  "inbox-retry",
  "inbox-give-up",
  "pause",
  "resume",
].concat(["jobs", "jobs-drop", "rotate", "compare", "log"]);

type Event = { kind: string; code: string | null; text: string; at: string };
type Explained = {
  state: string;
  reason: string | null;
  next: string;
  due: { what: string }[];
  events: Event[];
};

describe("admin", () => {
  it("lists its commands with their options", async () => {
    const { code, stdout } = await admin(["--help"]);
    expect(code).toBe(0);
    for (const command of COMMANDS) expect(stdout).toContain(`\n  ${command} `);
    const helps = await Promise.all(COMMANDS.map((command) => admin([command, "--help"])));
    for (const [index, help] of helps.entries()) {
      expect(help.code).toBe(0);
      expect(help.stdout).toContain(`npm run -s admin -- ${COMMANDS[index] ?? ""}`);
      expect(help.stdout).toContain("Exit code:");
    }
  });

  it("reports an unusable database in one sentence", async () => {
    const stuckAt = async (change: (address: URL) => string) => {
      const ended = await admin(["stuck"], {
        DATABASE_URL: change(new URL(databaseUrl)),
        APP_DATABASE_URL: undefined,
      });
      expect(ended).toMatchObject({ code: 2, stdout: "" });
      return ended.stderr;
    };
    expect(await stuckAt(() => "postgresql://a:b@127.0.0.1:1/c")).toMatch(
      /^The database cannot be used: nothing answers at 127\.0\.0\.1:1\. .*\n$/,
    );
    expect(await stuckAt((address) => Object.assign(address, { port: "1" }).href)).toMatch(
      /^The database cannot be used: connect ENOENT .*\n$/,
    );
    expect(await stuckAt((address) => Object.assign(address, { pathname: "/no_such" }).href)).toMatch(
      /^The database cannot be used: .*“no_such”.*\n$/,
    );
    expect(await stuckAt((address) => Object.assign(address, { username: "no_such" }).href)).toMatch(
      /^The database cannot be used: its server does not let this login in\. .*\n$/,
    );
  });

  it.each<[string, string[], string]>([
    ["an unknown command", ["destroy"], "There is no command “destroy”."],
    ["an unknown option", ["stuck", "--force"], "--force"],
    ["a missing argument", ["order", "some-shop"], "It takes: order SHOP ORDER."],
    [
      "a shop that is not known",
      ["stuck", "nobody-here"],
      "No shop nobody-here.myshopify.com is known here.",
    ],
    ["an invalid shop name", ["stuck", "no shop.com"], "is not a shop's name"],
    ["a pause without a reason", ["pause", "--all", "--yes"], "--why: is missing."],
    ["a pause without a shop", ["pause", "--why=x"], "Name one shop, or say --all"],
    ["a value that is not a number", ["stuck", "--minutes=soon"], "--minutes: must be a whole number"],
    ["an id of no inbox entry", ["inbox-retry", "17"], "is not the id of an inbox entry"],
  ])("rejects %s with one sentence and exit code 2, and changes nothing", async (_, args, sentence) => {
    const { code, stdout, stderr } = await admin(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(sentence);
    expect(stderr).not.toContain("    at ");
  });

  it("needs only the database's address, and reports a missing or wrong address", async () => {
    const bare = Object.fromEntries(
      [
        "SHOPIFY_API_KEY",
        "SHOPIFY_API_SECRET",
        "SHOPIFY_APP_URL",
        "STOCKBRIDGE_KEYRING",
        "WHOLESALE_BASE_URL",
      ].map((setting) => [setting, undefined]),
    );
    expect(await admin(["jobs"], bare)).toMatchObject({ code: 0, stderr: "" });
    const missing = await admin(["stuck"], { ...bare, DATABASE_URL: undefined, NODE_ENV: "production" });
    expect(missing).toMatchObject({ code: 2, stdout: "" });
    expect(missing.stderr).toMatch(/^Fix these settings:\nDATABASE_URL: [^\n]*\n$/);
    const nowhere = await admin(["stuck"], {
      ...bare,
      DATABASE_URL: "postgresql://stockbridge@127.0.0.1:1/x",
    });
    expect(nowhere).toMatchObject({ code: 2, stdout: "" });
  });
});

describe("admin stuck", () => {
  it("names the shop with waiting work, as text and as JSON, with exit code 1", async () => {
    const shop = newShop();
    await storeOrders(shop, [{ state: "ready", dueAt: new Date(Date.now() - 3600_000) }]);
    const { code, stdout } = await admin(["stuck"]);
    expect(code).toBe(1);
    expect(stdout).toContain(`\n${shop}\n`);
    expect(stdout).toContain("waits too long: orders. Due, and no worker has processed it.");
    expect(await adminJson(["stuck", shop], 1)).toMatchObject({
      shops: [{ shop, troubles: [{ kind: "waits-too-long", what: "orders", rows: 1 }] }],
    });
    await query(databaseUrl, "delete from supplier_order where shop = $1", [shop]);
    expect(await admin(["stuck"])).toMatchObject({ code: 0 });
  });
});

describe("admin order", () => {
  it("explains an order in doubt: each step in order of time, and the next one", async () => {
    const order = await requestedOrder(world);
    const subjectId = order.fulfillmentOrderId;
    const topic = "fulfillment_orders/fulfillment_request_submitted";
    const entry = await storeEntry({ shop: world.shop, topic, subjectId, handledAgo: 30 });
    wholesale.setFault("placeOrder", "500-after-commit", 1);
    await order.process();
    // However slow the commands are, its next lookup is not due by itself meanwhile.
    const later =
      "update supplier_order set leased_until = null, due_at = now() + interval '50 min' where id = $1";
    await query(databaseUrl, later, [order.id]);
    const printed = await adminJson<Explained>(["order", name, order.name]);
    expect(printed).toMatchObject({
      state: "in_doubt",
      reason: "unclear",
      id: order.id,
      fulfillmentOrderId: subjectId,
      due: [{ what: "the order" }],
    });
    expect(printed.next).toContain("looks it up with your supplier again");
    expect(printed.events.map(({ kind, code: what }) => [kind, what])).toEqual([
      ["webhook", null],
      ["request", "requested"],
      ["attempt", null],
      ["answer", "unclear"],
      ["activity", "orders.in-doubt"],
    ]);
    const times = printed.events.map(({ at }) => at);
    expect(times).toEqual(times.toSorted());
    expect(printed.events[0]?.text).toContain(entry);
    const [attempt] = await order.attempts();
    // Every identifier that an operator may know.
    for (const which of [order.name.slice(1), order.id, attempt?.reference ?? "", order.shopOrderId])
      expect(await adminJson(["order", world.shop, which])).toMatchObject({
        id: order.id,
      });

    expect(await admin(["order-now", name, order.name, "--yes", "--by=ada"])).toMatchObject({
      code: 0,
      stderr: "",
    });
    await world.processDue();
    const after = await adminJson<Explained>(["order", name, order.name]);
    expect(after).toMatchObject({ state: "placed", reason: null });
    expect(after.events.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["operator", "lookup"]));
    const [bought] = order.bought();
    expect(order.bought()).toHaveLength(1);
    expect(await adminJson(["order", name, bought?.id ?? ""])).toMatchObject({ id: order.id });
    // Whatever it prints, nothing of it is about the customer.
    const text = (await admin(["order", name, order.name])).stdout;
    const { address } = JSON.parse(JSON.stringify({ address: bought?.shipTo })) as {
      address: Record<string, string>;
    };
    for (const value of [address["name"], address["address1"], address["email"]])
      if (value) expect(text).not.toContain(value);
  });

  it("states why an order is held, and who paused its shop", async () => {
    const order = await requestedOrder(world, { paid: false });
    await order.process();
    await admin(["pause", name, "--why=A test.", "--by=ada", "--yes"]);
    const { code, stdout } = await admin(["order", name, order.name]);
    await admin(["resume", name, "--yes"]);
    expect(code).toBe(0);
    expect(stdout).toContain("held, unpaid");
    expect(stdout).toMatch(/in the way +ada paused this shop on .*: A test\./);
  });

  it("lists the orders of an ambiguous name, and reports an unknown one", async () => {
    const shop = newShop();
    const ids = await storeOrders(shop, [{ orderName: "#7" }, { orderName: "#7" }]);
    const ambiguous = await admin(["order", shop, "7"]);
    expect(ambiguous.code).toBe(2);
    expect(ambiguous.stderr).toContain("is ambiguous: 2 orders");
    for (const id of ids) expect(ambiguous.stderr).toContain(id);
    const none = await admin(["order", shop, "#8"]);
    expect(none).toMatchObject({ code: 2 });
    expect(none.stderr).toContain("has no order “#8” here");
  });
});

describe("admin inbox", () => {
  it("lists a webhook that was given up, and makes it due again", async () => {
    const { shop } = world;
    const id = await storeEntry({ shop, handledAgo: 600, retryCount: 90, failure: "error" });
    expect(await adminJson(["inbox", name], 1)).toMatchObject([{ id, failure: "error", retryCount: 90 }]);
    const text = await admin(["inbox", name]);
    expect(text.stdout).toContain("An error of ours.");
    const trial = await admin(["inbox-retry", id]);
    expect(trial).toMatchObject({ code: 0 });
    expect(trial.stdout).toContain("Dry run. With --yes: ");
    expect(await admin(["inbox-retry", id, "--yes"])).toMatchObject({ code: 0, stderr: "" });
    const again = await admin(["inbox-retry", id, "--yes"]);
    expect(again.code).toBe(1);
    expect(again.stdout).toContain("Nothing changed.");
    expect(await admin(["inbox-give-up", id, "--yes", "--json"])).toMatchObject({ code: 0 });
  });
});

describe("admin jobs and admin rotate", () => {
  it("list and delete the queue's jobs, without losing the orders' work", async () => {
    await requestedOrder(world);
    const { stdout } = await admin(["jobs", name]);
    expect(stdout).toContain("orders.process");
    expect(stdout).toContain("Jobs only wake workers");
    const dropped = await adminJson(["jobs-drop", "orders.process", `--shop=${name}`, "--yes"]);
    expect(dropped).toMatchObject({ isChanged: true, target: "orders.process" });
    await world.processDue();
  });

  it("show what a rotation would encrypt again, and record the rotation that was carried out", async () => {
    const trial = await admin(["rotate"]);
    expect(trial).toMatchObject({ code: 0, stderr: "" });
    expect(trial.stdout).toContain("Nothing was changed.");
    expect(await admin(["rotate", "--yes", "--by=ada", "--why=The yearly change."])).toMatchObject({
      code: 0,
    });
    const { stdout } = await admin(["log", "--limit=1"]);
    expect(stdout).toMatch(/ada {2}rotate {2}every shop {2}.*Why: The yearly change\./);
  });
});

describe("admin compare", () => {
  it("reports shops that no worker has compared, like `npm run compare`", async () => {
    const { code, stdout } = await admin(["compare", "--wait=1", "--json"]);
    expect(code).toBe(2);
    const { lines } = JSON.parse(stdout) as { lines: string[] };
    expect(lines).toContainEqual(
      expect.stringContaining(`${world.shop}: not compared: no worker has come to it.`),
    );
  });
});

describe("admin log", () => {
  it("lists who changed what in a shop, when and why, including changes for all shops", async () => {
    const shop = newShop();
    await storeOrders(shop, [{}]);
    for (const target of [shop, "--all"])
      await admin(["pause", target, "--why=Their stock is wrong.", "--by=ada", "--yes"]);
    await admin(["resume", "--all", "--by=bob", "--yes"]);
    const printed = await adminJson(["log", shop, "--limit=3"]);
    expect(printed).toMatchObject([
      { by: "bob", command: "resume", target: "*", why: null },
      { by: "ada", command: "pause", target: "*", why: "Their stock is wrong." },
      { by: "ada", command: "pause", target: shop },
    ]);
  });
});
