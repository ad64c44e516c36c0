/** The pages that the catalog's page leads to. */
export const catalogActions = [{ content: "catalog.prices", url: "/app/prices" }] as const;
