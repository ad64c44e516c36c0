import { describe, expect, it } from "vitest";

import { orderStates } from "../../../app/orders/states/order-state.ts";
import { nextUpdateAt, type UpdateFacts } from "../../../app/orders/tracking/next-update.ts";

const now = new Date("2026-11-21T10:00:00Z");
const DAY = 86_400;

function ago(seconds: number): Date {
  return new Date(now.getTime() - seconds * 1000);
}

/** Returns the seconds until the next read, less up to a fifth at random; null if there is none. */
function secondsUntil(more: Partial<UpdateFacts>, atLeastSeconds?: number): number | null {
  const order = { state: "placed", placedAt: ago(60), allLeftAt: null } as const;
  const facts: UpdateFacts = { ...order, retryCount: 0, isListed: false, ...more };
  const at = nextUpdateAt(facts, now, atLeastSeconds);
  return at && (at.getTime() - now.getTime()) / 1000;
}

function expectAbout(actual: number | null, seconds: number): void {
  expect(actual).toBeGreaterThanOrEqual(seconds);
  expect(actual).toBeLessThan(seconds * 1.2 + 0.001);
}

describe("the next read of an order's updates", () => {
  it("comes after an interval that doubles each time, up to 15 minutes in the first two days", () => {
    for (const [retryCount, seconds] of [
      [0, 5] as const,
      [1, 10] as const,
      [2, 20] as const,
      [3, 40] as const,
      [7, 640] as const,
      [8, 900] as const,
      [50, 900] as const,
      [2000, 900] as const,
    ]) {
      expectAbout(secondsUntil({ retryCount }), seconds);
    }
  });

  it("comes after an hour once the order is two days old", () => {
    expectAbout(secondsUntil({ placedAt: ago(2 * DAY + 1) }), 3600);
    expectAbout(secondsUntil({ placedAt: ago(2 * DAY - 1), retryCount: 9 }), 900);
    expectAbout(secondsUntil({ placedAt: ago(400 * DAY) }), 3600);
  });

  it("comes after six hours if the supplier lists changes, and after a day once the order is two days old", () => {
    for (const retryCount of [0, 9]) {
      expectAbout(secondsUntil({ isListed: true, retryCount }), 6 * 3600);
      expectAbout(secondsUntil({ isListed: true, retryCount, placedAt: ago(3 * DAY) }), DAY);
    }
    expect(secondsUntil({ isListed: true, state: "delivered" })).toBeNull();
  });

  it("does not come before the supplier's Retry-After has passed", () => {
    expect(secondsUntil({}, 120)).toBe(120);
    expectAbout(secondsUntil({ retryCount: 9 }, 120), 900);
  });

  it("is no longer scheduled from 60 days after everything has left", () => {
    const shipped = { state: "shipped", placedAt: ago(70 * DAY) } as const;
    expectAbout(secondsUntil({ ...shipped, allLeftAt: ago(59 * DAY) }), 3600);
    expect(secondsUntil({ ...shipped, allLeftAt: ago(60 * DAY + 1) })).toBeNull();
  });

  it("is scheduled only in states that can still change", () => {
    expect(orderStates.filter((state) => secondsUntil({ state }) !== null)).toEqual([
      "placed",
      "partially_shipped",
      "shipped",
    ]);
  });
});
