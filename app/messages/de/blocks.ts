/** The answers to buttons of the order block, and to actions of Shopify Flow. */
export const blocks = {
  "blocks.sending": "Wird an Ihren Großhändler gesendet. Das Ergebnis erscheint gleich hier.",
  "blocks.nothing-to-send":
    "In dieser Bestellung wartet nichts darauf, gesendet zu werden. Öffnen Sie Stockbridge, um ihren Stand zu sehen.",
  "blocks.no-permission":
    "Stockbridge darf in Ihrem Shop noch kein Fulfillment anfordern. Öffnen Sie Stockbridge, klicken Sie unter „Bestellungen“ auf „An Großhändler senden“ und erlauben Sie es.",
} as const;
