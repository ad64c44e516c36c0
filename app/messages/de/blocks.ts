/** Texts that no page shows: answers to buttons of the order block and to actions of Shopify Flow, columns of exported files. */
export const blocks = {
  "blocks.sending": "Wird an Ihren Großhändler gesendet. Das Ergebnis erscheint gleich hier.",
  "blocks.sending.paused":
    "Noch nicht an Ihren Großhändler gesendet, weil das Bestellen pausiert ist. Stockbridge sendet diese Bestellung, sobald das Bestellen fortgesetzt wird.",
  "blocks.nothing-to-send":
    "In dieser Bestellung wartet nichts darauf, gesendet zu werden. Öffnen Sie Stockbridge, um ihren Stand zu sehen.",
  "blocks.no-permission":
    "Stockbridge darf in Ihrem Shop noch kein Fulfillment anfordern. Öffnen Sie Stockbridge, klicken Sie unter „Bestellungen“ auf „An Großhändler senden“ und erlauben Sie es.",
  "blocks.unpaid":
    "Nicht gesendet: Die Bestellung ist nicht vollständig bezahlt. Um sie trotzdem zu senden, fordern Sie ihr Fulfillment in Shopify an und klicken dann auf „Trotzdem senden“.",
  "blocks.test-order":
    "Nicht gesendet: Es ist eine Testbestellung. Um sie trotzdem zu senden, fordern Sie ihr Fulfillment in Shopify an und klicken dann auf „Trotzdem senden“.",
  "blocks.nothing-of-supplier":
    "Nichts in dieser Bestellung wartet darauf, an Ihren Großhändler gesendet zu werden.",
  "blocks.send.no-order": "Bestellung {number}",
  "blocks.send.pressed": "Das Ergebnis jeder Bestellung erscheint gleich hier.",
  "blocks.send.waits": "Wartet darauf, an Ihren Großhändler gesendet zu werden.",
  "blocks.send.kept":
    "Nicht gesendet. {why} Um sie trotzdem zu senden, öffnen Sie Stockbridge und klicken unter „Bestellungen“, „Zu senden“ auf „Trotzdem senden“.",
  "blocks.send.held":
    "Nicht gesendet: Einer Ihrer Workflows in Shopify Flow hält diese Bestellung zurück. Um sie trotzdem zu senden, öffnen Sie die Bestellung in Stockbridge und klicken auf „Erneut versuchen“.",
  "blocks.send.amounts": "Kosten {cost}, erwarteter Gewinn {profit}",
  "blocks.two-sentences": "{first}. {second}",
  "blocks.product.refreshing":
    "Stockbridge liest gerade Kosten und Bestand Ihres Großhändlers. Sie sind gleich in Ihrem Shop.",
  "blocks.product.not-linked":
    "Nichts wurde abgeglichen: Dieses Produkt folgt Ihrem Großhändler nicht mehr. Öffnen Sie Stockbridge, um den Grund zu sehen.",
  "blocks.product.not-connected":
    "Nichts wurde abgeglichen: Ihr Shop ist nicht mit Ihrem Großhändler verbunden. Verbinden Sie ihn in den Einstellungen.",
  "blocks.product.not-shown":
    "Nichts wurde abgeglichen: Ihr Großhändler zeigt unter dieser Nummer gerade kein Produkt. Versuchen Sie es später erneut.",

  "export.activity.at": "Zeit",
  "export.activity.attention": "Zu klären",
  "export.activity.subject": "Gegenstand",
  "export.activity.message": "Was geschehen ist",
  "export.products.product": "Nummer des Großhändlers",
  "export.products.name": "Produkt",
  "export.products.brand": "Marke",
  "export.products.category": "Kategorie",
  "export.products.sku": "SKU",
  "export.products.barcode": "Barcode",
  "export.products.cost": "Ihre Kosten",
  "export.products.costCurrency": "Währung der Kosten",
  "export.products.stock": "Bestand des Großhändlers",
  "export.products.state": "In Ihrem Shop",
  "export.products.offSale": "Aus dem Verkauf",
  "export.products.price": "Preis in Ihrem Shop",
  "export.products.shopCurrency": "Währung des Preises",
  "export.products.own": "Eigener Preis",
  "export.products.belowCost": "Mit Verlust",
  "export.orders.orderName": "Bestellung",
  "export.orders.supplierOrderId": "Nummer des Großhändlers",
  "export.orders.requestedAt": "Angefordert",
  "export.orders.placedAt": "Bestellt",
  "export.orders.state": "Status",
  "export.orders.country": "Land",
  "export.orders.revenueCurrency": "Währung",
  "export.orders.revenue": "Für Artikel bezahlt",
  "export.orders.shippingPaid": "Vom Kunden bezahlter Versand",
  "export.orders.tax": "Steuern",
  "export.orders.refunded": "Erstattet",
  "export.orders.itemsCost": "Kosten der Artikel",
  "export.orders.shippingCost": "Versand des Großhändlers",
  "export.orders.profit": "Gewinn",
  "export.orders.paidCurrency": "Währung des Kunden",
  "export.orders.costTotal": "Rechnung des Großhändlers",
  "export.orders.costShipping": "Versand in der Rechnung",
  "export.orders.costCurrency": "Währung des Großhändlers",
  "export.orders.exchangeRate": "Wechselkurs",
  "export.orders.exchangeRateDate": "Wechselkurs vom",
  "export.orders.items": "Artikel",
  "export.price-changes.at": "Zeit",
  "export.price-changes.product": "Produkt",
  "export.price-changes.sku": "SKU",
  "export.price-changes.field": "Was sich geändert hat",
  "export.price-changes.old": "Vorher",
  "export.price-changes.new": "Nachher",
  "export.price-changes.currency": "Währung",
  "export.price-changes.by": "Geändert von",
} as const;
