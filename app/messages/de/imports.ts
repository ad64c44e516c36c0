/** The choice, preview and progress of an import. */
export const imports = {
  "imports.import": "Import",
  "imports.title": "Importe",
  "imports.open-catalog": "Katalog öffnen",
  "imports.back": "Zurück zum Katalog",
  "imports.first-page": "Erste Seite",
  "imports.next-page": "Nächste Seite",

  "imports.new.title": "Produkte importieren",
  "imports.nothing-selected.title": "Keine Produkte ausgewählt",
  "imports.nothing-selected": "Wählen Sie Produkte im Katalog aus, um sie in Ihren Shop zu importieren.",
  "imports.nothing-left.title": "Nichts zu importieren",
  "imports.nothing-left":
    "Diese Produkte werden bereits importiert, ihre Verknüpfung wird gerade gelöst, oder Ihr Großhändler verkauft sie nicht mehr.",
  "imports.unreadable.title": "Die Vorschau kann nicht angezeigt werden",
  "imports.unreadable": "{problem} Es wurde nichts importiert.",
  "imports.start":
    "{count, plural, =0 {Nichts zu importieren} one {# Produkt importieren} other {# Produkte importieren}}",
  "imports.preview.title": "Was geschehen wird",
  "imports.preview.creates":
    "{count, plural, =0 {Keine neuen Produkte} one {# neues Produkt wird angelegt} other {# neue Produkte werden angelegt}}",
  "imports.preview.updates":
    "{count, plural, =0 {Kein Produkt in Ihrem Shop wird aktualisiert} one {# Produkt in Ihrem Shop wird aktualisiert} other {# Produkte in Ihrem Shop werden aktualisiert}}",
  "imports.preview.skips":
    "{count, plural, one {# Produkt wird übersprungen} other {# Produkte werden übersprungen}}",
  "imports.preview.problems":
    "{count, plural, one {# Produkt hat ein Problem} other {# Produkte haben Probleme}}",
  "imports.preview.keeps":
    "Produkte in Ihrem Shop bleiben, wie sie sind, außer dem, was Sie unter „In Ihrem Shop überschreiben“ ankreuzen, und Varianten, die Ihrem Shop fehlen. Varianten, die Sie in Ihrem Shop gelöscht haben, bleiben gelöscht, außer Sie kreuzen sie an. Werte, die Ihrem Großhändler folgen, bleiben in jedem Fall aktuell.",
  "imports.variants.title": "Zu importierende Varianten",
  "imports.variants.in-shop": "In Ihrem Shop · Bestand: {stock}",
  "imports.variants.deleted": "In Ihrem Shop gelöscht · Bestand: {stock}",
  "imports.prices.title": "Preise",
  "imports.prices": "Nach Ihren Preisregeln. Die Vorschau zeigt sie neben Ihren Kosten.",
  "imports.prices.change": "Preisregeln ansehen",
  "imports.overwrite.title": "In Ihrem Shop überschreiben",
  "imports.overwrite.help":
    "Für Produkte, die schon in Ihrem Shop sind. Die Vorschau zeigt den Stand Ihres Shops und den Ihres Großhändlers.",
  "imports.new-products.title": "Neue Produkte",
  "imports.status.title": "Status",
  "imports.status.active": "Aktiv",
  "imports.status.active.help": "Sofort im Verkauf",
  "imports.status.draft": "Entwurf",
  "imports.status.draft.help": "Verborgen, bis Sie es in Shopify aktivieren",
  "imports.fields.title": "Übernehmen",
  "imports.collection.title": "Kollektion",
  "imports.collection.none": "Keine",
  "imports.tags.title": "Tags",
  "imports.tags.help":
    "Durch Kommas getrennt. Werden neuen Produkten hinzugefügt, anderen nur, wenn Sie Tags überschreiben.",

  "imports.field.title": "Titel",
  "imports.field.descriptionHtml": "Beschreibung",
  "imports.field.vendor": "Anbieter",
  "imports.field.productType": "Produkttyp",
  "imports.field.tags": "Tags",
  "imports.field.images": "Bilder",
  "imports.field.status": "Status",
  "imports.field.price": "Preis",
  "imports.field.compareAtPrice": "Vergleichspreis",
  "imports.field.cost": "Kosten",
  "imports.field.barcode": "Barcode",
  "imports.field.weight": "Gewicht",
  "imports.field.stock": "Bestand",
  "imports.field.variant": "Neue Variante",

  "imports.group.create": "Neu ({count, number})",
  "imports.group.update": "Aktualisiert ({count, number})",
  "imports.group.skip": "Übersprungen ({count, number})",
  "imports.group.problem": "Probleme ({count, number})",
  "imports.badge.problem": "Problem",
  "imports.product":
    "{price} · Ihre Kosten {cost} · {variants, plural, one {# Variante} other {# Varianten}}",
  "imports.product.from":
    "ab {price} · Ihre Kosten ab {cost} · {variants, plural, one {# Variante} other {# Varianten}}",
  "imports.forecast.needs-linking":
    "Konnte beim letzten Mal nicht verknüpft werden. Es wird erneut versucht.",
  "imports.forecast.importing": "Wird bereits importiert.",
  "imports.forecast.linking": "Wird mit einem Produkt in Ihrem Shop verknüpft.",
  "imports.forecast.unlinked":
    "Die Verknüpfung mit Ihrem Großhändler wird gerade gelöst. Versuchen Sie es in einigen Minuten erneut.",
  "imports.forecast.not-listed": "Ihr Großhändler listet dieses Produkt nicht mehr.",
  "imports.forecast.discontinued": "Ihr Großhändler verkauft dieses Produkt nicht mehr.",
  "imports.forecast.unreadable":
    "Preis, Bestand oder Angaben Ihres Großhändlers zu diesem Produkt sind nicht lesbar.",
  "imports.forecast.no-variants":
    "Ihr Großhändler listet keine Varianten dieses Produkts, es gibt also nichts zu verkaufen.",
  "imports.forecast.too-many-variants": "Hat mehr Varianten, als Shopify erlaubt.",
  "imports.forecast.currency-differs":
    "Der Preis Ihres Großhändlers ist in einer anderen Währung als der Ihres Shops.",
  "imports.forecast.no-price": "Ihr Großhändler nennt für eine der Varianten keinen brauchbaren Preis.",
  "imports.differences.none": "Außer dem Bestand ist nichts zu ändern.",
  "imports.differences.more": "{count, plural, one {# weiterer Unterschied} other {# weitere Unterschiede}}",
  "imports.differences.of": "{field} von {variant}",
  "imports.differences.added": "Hinzugefügt",
  "imports.differences.changes": "Ändert sich",
  "imports.differences.stays": "Bleibt",
  "imports.differences.shop": "Ihr Shop:",
  "imports.differences.supplier": "Ihr Großhändler:",
  "imports.differences.rules": "Nach Ihren Preisregeln:",
  "imports.differences.nothing": "nichts",

  "imports.progress.title": "Import vom {at, date, long}",
  "imports.progress.bar": "{done, number} von {total, number} Produkten erledigt",
  "imports.progress.imported": "{count, plural, one {# importiert} other {# importiert}}",
  "imports.progress.skipped": "{count, plural, one {# nicht importiert} other {# nicht importiert}}",
  "imports.progress.left": "{count, plural, one {# noch offen} other {# noch offen}}",
  "imports.progress.bulk":
    "Shopify legt {count, plural, one {# Produkt} other {# Produkte}} an, bisher {created, number}. Große Importe dauern in Shopify mehrere Minuten; diese Produkte zählen als erledigt, sobald Shopify das meldet.",
  "imports.completed-at": "Abgeschlossen am {at, date, long}",
  "imports.canceled-at": "Abgebrochen am {at, date, long}",
  "imports.show-imported": "Importierte Produkte anzeigen",
  "imports.next.title": "Wie es weitergeht",
  "imports.next.not-in-store":
    "Kunden sehen dieses Produkt in Ihrem Onlineshop noch nicht: Es ist dort nicht veröffentlicht. Wählen Sie seine Vertriebskanäle in Shopify.",
  "imports.next.step": "Der nächste Schritt Ihrer Einrichtung: {step}",
  "imports.next.in-store": "In Ihrem Shop ansehen",
  "imports.next.in-shopify": "In Shopify ansehen",
  "imports.next.home": "Zur Startseite",
  "imports.state.running": "Läuft",
  "imports.state.canceling": "Wird abgebrochen",
  "imports.state.ended": "Abgeschlossen",
  "imports.state.partly": "Teilweise importiert",
  "imports.state.none": "Nichts importiert",
  "imports.state.canceled": "Abgebrochen",
  "imports.leave": "Sie können diese Seite verlassen. Der Import läuft weiter.",
  "imports.cancel": "Import abbrechen",
  "imports.cancel.title": "Diesen Import abbrechen?",
  "imports.cancel.text":
    "Produkte, die schon in Ihrem Shop sind, bleiben dort. Die übrigen bleiben, wie sie vor diesem Import waren.",
  "imports.cancel.keep": "Weiter importieren",
  "imports.canceled.title": "Import abgebrochen",
  "imports.canceled":
    "{count, plural, =0 {Es war kein Produkt mehr zurückzunehmen.} one {# Produkt bleibt, wie es vorher war.} other {# Produkte bleiben, wie sie vorher waren.}}",
  "imports.not-running.title": "Dieser Import läuft nicht mehr",
  "imports.retry": "Erneut versuchen",
  "imports.retry-product": "Import von {product} erneut versuchen",
  "imports.retry-all": "Alle erneut versuchen",
  "imports.retry-now": "Jetzt versuchen",
  "imports.retried.title":
    "{count, plural, =0 {Nichts mehr erneut zu versuchen} one {# Produkt wird erneut versucht} other {# Produkte werden erneut versucht}}",
  "imports.disconnected.title":
    "{count, plural, one {# Produkt wartet auf Ihren Großhändler} other {# Produkte warten auf Ihren Großhändler}}",
  "imports.disconnected":
    "Ihr Shop ist nicht mit dem Konto verbunden, aus dem diese Produkte stammen. Verbinden Sie es in den Einstellungen, dann läuft der Import automatisch weiter.",
  "imports.waiting.title": "{count, plural, one {# Produkt wartet} other {# Produkte warten}}",
  "imports.waiting": "{problem} Wird am {until, date, long} automatisch erneut versucht.",
  "imports.waiting.now": "{problem} Wird gleich automatisch erneut versucht.",
  "imports.refused.title": "Nicht importiert",
  "imports.refused.images":
    "{count, plural, one {# Bild konnte von Shopify nicht geladen werden.} other {# Bilder konnten von Shopify nicht geladen werden.}}",
  "imports.none.title": "Noch keine Importe",
  "imports.none": "Wählen Sie Produkte im Katalog aus, um sie in Ihren Shop zu importieren.",
  "imports.older": "Ältere",
  "imports.newer": "Neuere",
  "imports.pages": "Seiten der Importe",
} as const;
