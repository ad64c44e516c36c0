import { expect, it } from "vitest";

import { EXAMPLES } from "./examples.ts";
import { listPageRoutes } from "./routes.ts";
import { checkExamples } from "./views.ts";

const routes = await listPageRoutes();

it("the page check finds every page and its address in Remix's routes", () => {
  expect(routes).toContainEqual({ name: "_index", address: "/" });
  expect(routes).toContainEqual({ name: "app._index", address: "/app" });
  expect(routes).toContainEqual({ name: "app.catalog_.import", address: "/app/catalog/import" });
  expect(routes).toContainEqual({ name: "app.orders.$id", address: "/app/orders/:id" });
  const names = routes.map(({ name }) => name);
  for (const other of ["root", "app", "app.export-orders", "healthz"]) expect(names).not.toContain(other);
});

it("the page check has examples for every page, and for no other", () => {
  checkExamples(routes);
});

it("the page check names a page without an example, and an example without a page", () => {
  expect(() => {
    checkExamples([...routes, { name: "app.help", address: "/app/help" }]);
  }).toThrow("Add to EXAMPLES in test/pages/examples.ts how to fill app.help.");
  const [first = ""] = Object.keys(EXAMPLES);
  expect(() => {
    checkExamples(routes.filter(({ name }) => name !== first));
  }).toThrow(`test/pages/examples.ts names ${first}, which is gone.`);
});
