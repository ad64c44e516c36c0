/** Blocks in Shopify's admin. */
export const blocks = {
  "blocks.no-permission":
    "Stockbridge darf in Ihrem Shop noch kein Fulfillment anfordern. Öffnen Sie Stockbridge, klicken Sie unter „Bestellungen“ auf „An Großhändler senden“ und erlauben Sie es.",
} as const;
