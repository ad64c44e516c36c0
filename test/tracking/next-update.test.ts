import { describe, expect, it } from "vitest";

import { orderStates } from "../../app/orders/order-state.ts";
import { nextUpdateAt, type Asked } from "../../app/tracking/next-update.ts";

const now = new Date("2026-11-21T10:00:00Z");
const DAY = 86_400;

function ago(seconds: number): Date {
  return new Date(now.getTime() - seconds * 1000);
}

/** In how many seconds it is asked again; null when it is not. */
function secondsUntil(more: Partial<Asked>, atLeastSeconds?: number): number | null {
  const asked: Asked = { state: "placed", placedAt: ago(60), allLeftAt: null, retryCount: 0, ...more };
  const at = nextUpdateAt(asked, now, atLeastSeconds);
  return at && (at.getTime() - now.getTime()) / 1000;
}

describe("the supplier is asked for news of an order", () => {
  it("in twice as many seconds each time, at most every quarter of an hour in the first two days", () => {
    expect([0, 1, 2, 3, 7, 8, 50, 2000].map((retryCount) => secondsUntil({ retryCount }))).toEqual([
      5, 10, 20, 40, 640, 900, 900, 900,
    ]);
  });

  it("hourly after two days, whatever was news last", () => {
    expect(secondsUntil({ placedAt: ago(2 * DAY + 1) })).toBe(3600);
    expect(secondsUntil({ placedAt: ago(2 * DAY - 1), retryCount: 9 })).toBe(900);
    expect(secondsUntil({ placedAt: ago(400 * DAY) })).toBe(3600);
  });

  it("not before it wants to be asked", () => {
    expect(secondsUntil({}, 120)).toBe(120);
    expect(secondsUntil({ retryCount: 9 }, 120)).toBe(900);
  });

  it("until all of it has left for 60 days", () => {
    const shipped = { state: "shipped", placedAt: ago(70 * DAY) } as const;
    expect(secondsUntil({ ...shipped, allLeftAt: ago(59 * DAY) })).toBe(3600);
    expect(secondsUntil({ ...shipped, allLeftAt: ago(60 * DAY + 1) })).toBeNull();
  });

  it("only while there may be some", () => {
    expect(orderStates.filter((state) => secondsUntil({ state }) !== null)).toEqual([
      "placed",
      "partially_shipped",
      "shipped",
    ]);
  });
});
