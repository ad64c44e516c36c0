import { afterEach, expect, it, vi } from "vitest";

import { log, logRepeated } from "../../app/lib/telemetry/log.server.ts";

afterEach(() => {
  vi.useRealTimers();
});

it("logs the first of several equal lines at once, and the others once per minute with their number", () => {
  vi.useFakeTimers();
  const warn = vi.spyOn(log, "warn").mockReturnValue(undefined);
  for (let n = 1; n <= 1000; n += 1) logRepeated("warn", { reason: "invalid_hmac", n }, "test.rejected");
  logRepeated("warn", { reason: "missing_body" }, "test.rejected", "another kind");
  expect(warn.mock.calls).toEqual([
    [{ reason: "invalid_hmac", n: 1 }, "test.rejected"],
    [{ reason: "missing_body" }, "test.rejected"],
  ]);
  vi.advanceTimersByTime(60_000);
  expect(warn.mock.calls.slice(2)).toEqual([
    [{ reason: "invalid_hmac", n: 2, repeated: 999, withinSeconds: 60 }, "test.rejected"],
  ]);
  logRepeated("warn", { reason: "invalid_hmac", n: 1001 }, "test.rejected");
  expect(warn).toHaveBeenLastCalledWith({ reason: "invalid_hmac", n: 1001 }, "test.rejected");
  vi.advanceTimersByTime(60_000);
  expect(warn).toHaveBeenCalledTimes(4);
  warn.mockRestore();
});
