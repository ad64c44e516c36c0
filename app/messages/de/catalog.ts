/** The catalog, a product's page, and activity of imported products. */
export const catalog = {
  "catalog.subtitle": "Die Produkte Ihres Großhändlers",
  "catalog.reading": "Produkte Ihres Großhändlers werden gelesen…",
  "catalog.read": "Zuletzt aktualisiert am {at, date, long}",
  "catalog.read-and-reading": "Zuletzt aktualisiert am {at, date, long}, wird gerade aktualisiert",
  "catalog.read-in-full": "{read}. Zuletzt vollständig gelesen am {full, date, long}",
  "catalog.connect-first": "Ihr Großhändler zeigt seine Produkte nur verbundenen Shops.",
  "catalog.last-read": "{problem} Bis das klappt, sehen Sie die Produkte im zuletzt gelesenen Stand.",
  "catalog.unreadable": "Nicht lesbar",
  "catalog.unreadable.title":
    "{count, plural, one {# Produkt Ihres Großhändlers ist nicht lesbar} other {# Produkte Ihres Großhändlers sind nicht lesbar}}",
  "catalog.unreadable.help":
    "Stockbridge kann den Preis, den Bestand oder die Angaben nicht lesen, die Ihr Großhändler sendet. Bis dahin warten Bestellungen für {count, plural, one {dieses Produkt} other {diese Produkte}}. Wenn das länger als einen Tag dauert, wenden Sie sich an den Stockbridge-Support.",
  "catalog.unreadable.nameless":
    "{count, plural, one {# Produkt hat keine lesbare Nummer und wird daher nicht angezeigt.} other {# Produkte haben keine lesbare Nummer und werden daher nicht angezeigt.}}",
  "catalog.unreadable.show": "Produkte anzeigen",
  "catalog.unreadable.setting": "Festlegen, was mit ihrem Bestand geschieht",
  // Texts beside a product, and reasons why a product was not imported or linked
  "catalog.unreadable.price":
    "Der Preis Ihres Großhändlers ist nicht lesbar. Bis dahin warten Bestellungen für dieses Produkt, und es kann nicht importiert werden.",
  "catalog.unreadable.stock":
    "Der Bestand Ihres Großhändlers ist nicht lesbar. Bis dahin warten Bestellungen für dieses Produkt, und es kann nicht importiert werden.",
  "catalog.unreadable.product":
    "Die Angaben Ihres Großhändlers zu diesem Produkt sind nicht lesbar. Bis dahin warten Bestellungen dafür, und es kann nicht importiert werden.",
  "catalog.shrunk.title":
    "{vanished, number} von {listed, number} Produkten fehlen in der Liste Ihres Großhändlers",
  "catalog.shrunk":
    "Das kann ein Fehler Ihres Großhändlers sein, daher hat sich in Ihrem Katalog und Ihrem Shop nichts geändert. Wenn er sie wirklich nicht mehr führt, bestätigen Sie es: Stockbridge liest die Liste noch einmal und kennzeichnet die fehlenden Produkte als nicht mehr angeboten. Wenn Sie sie behalten, fragt Stockbridge wieder, falls sie beim nächsten vollständigen Lesen noch fehlen.",
  "catalog.shrunk.keep": "Produkte behalten",
  "catalog.shrunk.confirm": "Als nicht mehr angeboten kennzeichnen",
  "catalog.no-location.title": "Ihr Shop hat keinen Standort für den Bestand Ihres Großhändlers",
  "catalog.no-location":
    "{problem} Bis es einen gibt, können keine Produkte importiert werden. Stockbridge versucht es bei jedem Import erneut.",

  "catalog.daily-limit.title":
    "{count, plural, one {# Produkt folgt morgen} other {# Produkte folgen morgen}}",
  "catalog.daily-limit":
    "Shopify nimmt von einem Shop mit 50.000 oder mehr Varianten 1.000 neue pro Tag an. Sie müssen nichts tun.",
  "catalog.refresh": "Aktualisieren",
  "catalog.import-selected": "Importieren…",
  "catalog.stop-selling": "Nicht mehr verkaufen…",
  "catalog.resume-selling": "Wieder verkaufen",
  "sell.stop": "Nicht mehr verkaufen",
  "sell.stop.title": "In Ihrem Shop nicht mehr verkaufen?",
  "sell.stop.help":
    "Die Produkte bleiben in Ihrem Shop und mit Ihrem Großhändler verknüpft. Sie sind aus dem Verkauf, bis Sie ihn fortsetzen, auch wenn Ihr Großhändler neuen Bestand hat. Bestellungen, die Kunden aufgegeben haben, laufen weiter.",
  "sell.how": "Auf welche Weise?",
  "sell.how.draft": "Zu Entwürfen machen",
  "sell.how.draft.help":
    "Kunden sehen sie nicht. Beim Fortsetzen bekommen sie den Status zurück, den sie jetzt haben.",
  "sell.how.zero": "Bestand auf null setzen",
  "sell.how.zero.help":
    "Kunden sehen sie als ausverkauft. Beim Fortsetzen gilt wieder der Bestand Ihres Großhändlers.",
  "sell.badge.draft": "Aus dem Verkauf: Entwurf",
  "sell.badge.zero": "Aus dem Verkauf: Bestand null",
  "sell.stopped":
    "{count, plural, one {# Produkt ist gleich aus dem Verkauf} other {# Produkte sind gleich aus dem Verkauf}}",
  "sell.resumed":
    "{count, plural, one {# Produkt ist gleich wieder im Verkauf} other {# Produkte sind gleich wieder im Verkauf}}",
  "sell.nothing": "Nichts zu ändern",
  "sell.nothing.help":
    "Sie sind schon aus dem Verkauf oder nicht in Ihrem Shop, oder Stockbridge aktualisiert sie nicht. Um die letzten aus dem Verkauf zu nehmen, ändern Sie ihren Status in Shopify.",
  "sell.nothing-off-sale":
    "Keines dieser Produkte haben Sie in Stockbridge aus dem Verkauf genommen. Produkte, die Sie in Shopify zu Entwürfen gemacht haben, bringen Sie dort wieder in den Verkauf.",
  "sell.skipped":
    "{count, plural, one {# weiteres Produkt blieb} other {# weitere Produkte blieben}} unverändert, weil Stockbridge {count, plural, one {seine Werte} other {ihre Werte}} nicht aktualisiert oder Sie den Bestand selbst führen. Ändern Sie {count, plural, one {es} other {sie}} in Shopify.",
  "catalog.select": "{product} auswählen",
  "catalog.select-all": "Alle {count, number} passenden auswählen",
  "catalog.select-all.more": "Alle passenden auswählen",
  "catalog.all-selected": "Alle passenden Produkte sind ausgewählt.",
  "catalog.import-all": "Alle importieren…",
  "catalog.import": "Importieren",
  "catalog.import-product": "{product} importieren",
  "catalog.try-again": "Erneut versuchen",
  "catalog.try-product-again": "Import von {product} erneut versuchen",

  "catalog.failed-images":
    "{count, plural, one {# Bild konnte} other {# Bilder konnten}} von Shopify nicht geladen werden. {problem}",
  "catalog.published": "Veröffentlicht in {channels}",
  "catalog.draft": "Ein Entwurf in Shopify, den Kunden nicht sehen",
  "catalog.unpublished": "In keinem Vertriebskanal veröffentlicht",
  "catalog.not-published": "Es konnte nicht veröffentlicht werden, daher sehen Kunden es nicht. {problem}",
  "catalog.no-online-store":
    "Ihr Shop hat keinen Onlineshop, daher ist das Produkt nirgends veröffentlicht. Wählen Sie Vertriebskanäle in den Einstellungen und versuchen Sie es erneut.",
  "catalog.own-stock":
    "Auch an Ihren eigenen Standorten vorrätig. Shopify weist ihnen eventuell Bestellungen zu, und diese erreichen Ihren Großhändler nicht. Wenn Sie nur Ihren Großhändler nutzen, wird der Bestand an Ihren eigenen Standorten entfernt, außer wo Bestellungen darauf warten.",
  "catalog.own-stock.keep": "Meinen Bestand behalten",
  "catalog.own-stock.leave": "Nur Großhändler nutzen",

  "catalog.search": "Produkte suchen",
  "catalog.search-by": "Name, Marke oder Anfang einer SKU",
  "catalog.search.cut":
    "Ihre Suche ist zu lang, daher wird nur nach den ersten {limit, number} Zeichen gesucht.",
  "catalog.filters": "Filter",
  "catalog.filters.chosen": "Filter ({count, number})",
  "catalog.sort": "Sortieren nach",
  "catalog.sort.best": "Beste Übereinstimmung",
  "catalog.sort.name": "Name",
  "catalog.sort.cost": "Kosten, niedrigste zuerst",
  "catalog.sort.-cost": "Kosten, höchste zuerst",
  "catalog.sort.newest": "Neueste zuerst",
  "catalog.since": "Neu",
  "catalog.changed": "In Ihrem Shop geändert",
  "catalog.since.any": "Beliebiger Zeitraum",
  "catalog.since.days": "{days, plural, one {In den letzten 24 Stunden} other {In den letzten # Tagen}}",
  "catalog.cost.min": "Kosten ab",
  "catalog.cost.max": "Kosten bis",
  "catalog.cost.misfit": "Geben Sie einen Betrag wie 12,50 ein.",
  "catalog.in-stock": "Nur vorrätige",
  "catalog.count": "{count, plural, one {# Produkt} other {# Produkte}}",
  "catalog.count.more": "Mehr als {count, number} Produkte",
  "catalog.corrected": "Nichts gefunden für „{typed}“. Ergebnisse für „{corrected}“ werden angezeigt.",
  "catalog.category": "Kategorie",
  "catalog.all-categories": "Alle Kategorien",
  "catalog.all-brands": "Alle Marken",
  "catalog.show": "Anzeigen",
  "catalog.show.all": "Alle Produkte",
  "catalog.show.not-imported": "Nicht in Ihrem Shop",
  "catalog.show.imported": "In Ihrem Shop",
  "catalog.show.importing": "Werden importiert",
  "catalog.show.skipped": "Wegen eines Problems nicht importiert",
  "catalog.show.sold-out": "Bei Ihrem Großhändler ausverkauft",
  "catalog.show.off-sale": "Aus dem Verkauf",
  "catalog.show.own-price": "Mit Ihrem eigenen Preis",
  "catalog.show.below-cost": "Im Verkauf mit Verlust",
  "catalog.show.discontinued": "Eingestellt",
  "catalog.show.ended": "Eingestellt und in Ihrem Shop",
  "catalog.show.unreadable": "Nicht lesbar",

  "catalog.product": "Produkt",
  "catalog.products": "Produkte",
  "catalog.images-left-out":
    "{count, plural, one {# Bild kann nicht importiert werden, weil seine Adresse keine Webadresse ist} other {# Bilder können nicht importiert werden, weil ihre Adressen keine Webadressen sind}}: {addresses}. Fehlende Bilder können Sie in Shopify hinzufügen.",
  "catalog.column.image": "Bild",
  "catalog.column.product": "Produkt",
  "catalog.column.cost": "Ihre Kosten",
  "catalog.column.stock": "Bestand",
  "catalog.column.variants": "Varianten",
  "catalog.column.brand": "Marke",
  "catalog.cost-from": "ab {cost}",
  "catalog.stock": "Bestand: {stock}",
  "catalog.no-stock": "Keiner",
  "catalog.gone": "Nicht mehr angeboten",
  "catalog.discontinued": "Eingestellt",
  "catalog.importing": "Wird importiert",
  "catalog.imported": "In Ihrem Shop",
  "catalog.skipped": "Nicht importiert",
  "catalog.needs-linking": "Zu verknüpfen",
  "catalog.nothing-found": "Keine Produkte gefunden",
  "catalog.nothing-found.help": "Ändern Sie Ihre Suche oder lassen Sie sich alle Produkte anzeigen.",
  "catalog.clear-search": "Suche löschen",
  "catalog.nothing-read": "Produkte Ihres Großhändlers werden gelesen",
  "catalog.nothing-read.help": "Die ersten erscheinen gleich hier.",
  "catalog.nothing-offered": "Keine Produkte",
  "catalog.nothing-offered.help": "Ihr Großhändler bietet Ihrem Konto keine Produkte an.",

  "export.products.download": "Produkte herunterladen (CSV)",
  "product.one": "Produkt",
  "product.import-again": "Erneut importieren",
  "product.open-in-shopify": "In Shopify öffnen",
  "product.in-shop": "In Ihrem Shop",
  "product.variant": "Variante",
  "product.variants": "Varianten",
  "product.column.variant": "Variante",
  "product.column.sku": "SKU und Barcode",
  "product.column.price": "Verkaufspreis",
  "product.own-price": "Ihr eigener Preis",
  "product.prices.title": "Preise in Ihrem Shop",
  "product.prices.help":
    "Ein Preis, den Sie hier ändern, ist Ihr eigener: Er folgt nicht mehr Ihren Preisregeln, bis Sie unter „Ihre Änderungen“ wieder die Regeln gelten lassen.",
  "product.prices.of": "Preis von {variant}",
  "product.prices.own": "Ihr eigener Preis. Nach Ihren Preisregeln wäre er {rule}.",
  "product.prices.own-only": "Ihr eigener Preis.",
  "product.prices.follows": "Folgt Ihren Preisregeln.",
  "product.prices.present": "Jetzt in Ihrem Shop: {price}.",
  "product.prices.saving": "Ihr Preis wird in Ihren Shop geschrieben.",
  "product.prices.save": "Preise speichern",
  "product.prices.below-cost.title": "Mit Verlust verkaufen?",
  "product.prices.below-cost":
    "{count, plural, one {Dieser Preis bringt} other {# dieser Preise bringen}} Verlust, nach Abzug von Steuern, Großhandelspreis und Versand, soweit er bekannt ist.",
  "product.prices.loss": "{variant}: Kosten mit Versand {cost}, Gewinn {profit}",
  "product.prices.loss.no-shipping": "{variant}: Kosten {cost}, Versand nicht bekannt, Gewinn {profit}",
  "product.prices.saved":
    "{count, plural, one {# Preis ändert sich gleich in Ihrem Shop. Er ist ab jetzt Ihr eigener} other {# Preise ändern sich gleich in Ihrem Shop. Sie sind ab jetzt Ihre eigenen}}",
  "product.prices.changed-meanwhile":
    "{count, plural, one {# Preis wurde nicht gespeichert} other {# Preise wurden nicht gespeichert}}",
  "product.prices.changed-meanwhile.help":
    "Der Preis hat sich inzwischen in Shopify geändert, oder Stockbridge aktualisiert dieses Produkt nicht. Ihre Eingabe ist noch da, mit dem jetzigen Preis darunter: Speichern Sie sie noch einmal oder ändern Sie den Preis in Shopify.",
  "product.prices.all": "Alle {count, number} Varianten anzeigen",
  "product.no-price": "Kein brauchbarer Preis",
  "product.no-rate": "Kein Wechselkurs",
  // `missing` names the settings that the merchant has not entered under Prices
  "catalog.margin.hint":
    "{missing, select, none {Margen sind ohne Steuern und nach dem Versand, den Sie unter „Preise“ eingegeben haben, für eine Bestellung mit einem Artikel.} tax {Margen sind nach dem Versand, den Sie unter „Preise“ eingegeben haben, für eine Bestellung mit einem Artikel, aber die Preise Ihres Shops enthalten Steuern, deren Satz nicht bekannt ist: Geben Sie ihn unter „Preise“ ein.} shipping {Margen sind ohne Steuern, aber vor dem Versand Ihres Großhändlers: Geben Sie unter „Preise“ ein, was er üblicherweise kostet.} other {Margen sind vor dem Versand Ihres Großhändlers, und die Preise Ihres Shops enthalten Steuern, deren Satz nicht bekannt ist: Geben Sie Versand und Steuersatz unter „Preise“ ein.}} Zahlungsgebühren sind nicht bekannt und daher nicht abgezogen. Versand, den Ihre Kunden zahlen, zählt nicht. Eine Marge unter null ist ein Verlust.",
  "catalog.margin":
    "{margin, number, ::.0} % Marge{missing, select, tax { vor Steuern} both { vor Steuern} other {}}",
  "catalog.margin-from":
    "ab {margin, number, ::.0} % Marge{missing, select, tax { vor Steuern} both { vor Steuern} other {}}",
  "catalog.cost": "Kosten: {cost}",
  "catalog.price": "Preis: {price}",
  "product.last-known": "{value} (zuletzt bekannt)",
  "product.variant-figures": "Ihre Kosten: {cost} · Verkaufspreis: {price} · Bestand: {stock}",
  "product.description": "Beschreibung",
  "product.no-description": "Ihr Großhändler liefert keine Beschreibung.",
  "product.pictures": "Bilder",
  "product.no-pictures": "Ihr Großhändler liefert keine Bilder.",
  "product.details": "Details",
  "product.none": "Keine",
  "product.history": "Verlauf",
  "product.history.requested": "Import angefordert",
  "product.history.changed": "{cause}: {change}",
  "product.history.imported": "In Ihren Shop importiert",

  "catalog.prices": "Preise",

  // Reasons why a product was not imported
  "catalog.skip.not-listed": "Ihr Großhändler listet dieses Produkt nicht mehr.",
  "catalog.skip.discontinued": "Ihr Großhändler verkauft dieses Produkt nicht mehr.",
  "catalog.skip.no-variants":
    "Ihr Großhändler listet keine Varianten dieses Produkts, es gibt also nichts zu verkaufen.",
  "catalog.skip.variants-deleted":
    "Sie haben die Varianten in Ihrem Shop gelöscht. Um sie wieder zu verkaufen, importieren Sie das Produkt und kreuzen Sie sie an.",
  "catalog.skip.too-many-variants":
    "Dieses Produkt hat {count, number} Varianten. Shopify erlaubt höchstens {limit, number}.",
  "catalog.skip.too-many-options":
    "Die Varianten unterscheiden sich in diesen Optionen: {options}. Shopify erlaubt höchstens {limit}.",
  "catalog.skip.currency-differs":
    "Der Preis Ihres Großhändlers ist in {supplierCurrency}, Ihr Shop verkauft aber in {shopCurrency}. Geben Sie auf der Seite „Preise“ des Katalogs einen Wechselkurs ein und versuchen Sie es erneut.",
  "catalog.skip.no-price": "Ihr Großhändler nennt keinen brauchbaren Preis für {variant}.",
  "catalog.skip.variant": "die Variante {id}",
  "catalog.skip.same-options":
    "{sku} und {otherSku} haben dieselben Optionen, Ihre Kunden könnten sie nicht unterscheiden.",
  "catalog.activity.service-gone":
    "Der Fulfillment-Service von Stockbridge wurde in Shopify gelöscht. Shopify sendet keine neuen Bestellungen an Stockbridge, bis Sie ihn auf der Startseite neu anlegen. Bestellungen, die Ihr Großhändler schon hat, laufen weiter.",
  "catalog.skip.no-location": "Ihr Shop hat keinen Standort für den Bestand Ihres Großhändlers. {problem}",
  "catalog.skip.deleted-meanwhile":
    "Dieses Produkt wurde in Ihrem Shop gelöscht, während es importiert wurde.",
  "catalog.skip.needs-linking":
    "Keine Variante dieses Produkts in Ihrem Shop ist noch als eine Ihres Großhändlers zu erkennen, daher wurde nichts geändert. Verknüpfen Sie es unter „Verknüpfungen“. Um es stattdessen als neues Produkt zu importieren, löschen Sie es zuerst in Ihrem Shop.",
  "catalog.skip.needs-linking-sku":
    "Ihr Shop hat bereits {skus}, nicht mit Ihrem Großhändler verknüpft, daher wurde nichts importiert. Wenn es dasselbe Produkt ist, verknüpfen Sie es unter „Verknüpfungen“. Um dieses stattdessen als neues Produkt zu importieren, löschen Sie das andere in Ihrem Shop oder ändern Sie seine SKU.",
  "catalog.skip.variant-taken":
    "Das Produkt in Ihrem Shop hat schon eine Variante mit den Optionen von {sku}, die nicht mit Ihrem Großhändler verknüpft ist, daher wurde nichts geändert. Löschen Sie diese Variante in Ihrem Shop und versuchen Sie es erneut.",
  "catalog.skip.linked-option":
    "Neue Varianten können nicht hinzugefügt werden: Sie haben die Option „{option}“ mit einem Metafeld verknüpft, und ihr fehlt der Wert {values}. Fügen Sie ihn der Option in Shopify hinzu und versuchen Sie es erneut.",
  "catalog.skip.own-option":
    "Neue Varianten können nicht hinzugefügt werden: Ihr Großhändler kennt Ihre Option „{option}“ nicht, {skus} hätten dafür keinen Wert. Entfernen Sie die Option in Shopify oder geben Sie allen Varianten denselben Wert, und versuchen Sie es erneut.",
  "catalog.product-not-created": "Shopify hat das Produkt nicht angelegt.",
  "catalog.location-not-created": "Shopify hat keinen Standort für den Bestand Ihres Großhändlers angelegt.",

  "catalog.activity.sale-stopped-draft":
    "Sie verkaufen {count, plural, one {# Produkt nicht mehr: Es ist ein Entwurf} other {# Produkte nicht mehr: Sie sind Entwürfe}}, bis Sie den Verkauf fortsetzen.",
  "catalog.activity.sale-stopped-zero":
    "Sie verkaufen {count, plural, one {# Produkt nicht mehr: Sein Bestand bleibt} other {# Produkte nicht mehr: Ihr Bestand bleibt}} null, bis Sie den Verkauf fortsetzen.",
  "catalog.activity.sale-resumed":
    "Sie verkaufen {count, plural, one {# Produkt wieder.} other {# Produkte wieder.}}",
  "catalog.activity.not-synced":
    "Seit mehr als einer Stunde kann Stockbridge Ihre Produkte in Shopify nicht aktualisieren. Preise und Bestand sind eventuell veraltet, Kunden bestellen also vielleicht, was Ihr Großhändler nicht mehr hat. Stockbridge versucht es weiter. Wenn das bis morgen so bleibt, wenden Sie sich an den Stockbridge-Support.",
  "catalog.activity.synced-again": "Stockbridge kann Ihre Produkte in Shopify wieder aktualisieren.",
  "catalog.activity.imported":
    "{imported, plural, one {# Produkt wurde importiert.} other {# Produkte wurden importiert.}}",
  "catalog.activity.skipped":
    "{skipped, plural, one {# Produkt konnte nicht importiert werden.} other {# Produkte konnten nicht importiert werden.}} Öffnen Sie den Katalog, um den Grund zu sehen.",
  "catalog.activity.imported-and-skipped":
    "{imported, plural, one {# Produkt wurde importiert,} other {# Produkte wurden importiert,}} aber {skipped, number} nicht. Öffnen Sie den Katalog, um den Grund zu sehen.",
  "catalog.activity.stock-zeroed":
    "Der Shop wurde getrennt, daher wurde der Bestand von {count, plural, one {# Produkt} other {# Produkten}} Ihres Großhändlers auf null gesetzt.",
  "catalog.activity.drafted":
    "Der Shop wurde getrennt, daher {count, plural, one {ist # Produkt Ihres Großhändlers jetzt ein Entwurf.} other {sind # Produkte Ihres Großhändlers jetzt Entwürfe.}}",
  "catalog.activity.restored":
    "Der Bestand von {count, plural, one {# Produkt} other {# Produkten}} stimmt wieder mit Ihrem Großhändler überein.",
  "catalog.activity.restored-drafts":
    "Der Bestand von {count, plural, one {# Produkt} other {# Produkten}} stimmt wieder mit Ihrem Großhändler überein. {drafts, plural, one {# davon ist noch ein Entwurf: Veröffentlichen Sie es in Ihrem Shopify-Adminbereich, um es wieder zu verkaufen.} other {# davon sind noch Entwürfe: Veröffentlichen Sie sie in Ihrem Shopify-Adminbereich, um sie wieder zu verkaufen.}}",
  "catalog.activity.unlinked":
    "{count, plural, one {# Produkt in Ihrem Shop ist nicht mehr mit Ihrem Großhändler verknüpft.} other {# Produkte in Ihrem Shop sind nicht mehr mit Ihrem Großhändler verknüpft.}} Sonst hat sich nichts geändert.",
  "catalog.activity.rejected":
    "Shopify hat die Änderung bei {count, plural, one {# Produkt abgelehnt: Prüfen Sie es in Ihrem Shopify-Adminbereich.} other {# Produkten abgelehnt: Prüfen Sie sie in Ihrem Shopify-Adminbereich.}}",
  "catalog.activity.needs-linking":
    "{count, plural, one {# Produkt in Ihrem Shop muss verknüpft werden: Keine seiner Varianten ist als eine Ihres Großhändlers zu erkennen, daher wird sein Bestand nicht aktualisiert.} other {# Produkte in Ihrem Shop müssen verknüpft werden: Keine ihrer Varianten ist als eine Ihres Großhändlers zu erkennen, daher wird ihr Bestand nicht aktualisiert.}} Das geht unter „Verknüpfungen“.",
  "catalog.activity.partly-done": "{done} {rejected}",
  // The offset is NAMES_AT_MOST: the message names as many products, and counts the others.
  "catalog.activity.deleted-in-shop":
    "{products}{count, plural, offset:3 =1 {} =2 {} =3 {} one { sowie # weiteres} other { sowie # weitere}} {count, plural, one {wurde in Ihrem Shop gelöscht und wird daher nicht mehr aktualisiert. Um es wieder zu verkaufen, importieren Sie es aus dem Katalog.} other {wurden in Ihrem Shop gelöscht und werden daher nicht mehr aktualisiert. Um sie wieder zu verkaufen, importieren Sie sie aus dem Katalog.}}",
  "catalog.activity.archived-in-shop":
    "{products}{count, plural, offset:3 =1 {} =2 {} =3 {} one { sowie # weiteres} other { sowie # weitere}} {count, plural, one {wurde in Ihrem Shop archiviert und wird daher nicht aktualisiert. Es geht weiter, sobald Sie die Archivierung aufheben.} other {wurden in Ihrem Shop archiviert und werden daher nicht aktualisiert. Es geht weiter, sobald Sie die Archivierung aufheben.}}",
  "catalog.activity.discontinued":
    "Ihr Großhändler verkauft {count, plural, one {ein Produkt nicht mehr, das Ihr Shop vielleicht noch anbietet} other {# Produkte nicht mehr, die Ihr Shop vielleicht noch anbietet}}: {products}. Nehmen Sie im Katalog aus dem Verkauf, was Sie nicht selbst versenden können.",
  "catalog.activity.off-sale":
    "Ihr Großhändler verkauft {count, plural, one {ein Produkt in Ihrem Shop nicht mehr, daher ist sein Bestand jetzt null} other {# Produkte in Ihrem Shop nicht mehr, daher ist ihr Bestand jetzt null}}: {products}.",
  "catalog.activity.off-sale-as-drafts":
    "Ihr Großhändler verkauft {count, plural, one {ein Produkt in Ihrem Shop nicht mehr, daher ist es jetzt ein Entwurf} other {# Produkte in Ihrem Shop nicht mehr, daher sind sie jetzt Entwürfe}}: {products}.",
  "catalog.activity.off-sale-unreadable":
    "Preis, Bestand oder Angaben Ihres Großhändlers sind bei {count, plural, one {einem Produkt in Ihrem Shop nicht lesbar, daher ist sein Bestand vorerst null} other {# Produkten in Ihrem Shop nicht lesbar, daher ist ihr Bestand vorerst null}}: {products}.",
  "catalog.activity.price-moved":
    "{count, plural, one {Die Kosten eines Produkts haben sich stärker geändert, als Sie erlauben, daher wartet sein neuer Preis auf Ihre Bestätigung:} other {Die Kosten von # Produkten haben sich stärker geändert, als Sie erlauben: Ihre neuen Preise warten auf Ihre Bestätigung. Darunter sind}} {products}.",
  "catalog.activity.sold-out":
    "{count, plural, one {Neu ausverkauft, ganz oder in einigen Varianten, ist ein Produkt in Ihrem Shop:} other {Neu ausverkauft, ganz oder in einigen Varianten, sind # Produkte in Ihrem Shop, etwa}} {products}.",
  "catalog.activity.below-cost":
    "{count, plural, one {Ein Produkt in Ihrem Shop wird jetzt mit Verlust verkauft, vorher nicht:} other {# Produkte in Ihrem Shop werden jetzt mit Verlust verkauft, vorher nicht, etwa}} {products}. Verlust heißt: Nach Abzug von Steuern, Großhandelspreis und bekanntem Versand bleibt weniger als nichts. Prüfen Sie den Preis. Der Katalog zeigt alle Produkte, die mit Verlust verkauft werden.",
  "catalog.activity.links-kept":
    "Sie haben angegeben, dass die Produkte Ihres vorherigen Kontos in diesem dieselben sind. Sie bleiben mit Ihrem Großhändler verknüpft.",
  "catalog.activity.links-dropped":
    "Sie haben mit diesem Konto neu begonnen. Die Produkte Ihres vorherigen Kontos bleiben in Ihrem Shop, sind aber nicht mehr mit Ihrem Großhändler verknüpft.",
  "catalog.activity.prices-applied":
    "Sie haben Ihre Preisregeln auf {products, plural, one {# Produkt} other {# Produkte}} in Ihrem Shop angewendet.",
  "catalog.activity.prices-undone":
    "Sie haben die Preise der Aktualisierung vom {at, date, long} rückgängig gemacht: {count, plural, one {# Preis wird} other {# Preise werden}} zurückgesetzt.",
  "catalog.activity.prices-not-set":
    "Als sich die Währung Ihres Shops geändert hat, {count, plural, one {war # Preis in der vorigen Währung} other {waren # Preise in der vorigen Währung}} noch nicht in Ihren Shop geschrieben. Stockbridge hat {count, plural, one {diesen Preis} other {diese Preise}} nicht geschrieben. Prüfen Sie die Preise Ihrer Produkte, und setzen Sie sie bei Bedarf in der neuen Währung noch einmal.",
  "catalog.activity.own-kept":
    "Sie haben {count, plural, one {# Wert, wie er in Ihrem Shop ist,} other {# Werte, wie sie in Ihrem Shop sind,}} behalten.",
  "catalog.activity.own-handed-back":
    "Sie haben entschieden, {count, plural, one {# Wert} other {# Werte}} in Ihrem Shop vom Großhändler zu übernehmen.",
  "links.title": "Verknüpfungen",
} as const;
