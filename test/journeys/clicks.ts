import type { FrameLocator, Locator } from "playwright-core";

/** Counts the clicks of a merchant. A field that is filled and a box that is ticked do not count. */
export type Clicks = {
  click: (target: Locator) => Promise<void>;
  /** Types into the field on Home and presses its button. */
  find: (what: string) => Promise<void>;
  count: () => number;
  /** Counts from zero again. */
  restart: () => void;
};

/** @param frame the app within the admin. */
export function countClicks(frame: FrameLocator): Clicks {
  let clicks = 0;
  const click = async (target: Locator) => {
    clicks += 1;
    await target.click();
  };
  return {
    click,
    find: async (what) => {
      await frame.getByLabel("Find an order or a product").fill(what);
      await click(frame.getByRole("button", { name: "Find", exact: true }));
    },
    count: () => clicks,
    restart: () => {
      clicks = 0;
    },
  };
}
