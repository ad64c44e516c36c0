/** Links from the catalog page. */
export const catalogActions = [
  { code: "imports.title", url: "/app/imports" },
  { code: "catalog.prices", url: "/app/prices" },
  { code: "links.title", url: "/app/links" },
  { code: "sync.title", url: "/app/sync" },
] as const;
