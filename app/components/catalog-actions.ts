/** The pages that the catalog's page leads to. */
export const catalogActions = [
  { code: "catalog.prices", url: "/app/prices" },
  { code: "sync.title", url: "/app/sync" },
] as const;
