import { describe, expect, it } from "vitest";

import { type ConnectionState, connectionState } from "../../app/connection/connection-state.ts";
import { type ConnectProblem, explainProblem } from "../../app/connection/connect-problem.ts";
import type { Connection } from "../../app/connection/connection-store.server.ts";
import type { KeyCheck } from "../../app/connection/key-check.ts";
import type { MessageParam } from "../../app/messages/message.ts";
import { translator } from "../../app/messages/translate.ts";

const t = translator("en");
const at = new Date("2026-11-21T10:00:00Z");
const message = { code: "connection.products.unauthorized" } as const;

function connection(check: KeyCheck): Connection {
  const keyHint = { start: "rk_a", end: "9f2c" };
  return {
    keyName: "Stockbridge x",
    keyHint,
    generation: 1,
    connectedAt: at,
    checkedAt: at,
    check,
    checkSince: at,
  };
}

const [verified, unverified, unauthorized] = [
  connection({ kind: "verified" }),
  connection({ kind: "unverified", message }),
  connection({ kind: "unauthorized", message }),
];
const [connecting, replacing] = [{ purpose: "connect" }, { purpose: "replace" }];
const ended = { shop: "x", at, why: "disconnected", products: "keep" };
const uninstalled = { ...ended, why: "uninstalled" };

const nothing = { connection: null, underWay: null, disconnection: null };
type Rows = Parameters<typeof connectionState>[0];

describe("where a shop stands", () => {
  const cases: [string, Partial<Rows>, number, ConnectionState][] = [
    ["never connected", {}, 0, { kind: "not-connected" }],
    ["being connected", { underWay: connecting }, 0, { kind: "connecting" }],
    ["being connected again", { underWay: connecting, disconnection: ended }, 0, { kind: "connecting" }],
    ["connected", { connection: verified }, 0, { kind: "connected" }],
    [
      "connected, its key being replaced",
      { connection: verified, underWay: replacing },
      0,
      { kind: "connected" },
    ],
    ["connected, the catalog not seen", { connection: unverified }, 0, { kind: "unverified", message }],
    ["unauthorized", { connection: unauthorized }, 0, { kind: "needs-reconnecting", message, since: at }],
    [
      "unauthorized, its key being replaced",
      { connection: unauthorized, underWay: replacing },
      0,
      { kind: "needs-reconnecting", message, since: at },
    ],
    ["connected to another account", { connection: verified }, 3, { kind: "other-account" }],
    [
      "connected to another account, the catalog not seen",
      { connection: unverified },
      1,
      { kind: "other-account" },
    ],
    [
      "unauthorized, by another account",
      { connection: unauthorized },
      3,
      { kind: "needs-reconnecting", message, since: at },
    ],
    ["disconnected", { disconnection: ended }, 0, { kind: "disconnected", at, why: "disconnected" }],
    ["uninstalled", { disconnection: uninstalled }, 0, { kind: "disconnected", at, why: "uninstalled" }],
  ];
  it.each(cases)("is derived for one that is %s", (_, rows, foreignLinks, state) => {
    expect(connectionState({ ...nothing, ...rows }, foreignLinks)).toEqual(state);
  });
});

describe("a problem", () => {
  const keyName = "Stockbridge x";
  const why = { code: "failure.supplier.no-answer" } as const;
  const problems: ConnectProblem[] = [
    { kind: "cannot-store" },
    { kind: "too-many", waitSeconds: 12 },
    { kind: "other-account" },
    { kind: "wrong-account" },
    { kind: "no-token" },
    { kind: "no-sign-in", status: 404 },
    { kind: "sign-in-failed", why },
    { kind: "not-allowed" },
    { kind: "key-later", why },
    { kind: "key-rejected", why },
    { kind: "key-in-doubt", why, keyName },
    { kind: "changed-name", keyName, cameBackAs: "y" },
    { kind: "key-unusable", keyName },
    { kind: "not-stored", keyName },
  ];
  const textOf = (problem: ConnectProblem, purpose: "connect" | "replace") =>
    t(explainProblem(problem, purpose).text);

  it.each(["connect", "replace"] as const)("to %s is explained differently for every kind", (purpose) => {
    const all = problems.map((problem) => explainProblem(problem, purpose));
    expect(new Set(all.map(({ title }) => t(title))).size).toBe(all.length);
    for (const { title, text } of all) {
      expect(t(text)).toMatch(/^[A-Z].*\.$/);
      expect(t(title)).toMatch(/^[A-Z].*[^.]$/);
      // No parameter is missing.
      expect(`${t(title)} ${t(text)}`).not.toMatch(/“”| {2}|\( ?\)|^ /);
    }
  });

  it("says all that it is about, whatever the purpose", () => {
    for (const problem of problems) {
      const { title, text } = explainProblem(problem, "connect");
      const said = `${t(title)} ${t(text)}`;
      const { kind, ...params } = problem;
      for (const param of Object.values(params) as MessageParam[])
        expect(said, kind).toContain(typeof param === "object" ? t(why) : String(param));
    }
  });

  it("names the key that may exist, wherever one may", () => {
    for (const problem of problems)
      expect(textOf(problem, "connect").includes(`“${keyName}”`), problem.kind).toBe("keyName" in problem);
  });

  it("says of a connected shop that nothing was changed, and never that nothing was connected", () => {
    for (const problem of problems.filter(({ kind }) => kind !== "not-stored"))
      expect(textOf(problem, "replace"), problem.kind).toContain("Nothing was changed.");
    for (const problem of problems)
      expect(textOf(problem, "replace"), problem.kind).not.toContain("Nothing was connected.");
  });

  it("with a wrong password says what to check", () => {
    const { title, text } = explainProblem({ kind: "wrong-account" }, "connect");
    expect(t(title)).toBe("Your supplier didn't accept this email and password");
    expect(t(text)).toBe(
      "Nothing was connected. Check both, then try again. Use the ones you sign in with on your supplier's own site, not your Shopify ones.",
    );
  });
});
