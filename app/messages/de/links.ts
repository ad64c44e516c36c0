/** Links between products that the shop already sells and the supplier's products. */
export const links = {
  "links.subtitle": "Produkte, die Sie schon verkaufen und die auch Ihr Großhändler führt",
  "links.connect-first": "Ihr Großhändler zeigt seine Produkte nur verbundenen Shops.",
  "links.review": "Zu prüfen",
  "links.linked": "Verknüpft",
  "links.skipped": "Übersprungen",
  "links.find": "Übereinstimmungen suchen",
  "links.find.help":
    "Stockbridge vergleicht die SKUs, Barcodes und Titel Ihres Shops mit denen Ihres Großhändlers. Bis Sie bestätigen, ändert sich nichts.",
  "links.finding.title": "Ihr Shop wird mit dem Katalog Ihres Großhändlers verglichen",
  "links.finding":
    "{read, plural, one {Bisher # Variante Ihres Shops gelesen.} other {Bisher # Varianten Ihres Shops gelesen.}}",
  "links.finding.waits": "Der Vergleich wartet. {problem} Er läuft automatisch weiter.",
  "links.find-failed.title": "Der Vergleich wurde beendet",
  "links.found":
    "Zuletzt verglichen am {at, date, long}: {read, plural, =0 {keine Varianten} one {# Variante} other {# Varianten}} Ihres Shops, {open, plural, =0 {keine Übereinstimmungen} one {# Übereinstimmung} other {# Übereinstimmungen}} zu prüfen.",
  "links.working":
    "{count, plural, one {# Produkt wird verknüpft oder seine Verknüpfung gelöst.} other {# Produkte werden verknüpft oder ihre Verknüpfung gelöst.}}",
  "links.needs-linking.title":
    "{count, plural, one {# Produkt wartet auf seine Verknüpfung} other {# Produkte warten auf ihre Verknüpfung}}",
  "links.needs-linking":
    "Ihr Shop verkauft {count, plural, one {dieses Produkt} other {diese Produkte}} vielleicht schon, daher wurde nichts importiert, und der Bestand wird nicht aktualisiert. Suchen Sie die Übereinstimmungen und bestätigen Sie sie hier.",
  "links.clear":
    "{count, plural, one {# Produkt hat nur eine Übereinstimmung, nach SKU oder Barcode.} other {# Produkte haben je nur eine Übereinstimmung, nach SKU oder Barcode.}}",
  "links.clear.confirm": "{count, plural, one {Dieses Produkt verknüpfen} other {Alle # verknüpfen}}",
  "links.clear.confirm.title":
    "{count, plural, one {Dieses Produkt verknüpfen?} other {Diese # Produkte verknüpfen?}}",
  "links.effect":
    "Ein verknüpftes Produkt behält Titel, Beschreibung, Bilder und Tags. Von da an folgen Bestand und Kosten Ihrem Großhändler, und neue Bestellungen dafür können an ihn gehen.",
  "links.price": "Preis",
  "links.price.keep": "Meinen Preis behalten",
  "links.price.follow": "Kosten des Großhändlers und meine Preisregeln verwenden",
  "links.confirm": "Verknüpfen",
  "links.skip": "Nicht dasselbe",
  "links.unskip": "Erneut prüfen",
  "links.linking": "Wird verknüpft",
  "links.failed": "Nicht verknüpft",
  "links.only-match": "Einzige Übereinstimmung",
  "links.choose": "Ihre Wahl",
  "links.needs-check": "Bitte prüfen",
  "links.left-by-import":
    "Nicht importiert, weil Ihr Shop es vielleicht schon verkauft. Suchen Sie Übereinstimmungen, um es zu verknüpfen.",
  "links.nothing-like-it":
    "Kein Produkt in Ihrem Shop hat dieselbe SKU, denselben Barcode oder denselben Titel. Wenn Sie es haben, geben Sie ihm die SKU Ihres Großhändlers und suchen Sie erneut nach Übereinstimmungen.",
  "links.at-supplier": "Ihr Großhändler",
  "links.in-shop": "Ihr Shop",
  "links.in-shop-product": "Produkt in Ihrem Shop",
  "links.draft": "Entwurf",
  "links.archived": "Archiviert",
  "links.variants": "{count, plural, one {# Variante} other {# Varianten}}",
  "links.whole-product": "Ganzes Produkt",
  "links.sku": "SKU {sku}",
  "links.barcode": "Barcode {barcode}",
  "links.cost": "Kosten {cost}",
  "links.your-price": "Preis {price}",
  "links.not-this": "Keine davon",
  "links.pick-variant": "Welche Ihrer Varianten ist {variant}?",
  "links.more-lines": "{count, plural, one {und # weitere Variante} other {und # weitere Varianten}}",
  "links.by.sku": "Gleiche SKU",
  "links.by.sku-folded": "Gleiche SKU bis auf Großschreibung oder Leerzeichen",
  "links.by.barcode": "Gleicher Barcode",
  "links.by.barcode-folded": "Gleicher Barcode bis auf Leerzeichen oder Nullen",
  "links.by.title": "Gleicher Titel und gleiche Optionen",
  "links.unlink": "Verknüpfung lösen",
  "links.unlink.title": "Verknüpfung von {product} lösen?",
  "links.unlink.effect":
    "Das Produkt bleibt in Ihrem Shop, wie es ist. Bestand und Preis folgen nicht mehr Ihrem Großhändler, und neue Bestellungen dafür werden zurückgehalten, bis Sie es wieder verknüpfen oder sie selbst ausführen. Bestellungen, die Ihr Großhändler schon hat, laufen weiter.",
  "links.unlink.stock":
    "Der zuletzt für Ihren Großhändler gesetzte Bestand bleibt im Verkauf. Ändern Sie ihn in Ihrem Shopify-Adminbereich, wenn Sie nicht selbst liefern können.",
  "links.open-in-shop": "In Ihrem Shop öffnen",
  "links.linked-variants":
    "{linked, number} von {variants, plural, one {# Variante verknüpft} other {# Varianten verknüpft}}",
  "links.none-to-review": "Nichts zu prüfen",
  "links.none-to-review.help":
    "Suchen Sie Übereinstimmungen, wenn Ihr Shop schon Produkte verkauft, die Ihr Großhändler führt.",
  "links.none-linked": "Keine verknüpften Produkte",
  "links.none-linked.help": "Produkte, die Sie importieren oder verknüpfen, erscheinen hier.",
  "links.none-skipped": "Keine übersprungenen Produkte",
  "links.none-skipped.help": "Produkte, die Sie als „Nicht dasselbe“ kennzeichnen, erscheinen hier.",
  "links.confirmed.title":
    "{count, plural, =0 {Es wurde nichts verknüpft} one {# Produkt wird verknüpft} other {# Produkte werden verknüpft}}",
  "links.confirmed.none": "Es hat sich geändert, seit diese Seite geöffnet wurde. Prüfen Sie es erneut.",
  "links.unlinked.title":
    "{count, plural, =0 {Es wurde keine Verknüpfung gelöst} one {Die Verknüpfung von # Produkt wird gelöst} other {Die Verknüpfungen von # Produkten werden gelöst}}",
  "links.unlinked.none": "Es wird gerade importiert. Versuchen Sie es in einer Minute erneut.",
  "links.problem.deleted":
    "Ihr Shop hat dieses Produkt nicht mehr. Suchen Sie erneut nach Übereinstimmungen.",
  "links.problem.variant-deleted":
    "Ihr Shop hat eine dieser Varianten nicht mehr. Suchen Sie erneut nach Übereinstimmungen und wählen Sie dann.",
  "links.problem.variant-gone":
    "Ihr Großhändler hat eine dieser Varianten nicht mehr. Suchen Sie erneut nach Übereinstimmungen und wählen Sie dann.",
  "links.problem.importing":
    "Dieses Produkt wird gerade importiert. Versuchen Sie es in einer Minute erneut.",
  "links.problem.taken":
    "Dieses Produkt in Ihrem Shop ist schon mit einem anderen Produkt Ihres Großhändlers verknüpft. Lösen Sie zuerst diese Verknüpfung.",
  "links.problem.linked-elsewhere":
    "Das Produkt Ihres Großhändlers ist schon mit einem anderen Produkt in Ihrem Shop verknüpft. Lösen Sie zuerst diese Verknüpfung.",
} as const;
