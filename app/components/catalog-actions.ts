/** The pages that the catalog's page leads to. */
export const catalogActions = [
  { code: "imports.title", url: "/app/imports" },
  { code: "catalog.prices", url: "/app/prices" },
  { code: "links.title", url: "/app/links" },
  { code: "sync.title", url: "/app/sync" },
] as const;
