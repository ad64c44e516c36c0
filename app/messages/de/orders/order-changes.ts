/** Changes of an order in the shop, differences at the supplier, and reasons why it was not canceled. */
export const orderChanges = {
  "orders.change.removed": "„{title}“ wurde von {ordered} auf {left} verringert",
  "orders.change.address": "die Lieferadresse hat sich geändert",
  "orders.change.closed": "das Fulfillment wurde geschlossen",
  "orders.change.moved": "das Fulfillment wurde einem anderen Standort zugewiesen",
  "orders.change.on-hold": "das Fulfillment wurde zurückgehalten",
  "orders.not-canceled.partially-shipped":
    "Ein Teil der Bestellung {number} Ihres Großhändlers ist schon versendet. Fragen Sie ihn nach dem Rest.",
  "orders.not-canceled.shipped":
    "Die Bestellung {number} Ihres Großhändlers ist schon versendet. Bitten Sie Ihren Kunden, sie zurückzusenden.",
  "orders.not-canceled.both":
    "{first} Ihr Großhändler hat diese Bestellung außerdem ein zweites Mal. {second}",
  "orders.not-canceled.not-connected":
    "Ihr Shop ist nicht verbunden, daher wurde bei Ihrem Großhändler nichts storniert. Stornieren Sie seine Bestellung {number} auf seiner Website.",
  "orders.not-canceled.not-shown":
    "Ihr Großhändler zeigt seine Bestellung {number} nicht, daher wurde nichts storniert. Suchen Sie sie auf seiner Website und stornieren Sie sie dort.",
  "orders.not-canceled.other-order":
    "Die Bestellung {number} Ihres Großhändlers ist eine andere als diese, daher wurde nichts storniert. Suchen Sie diese dort (unsere Referenz {reference}) und stornieren Sie sie dort.",
  "orders.not-canceled.other-account":
    "Ihr Großhändler führt seine Bestellung {number} in dem Konto, mit dem Ihr Shop zuvor verbunden war, daher wurde nichts storniert. Melden Sie sich auf seiner Website bei jenem Konto an und stornieren Sie sie dort.",
  "orders.not-canceled.not-offered":
    "Ihr Großhändler bietet von hier aus kein Stornieren an. Stornieren Sie seine Bestellung {number} jetzt dort.",
  "orders.not-canceled.rejected":
    "Ihr Großhändler hat seine Bestellung {number} nicht storniert: Sie {status, select, shipped {ist versendet} partially_shipped {ist teilweise versendet} delivered {ist zugestellt} other {ist noch offen}}. Fragen Sie ihn oder bitten Sie Ihren Kunden, sie zurückzusenden.",
  "orders.difference.missing": "{quantity} × „{title}“ ist nicht mehr darin",
  "orders.difference.ordered-again":
    "{quantity} × „{title}“ ist nicht mehr darin, und Sie haben entschieden, es erneut zu bestellen",
  "orders.difference.back":
    "{quantity} × „{title}“ ist doch darin, obwohl Sie entschieden haben, es erneut zu bestellen",
  "orders.difference.extra": "{quantity} × „{title}“ ist darin, wurde aber nicht bestellt",
  "orders.difference.unpacked": "kein Paket zeigt {quantity} × „{title}“",
  "orders.difference.cost": "sie kostet {charged} vor Versand statt {decided}",
  "orders.difference.total":
    "der Versand kostet mehr als erwartet, sodass die Bestellung {charged} statt etwa {decided} kostet",
  "orders.difference.unreadable":
    "{packages, plural, one {ein Paket davon ist nicht lesbar, daher zeigt Shopify es nicht} other {# Pakete davon sind nicht lesbar, daher zeigt Shopify sie nicht}}",
} as const;
