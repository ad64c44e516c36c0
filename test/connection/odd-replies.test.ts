import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { z } from "zod";

import { connect } from "../../app/connection/connect.server.ts";
import { explainProblem } from "../../app/connection/connect-problem.ts";
import { findConnection, findConnectionFacts } from "../../app/connection/connection-store.server.ts";
import { listOrphanedKeys } from "../../app/connection/key-attempt-store.server.ts";
import { shopDomain, type ShopDomain } from "../../app/lib/shop-domain.ts";
import { translator } from "../../app/messages/translate.ts";
import { startQueue, stopQueue } from "../../app/queue/boss.server.ts";
import { contract } from "../../app/wholesale/contract.ts";
import { jobHandlers } from "../../app/wiring/handlers.server.ts";
import { json, type Reply, type StandIn } from "./stand-in.ts";

// The app reads its settings as it is loaded, so the supplier's address must be there before.
const supplier: StandIn = await vi.hoisted(async () => {
  const { startStandIn } = await import("./stand-in.ts");
  const standIn = await startStandIn();
  process.env["WHOLESALE_BASE_URL"] = standIn.url;
  return standIn;
});
afterAll(() => supplier.close());

beforeAll(() => startQueue(jobHandlers));
afterAll(stopQueue);

const t = translator("en");
type Odd = Reply | "broken" | "never";
type Operation = "logIn" | "createKey";

/** What each shop's calls meet, by the shop's name. */
const odd = new Map<string, Odd>();
beforeEach(() => {
  odd.clear();
  supplier.instead = {};
});

/** Connects a shop a reply, some at once: each shop's e-mail and key name tell which reply is meant. */
async function meet(operation: Operation, replies: Odd[]): Promise<void> {
  const shops = replies.map((reply, index) => {
    const name = `odd-${operation.toLowerCase()}-${String(count++)}-${String(index)}`;
    odd.set(name, reply);
    return shopDomain.parse(`${name}.myshopify.com`);
  });
  supplier.instead[operation] = (sent) => odd.get(/odd-[a-z]+-\d+-\d+/.exec(sent)?.[0] ?? "");
  const waiting = shops.entries();
  const lane = async () => {
    for (const [index, shop] of waiting) await expectSentence(operation, shop, replies[index]);
  };
  await Promise.all(Array.from({ length: 6 }, lane));
}
let count = 0;

async function expectSentence(operation: Operation, shop: ShopDomain, reply: Odd | undefined): Promise<void> {
  const what = `${operation} answered with ${JSON.stringify(reply)}`;
  const email = `${shop.split(".")[0] ?? ""}@example.com`;
  const result = await connect(shop, { email, password: "mirobel-tavuno-kesira" });
  if (result.kind !== "problem") throw new Error(`${what}: ${result.kind}`);
  const problem = explainProblem(result.problem, "connect");
  const [title, text] = [t(problem.title), t(problem.text)];
  expect(text, what).toMatch(/^[A-Z][^]* [^]*\.$/);
  expect(text.replace(/“[^”]*”|\d+/g, "").split(/\s+/).length, what).toBeGreaterThan(8);
  expect(`${title}. ${text}`, what).not.toMatch(
    /undefined|NaN|\[object|Error\b|\.server\.ts|node_modules|mirobel|rk_stand|a\.session/,
  );

  // Nothing is half connected, nothing is still under way, and what may have been made is named.
  expect(await findConnection(shop), what).toBeNull();
  expect((await findConnectionFacts(shop)).underWay, what).toBeNull();
  const left = (await listOrphanedKeys(shop)).map(({ keyName }) => keyName);
  expect(left.length, what).toBeLessThanOrEqual(operation === "logIn" ? 0 : 1);
  for (const keyName of left) expect(text, what).toContain(keyName);
  if ("keyName" in result.problem) expect(left, what).toHaveLength(1);
}

const STATUSES = Array.from({ length: 300 }, (_, index) => 300 + index);

it.each(["logIn", "createKey"] as const)(
  "%s answered with any status that is no success",
  async (operation) => {
    const bodies = [json({ error: "no", message: "No." }).body, "", "<h1>No</h1>"];
    await meet(
      operation,
      STATUSES.map((status) => ({ status, body: status === 304 ? "" : (bodies[status % 3] ?? "") })),
    );
  },
);

it.each(["logIn", "createKey"] as const)(
  "%s answered with 200 and something that is no reply",
  async (operation) => {
    const right = JSON.stringify({ token: "a.session.token", api_key: "rk_stand-in", name: "x" });
    const cuts = Array.from({ length: right.length - 1 }, (_, length) => right.slice(0, length + 1));
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
    ];
    await meet(operation, [
      ...texts.map((body) => ({ status: 200, body })),
      ...cuts.map((body) => ({ status: 200, body })),
      ...cuts.slice(0, 10).map((body) => ({ status: 200, body, cut: true })),
      "broken",
    ]);
  },
);

it.each(["logIn", "createKey"] as const)("%s answered with a wrong value in any field", async (operation) => {
  await meet(
    operation,
    wrongReplies(contract[operation].reply).map((body) => json(body, 201)),
  );
});

it.each(["logIn", "createKey"] as const)("%s that is not answered at all", async (operation) => {
  // The client's own time-out, made short; nothing else in this test asks for so long a one.
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const short = vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => timeout(ms >= 10_000 ? 200 : ms));
  await meet(operation, ["never"]);
  short.mockRestore();
});

/** A right reply with one field wrong at a time, as the schema itself says what is wrong. */
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

/** A right value of each documented field. A name other than the one sent is no misfit, but another trouble. */
const RIGHT: Record<string, unknown> = {
  token: "a.session.token",
  api_key: "rk_stand-in",
  name: "Stockbridge",
};

/** A value of each kind there is in JSON, and texts that a header cannot carry. */
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
