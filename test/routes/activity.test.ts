import { expect, it } from "vitest";

import { en } from "../../app/messages/en.ts";
import { renderedPage } from "../messages/rendered-page.ts";
import { installedShop } from "../support/installed-shop.ts";

it("the activity page shows the search and the type as chips that remove them", async () => {
  const shop = await installedShop();
  const html = async (parameters: string) =>
    (await renderedPage(`/app/activity?${parameters}`, { shop, locale: "en" })).html;
  const narrowed = await html("query=lamp&type=orders");
  expect(narrowed).toContain("Search: lamp");
  expect(narrowed).toContain(`Remove ${en["activity.type.orders"]}`);
  expect(narrowed).toContain(en["list.filters.clear"]);
  expect(await html("show=all")).not.toContain(en["list.filters.clear"]);
});
