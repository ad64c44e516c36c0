import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { z } from "zod";

import { connect } from "../../app/connection/connect.server.ts";
import { explainProblem } from "../../app/connection/connect-problem.ts";
import { findConnection, findConnectionFacts } from "../../app/connection/connection-store.server.ts";
import { listOrphanedKeys } from "../../app/connection/key-attempt-store.server.ts";
import { readInShop } from "../../app/lib/database/db.server.ts";
import { shopDomain, type ShopDomain } from "../../app/lib/shop-domain.ts";
import { translator } from "../../app/messages/translate.ts";
import { startQueue, stopQueue } from "../../app/queue/boss.server.ts";
import { contract } from "../../app/wholesale/contract.ts";
import { jobs } from "../../app/queue/jobs.ts";
import { changeSettings } from "../support/world.ts";
import { expectSentence, TELLING_STATUSES } from "../wholesale/sentence.ts";
import { json, type Reply, startStandIn } from "./stand-in.ts";

const supplier = await startStandIn();
await changeSettings({ WHOLESALE_BASE_URL: supplier.url });
afterAll(() => supplier.close());

beforeAll(() => startQueue(jobs));
afterAll(stopQueue);

const t = translator("en");
type Odd = Reply | "broken" | "never";
type Operation = "logIn" | "createKey";

/** The odd reply to each shop's calls, by the shop's name. */
const odd = new Map<string, Odd>();
beforeEach(() => {
  odd.clear();
  supplier.instead = {};
});

/** Connects one shop per reply, several at once. The shop's email and key name select the reply. */
async function meet(operation: Operation, replies: Odd[]): Promise<void> {
  const shops = replies.map((reply, index) => {
    const name = `odd-${operation.toLowerCase()}-${String(count++)}-${String(index)}`;
    odd.set(name, reply);
    return shopDomain.parse(`${name}.myshopify.com`);
  });
  supplier.instead[operation] = (sent) => odd.get(/odd-[a-z]+-\d+-\d+/.exec(sent)?.[0] ?? "");
  const waiting = shops.entries();
  const lane = async () => {
    for (const [index, shop] of waiting) await expectProblem(operation, shop, replies[index]);
  };
  await Promise.all(Array.from({ length: 6 }, lane));
}
let count = 0;

async function expectProblem(operation: Operation, shop: ShopDomain, reply: Odd | undefined): Promise<void> {
  const what = `${operation} answered with ${JSON.stringify(reply)}`;
  const email = `${shop.split(".")[0] ?? ""}@example.com`;
  const result = await connect(shop, { email, password: "mirobel-tavuno-kesira" });
  if (result.kind !== "problem") throw new Error(`${what}: ${result.kind}`);
  const problem = explainProblem(result.problem, "connect");
  const [title, text] = [t(problem.title), t(problem.text)];
  expectSentence(`${title}.`, what);
  expectSentence(text, what);
  expect(text.replace(/“[^”]*”|\d+/g, "").split(/\s+/).length, what).toBeGreaterThan(8);

  // Nothing is half connected, nothing is still under way, and what may have been made is named.
  expect(await findConnection(shop), what).toBeNull();
  expect(
    (await readInShop(shop, (tx, now) => findConnectionFacts(tx, { shop, now }))).underWay,
    what,
  ).toBeNull();
  const left = (await listOrphanedKeys(shop)).map(({ keyName }) => keyName);
  expect(left.length, what).toBeLessThanOrEqual(operation === "logIn" ? 0 : 1);
  for (const keyName of left) expect(text, what).toContain(keyName);
  if ("keyName" in result.problem) expect(left, what).toHaveLength(1);
}

it.each(["logIn", "createKey"] as const)(
  "explains the reply to %s for every unsuccessful status",
  async (operation) => {
    const bodies = [json({ error: "no", message: "No." }).body, "", "<h1>No</h1>"];
    await meet(
      operation,
      TELLING_STATUSES.map((status, index) => ({
        status,
        body: status === 304 ? "" : (bodies[index % bodies.length] ?? ""),
      })),
    );
  },
);

it.each(["logIn", "createKey"] as const)(
  "explains the reply to %s for status 200 with an invalid body",
  async (operation) => {
    const right = JSON.stringify({ token: "a.session.token", api_key: "rk_stand-in", name: "x" });
    const texts = [
      "",
      " ",
      "<!doctype html><p>One moment</p>",
      "OK",
      "\0",
      "\u{FEFF}",
      "null",
      "true",
      "17",
      '"text"',
      "[]",
      "{}",
      "[[]]",
      `[${right}]`,
      `{"data":${right}}`,
      ...[1, 12, right.length - 1].map((length) => right.slice(0, length)),
    ];
    await meet(operation, [
      ...texts.map((body) => ({ status: 200, body })),
      { status: 200, body: right.slice(0, 9), cut: true },
      { status: 200, body: right, cut: true },
      "broken",
    ]);
  },
);

it.each(["logIn", "createKey"] as const)(
  "explains the reply to %s for a wrong value in any field",
  async (operation) => {
    await meet(
      operation,
      wrongReplies(contract[operation].reply).map((body) => json(body, 201)),
    );
  },
);

it.each(["logIn", "createKey"] as const)("explains a missing reply to %s", async (operation) => {
  // Shortens the client's own timeout, the only one of 10 seconds or more in this test.
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const short = vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => timeout(ms >= 10_000 ? 200 : ms));
  await meet(operation, ["never"]);
  short.mockRestore();
});

/** Returns valid replies, each with one field that the schema rejects. */
function wrongReplies(schema: z.ZodType): object[] {
  const { properties = {} } = z.toJSONSchema(schema, { io: "input" }) as {
    properties?: Record<string, object>;
  };
  const fields = Object.keys(properties);
  expect(fields.length).toBeGreaterThan(0);
  const right = Object.fromEntries(fields.map((field) => [field, RIGHT[field]]));
  expect(schema.safeParse(right).success).toBe(true);
  return fields.flatMap((field) =>
    [undefined, ...VALUES]
      .map((value) => ({ ...right, [field]: value }))
      .filter((reply) => !schema.safeParse(reply).success),
  );
}

/** Valid values of the documented fields. Another name than the sent one is valid, but a problem of its own. */
const RIGHT: Record<string, unknown> = {
  token: "a.session.token",
  api_key: "rk_stand-in",
  name: "Stockbridge",
};

/** A value of each JSON type, and texts that a header cannot contain. */
const VALUES: unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e21,
  [],
  ["rk_a"],
  {},
  { value: "rk_a" },
  "",
  " ",
  "rk_",
  "rk_ü",
  "rk_a b",
  "rk_a\r\nx: y",
  "a token",
  "\u{1F511}",
];
