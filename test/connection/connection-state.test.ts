import { describe, expect, it } from "vitest";

import { type ConnectionState, connectionState } from "../../app/connection/connection-state.ts";
import type { Connection, KeyCheck } from "../../app/connection/connection-store.server.ts";

const at = new Date("2026-11-21T10:00:00Z");
const message = { code: "connection.products.unauthorized" } as const;

function connection(check: KeyCheck): Connection {
  const keyHint = { start: "rk_a", end: "9f2c" };
  return {
    keyName: "Stockbridge x",
    keyHint,
    generation: 1,
    sealedAccount: null,
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

describe("connectionState", () => {
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
  it.each(cases)("returns the state of a shop that is %s", (_, rows, foreignLinks, state) => {
    expect(connectionState({ ...nothing, ...rows }, foreignLinks)).toEqual(state);
  });
});
