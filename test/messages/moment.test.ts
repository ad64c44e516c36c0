// @vitest-environment jsdom
import { act, createElement } from "react";
import { hydrateRoot, type Root } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { Moment } from "../../app/components/moment.tsx";
import { useClock } from "../../app/components/use-clock.ts";
import { ClockContext } from "../../app/messages/use-t.ts";

const LOADED = { now: "2026-11-26T15:00:00.000Z", timeZone: null };
const iso = "2026-11-26T14:59:50.000Z";

/** A page whose loader gave `loaded`. */
function Page({ loaded }: { loaded: typeof LOADED }) {
  const value = useClock(loaded);
  return createElement(ClockContext.Provider, { value }, createElement(Moment, { iso }));
}

const page = (loaded = LOADED) => createElement(Page, { loaded });

let root: Root | undefined;
const mismatches: unknown[] = [];
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  mismatches.length = 0;
});
afterEach(() => {
  act(() => {
    root?.unmount();
  });
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Sends the server's page to a browser whose clock is an hour slow. @returns the reader of its text. */
function open(): () => string | null {
  vi.setSystemTime(new Date(LOADED.now));
  const container = document.createElement("div");
  container.innerHTML = renderToString(page());
  vi.setSystemTime(new Date("2026-11-26T14:00:00.000Z"));
  act(() => {
    root = hydrateRoot(container, page(), { onRecoverableError: (error) => mismatches.push(error) });
  });
  return () => container.textContent;
}

function wait(minutes: number): void {
  act(() => {
    vi.advanceTimersByTime(minutes * 60_000);
  });
}

it("Moment first shows the server's text, even if the browser's clock is wrong", () => {
  const text = open();
  expect(text()).toBe("Just now");
  expect(mismatches).toEqual([]);
});

it("Moment changes its text as time passes", () => {
  const text = open();
  wait(5);
  expect(text()).toBe("5 minutes ago");
  wait(60);
  expect(text()).toBe("Today at 2:59 PM UTC");
});

it("Moment uses the server's new time when the page's data is loaded again", () => {
  const text = open();
  wait(5);
  act(() => {
    root?.render(page({ ...LOADED, now: "2026-11-26T15:09:50.000Z" }));
  });
  expect(text()).toBe("10 minutes ago");
});
