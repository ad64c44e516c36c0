/** The page that compares the shop, Stockbridge, and the supplier. */
export const comparison = {
  "comparison.title": "Abgleich",
  "comparison.subtitle": "Was sich zwischen Ihrem Shop, Stockbridge und Ihrem Großhändler unterscheidet.",
  "comparison.now": "Jetzt abgleichen",
  "comparison.under-way":
    "Ihre Bestellungen werden mit Ihrem Shop und Ihrem Großhändler abgeglichen. Das dauert höchstens einige Minuten.",
  "comparison.never": "Ihre Bestellungen wurden noch nicht abgeglichen.",
  "comparison.compared":
    "Zuletzt abgeglichen: {at}. Stockbridge gleicht stündlich automatisch ab und ändert nichts, was nicht sicher ist.",
  "comparison.failed":
    "Der letzte Abgleich wurde nicht fertig, weil Ihr Shop oder Ihr Großhändler nicht geantwortet hat. Stockbridge wiederholt ihn automatisch.",
  "comparison.connect-first":
    "Verbinden Sie Ihr Konto beim Großhändler, um Ihre Bestellungen mit seinen abzugleichen.",
  "comparison.none": "Keine Unterschiede",
  "comparison.none.text": "Ihr Shop, Stockbridge und Ihr Großhändler stimmen überein.",
  "comparison.orders": "Bestellungen, die Sie brauchen",
  "comparison.orders.more": "Alle anzeigen",
  "comparison.supplier": "Nur bei Ihrem Großhändler",
  "comparison.supplier.help":
    "In den letzten 30 Tagen gefunden. Eine Bestellung, die Sie selbst bei Ihrem Großhändler aufgegeben haben, braucht nichts. Sonst sehen Sie sie dort an und stornieren Sie sie, wenn Sie sie nicht möchten.",
  "comparison.found": "Bei Ihrem Großhändler wiedergefunden",
  "comparison.found.help":
    "Diese Bestellungen waren unklar. Ihr Großhändler hat sie, und sie laufen automatisch weiter.",
  "comparison.products": "Produkte",
  "comparison.products.own":
    "{count, plural, one {# Produkt weicht} other {# Produkte weichen}} durch Ihre eigenen Änderungen von Ihrem Großhändler ab.",
  "comparison.products.own.action": "Ihre Änderungen ansehen",
  "comparison.products.approvals":
    "{count, plural, one {# Preisänderung wartet} other {# Preisänderungen warten}} auf Ihre Bestätigung.",
  "comparison.products.approvals.action": "Über Preise entscheiden",
  "comparison.products.failed":
    "{count, plural, one {# Produkt ist} other {# Produkte sind}} in Ihrem Shop nicht aktuell, weil Shopify eine Änderung abgelehnt hat.",
  "comparison.products.failed.action": "Diese Produkte ansehen",
  "comparison.open": "Bestellung {order} öffnen",
} as const;
