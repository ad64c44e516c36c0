import { expect, it } from "vitest";

import { shopWith } from "../catalog/import/testing.ts";
import { wireProduct } from "../catalog/stand-in-supplier.ts";
import { openStandIn } from "../catalog/testing.ts";
import { renderedPage } from "../messages/rendered-page.ts";
import { openQueue } from "../support/queue.ts";

const supplier = await openStandIn();

openQueue();

const PARAMETERS = [
  "q",
  "brand",
  "category",
  "min",
  "since",
  "sort",
  "after",
  "before",
  "show",
  "query",
  "group",
  "older-than",
  "newer-than",
  "runs-older-than",
  "run",
  "ids",
];
const VALUES = ["a%00b", "%ff%fe", "%F0%9F%92%A1", "%E2%80%AEx", "'%22%3C%3E", "9".repeat(3000)];

it.each([
  "/app/catalog",
  "/app/catalog/import",
  "/app/orders",
  "/app/links",
  "/app/imports",
  "/app/activity",
  "/app/sync",
])("the page %s opens with any parameters in its address", async (path) => {
  const shop = await shopWith(supplier, wireProduct("a"));
  const all = VALUES.map((value) => PARAMETERS.map((name) => `${name}=${value}`).join("&"));
  for (const parameters of [...all, ...PARAMETERS.map((name) => `${name}=a%00b`)]) {
    const { status } = await renderedPage(`${path}?${parameters}`, { shop, locale: "en" });
    // The named object may be missing.
    expect(status, parameters).toBeOneOf([200, 404]);
  }
});
