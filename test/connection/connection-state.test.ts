import { describe, expect, it } from "vitest";

import { type ConnectionState, connectionState } from "../../app/connection/connection-state.ts";
import { type ConnectProblem, sayProblem } from "../../app/connection/connect-problem.ts";
import type { Connection } from "../../app/connection/connection-store.server.ts";
import type { KeyCheck } from "../../app/connection/key-check.ts";

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

const [verified, unverified, refused] = [
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
    ["connected, the catalogue not seen", { connection: unverified }, 0, { kind: "unverified", message }],
    ["refused", { connection: refused }, 0, { kind: "needs-reconnecting", message, since: at }],
    [
      "refused, its key being replaced",
      { connection: refused, underWay: replacing },
      0,
      { kind: "needs-reconnecting", message, since: at },
    ],
    ["connected to another account", { connection: verified }, 3, { kind: "other-account" }],
    [
      "connected to another account, the catalogue not seen",
      { connection: unverified },
      1,
      { kind: "other-account" },
    ],
    [
      "refused, by another account",
      { connection: refused },
      3,
      { kind: "needs-reconnecting", message, since: at },
    ],
    ["disconnected", { disconnection: ended }, 0, { kind: "disconnected", at, why: "disconnected" }],
    ["uninstalled", { disconnection: uninstalled }, 0, { kind: "disconnected", at, why: "uninstalled" }],
  ];
  it.each(cases)("is told of one that is %s", (_, rows, foreignLinks, state) => {
    expect(connectionState({ ...nothing, ...rows }, foreignLinks)).toEqual(state);
  });
});

describe("a problem", () => {
  const keyName = "Stockbridge x";
  const problems: ConnectProblem[] = [
    { kind: "cannot-store" },
    { kind: "too-many", waitSeconds: 12 },
    { kind: "other-account" },
    { kind: "wrong-account" },
    { kind: "no-token" },
    { kind: "supplier", said: "It is down." },
    { kind: "token-refused" },
    { kind: "key-later", said: "Wait." },
    { kind: "key-refused", said: "No." },
    { kind: "key-unknown", said: "Who knows.", keyName },
    { kind: "changed-name", keyName, cameBackAs: "y" },
    { kind: "key-unusable", keyName },
    { kind: "not-stored", keyName },
  ];

  it.each(["connect", "replace"] as const)(
    "to %s is said differently for every kind of trouble",
    (purpose) => {
      const all = problems.map((problem) => sayProblem(problem, purpose));
      expect(new Set(all.map(({ title }) => title)).size).toBe(all.length);
      for (const { title, text } of all) {
        expect(text).toMatch(/^[A-Z].*\.$/);
        expect(title).toMatch(/^[A-Z].*[^.]$/);
      }
    },
  );

  it("names the key that may exist, wherever one may", () => {
    for (const problem of problems) {
      expect(sayProblem(problem, "connect").text.includes(`“${keyName}”`), problem.kind).toBe(
        "keyName" in problem,
      );
    }
  });

  it("says of a connected shop that nothing was changed, and never that nothing was connected", () => {
    for (const problem of problems.filter(({ kind }) => kind !== "not-stored"))
      expect(sayProblem(problem, "replace").text, problem.kind).toContain("Nothing was changed.");
    for (const problem of problems)
      expect(sayProblem(problem, "replace").text, problem.kind).not.toContain("connected.");
  });
});
