/** The pages that the catalog's page leads to. */
export const catalogActions = [{ code: "sync.title", url: "/app/sync" }] as const;
