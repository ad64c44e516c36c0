/** The reconciliation page: differences between the shop, our records and the supplier. */
export const reconciliation = {
  "reconciliation.subtitle":
    "Worin sich Ihr Shop, Stockbridge und Ihr Großhändler unterscheiden. Verglichen wird jede Nacht und wenn Sie es wünschen.",
  "reconciliation.compare": "Jetzt vergleichen",
  "reconciliation.running": "Ihr Shop, Stockbridge und Ihr Großhändler werden verglichen…",
  "reconciliation.never": "Noch nicht verglichen",
  "reconciliation.never.text":
    "Der erste Vergleich ist heute Nacht. Klicken Sie auf „Jetzt vergleichen“, um die Unterschiede früher zu sehen.",
  "reconciliation.compared": "Zuletzt verglichen {at}",
  "reconciliation.failed": "Der letzte Vergleich ist nicht vollständig",
  "reconciliation.failed.text":
    "{why} Bis ein Vergleich vollständig ist, können in der Liste Unterschiede fehlen oder veraltet sein.",
  "reconciliation.incomplete":
    "Ihr Shop oder Ihr Großhändler hat nicht geantwortet, oder es gibt noch mehr zu vergleichen. Stockbridge liest den Rest innerhalb von etwa einer Stunde. Klicken Sie danach auf „Jetzt vergleichen“.",
  "reconciliation.more":
    "Es gibt mehr Unterschiede, als die Liste fassen kann. Klären Sie einige davon und klicken Sie noch einmal auf „Jetzt vergleichen“.",
  "reconciliation.started": "Begonnen",
  "reconciliation.none": "Keine Unterschiede",
  "reconciliation.none.text":
    "Beim letzten Vergleich stimmten Ihr Shop, Stockbridge und Ihr Großhändler überein.",
  "reconciliation.connect-first":
    "Verbinden Sie Ihren Großhändler, damit Stockbridge seine Bestellungen mit Ihren vergleichen kann.",
  "reconciliation.difference": "Unterschied",
  "reconciliation.since": "Gefunden",
  "reconciliation.action": "Aktion",
  "reconciliation.open-order": "Bestellung öffnen",
  "reconciliation.open-orders": "Bestellungen öffnen",
  "reconciliation.open-product": "Produkt öffnen",
  "reconciliation.order": "Bestellung {order}: {why}",
  "reconciliation.still-alive":
    "Sie haben diese Bestellung storniert, aber Ihr Großhändler hat sie noch als Bestellung {number}. Vielleicht versendet er sie. Öffnen Sie die Bestellung, um sie erneut zu stornieren, oder fragen Sie Ihren Großhändler.",
  "reconciliation.package":
    "Bestellung {order}: Ein Paket Ihres Großhändlers fehlt in Shopify, daher sieht Ihr Kunde dessen Trackingnummer nicht. {why}",
  "reconciliation.package-waits": "Stockbridge versucht weiter, es hinzuzufügen.",
  "reconciliation.variants-gone":
    "{product}: Ihr Großhändler listet {variants, plural, one {# Variante} other {# Varianten}} dieses Produkts, die Sie verkaufen, nicht mehr. Bestellungen dafür warten. Öffnen Sie das Produkt, um zu sehen, welche es sind, und entfernen Sie sie aus Ihrem Shop.",
  "reconciliation.not-synced":
    "{product}: Ihr Shop zeigt vielleicht nicht Bestand und Preis Ihres Großhändlers. {why}",
  "reconciliation.other-price":
    "{product}: In Ihrem Shop {variants, plural, one {hat # Variante} other {haben # Varianten}} einen anderen Preis, als Stockbridge geschrieben hat. Preise, die Sie geändert haben, lässt Stockbridge, wie sie sind. Damit wieder Ihre Preisregeln gelten, wählen Sie das auf der Seite „Produktaktualisierungen“ unter „Ihre Änderungen“.",
} as const;
