import { expect, it } from "vitest";

import { en } from "../../app/messages/en.ts";
import { renderedPage } from "../messages/rendered-page.ts";
import { installedShop } from "../support/installed-shop.ts";

it("shows the search and the type on the activity page as chips, each of which removes its filter", async () => {
  const shop = await installedShop();
  const html = async (parameters: string) =>
    (await renderedPage(`/app/activity?${parameters}`, { shop, locale: "en" })).html;
  const narrowed = await html("query=lamp&type=orders");
  expect(narrowed).toContain("Search: lamp");
  expect(narrowed).toContain(`Remove ${en["activity.type.orders"]}`);
  expect(narrowed).toContain(en["list.filters.clear"]);
  expect(await html("show=all")).not.toContain(en["list.filters.clear"]);
});
