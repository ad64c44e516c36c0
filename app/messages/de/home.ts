/** The home page, the banner of an outage, and the findings of app/installation/. */
export const home = {
  "home.title": "Stockbridge",
  "home.connect.title": "Verbinden Sie Ihr Wiederverkäuferkonto",
  "home.connect":
    "Geben Sie einmal die E-Mail-Adresse und das Passwort Ihres Wiederverkäuferkontos ein. Stockbridge erstellt bei Ihrem Großhändler einen API-Schlüssel für diesen Shop und vergisst das Passwort.",
  "home.connect.action": "Verbinden",
  "home.disconnected.title": "Ihr Shop ist nicht mehr verbunden",
  "home.disconnected":
    "Er war bis {at, date, long} verbunden. Ihr Verlauf und Ihre Produktverknüpfungen bleiben erhalten: Verbinden Sie dasselbe Konto wieder, dann läuft alles weiter.",
  "home.disconnected.action": "Wieder verbinden",
  "home.connected.title": "Ihr Shop ist verbunden",
  "home.connected": "Sehen Sie sich die Produkte Ihres Großhändlers an und nehmen Sie sie in Ihren Shop auf.",
  "home.connected.action": "Katalog öffnen",
  "home.manage": "Verbindung verwalten",
  "home.needs-attention": "Zu klären",
  "home.needs-attention.label":
    "{count, plural, one {# Bestellung braucht} other {# Bestellungen brauchen}} Ihre Aufmerksamkeit",
  "home.needs-attention.label.more": "Mehr als {count, number} Bestellungen brauchen Ihre Aufmerksamkeit",
  "home.in-progress": "In Bearbeitung",
  "home.in-progress.label":
    "{count, plural, one {# Bestellung ist} other {# Bestellungen sind}} in Bearbeitung",
  "home.in-progress.label.more": "Mehr als {count, number} Bestellungen sind in Bearbeitung",
  "home.attention": "Zu klären",
  "home.attention.none": "Nichts braucht Ihre Aufmerksamkeit.",
  "home.attention.all": "Alle Bestellungen ansehen, die zu klären sind",
  "home.attention.review": "Ansehen",
  "home.attention.review.label": "{order} ansehen",
  "home.attention.acknowledge.label": "Als erledigt markieren: {order}",
  "home.approvals.label":
    "{count, plural, one {# Preis wartet} other {# Preise warten}} auf Ihre Bestätigung",
  "home.approvals.label.more": "Mehr als {count, number} Preise warten auf Ihre Bestätigung",
  "home.awaiting-start.label":
    "{count, plural, one {# Produkt ist} other {# Produkte sind}} bereit, Ihrem Großhändler zu folgen",
  "home.awaiting-start.label.more":
    "Mehr als {count, number} Produkte sind bereit, Ihrem Großhändler zu folgen",
  "home.failed.label":
    "{count, plural, one {# Produkt konnte} other {# Produkte konnten}} nicht aktualisiert werden",
  "home.failed.label.more": "Mehr als {count, number} Produkte konnten nicht aktualisiert werden",
  "home.unreadable.label":
    "Bestellungen warten bei {count, plural, one {# Produkt} other {# Produkten}} Ihres Shops, weil Preis, Bestand oder Angaben Ihres Großhändlers nicht lesbar sind",
  "home.unreadable.label.more":
    "Bestellungen warten bei mehr als {count, number} Produkten Ihres Shops, weil Preis, Bestand oder Angaben Ihres Großhändlers nicht lesbar sind",
  "home.find": "Bestellung oder Produkt finden",
  "home.find.nothing": "Nichts gefunden",
  "home.find.nothing.text":
    "Keine Bestellung und kein Produkt passt zu „{query}“. Um Bestellungen eines Kunden zu finden, öffnen Sie „Bestellungen“ und suchen Sie nach dem Kunden.",
  "home.find.placeholder": "Bestell- oder Trackingnummer, SKU oder Produkt",
  "home.find.submit": "Finden",
  "home.products": "Produkte",
  "home.imported": "In Ihrem Shop",
  "home.imported.label": "{count, plural, one {# Produkt ist} other {# Produkte sind}} in Ihrem Shop",
  "home.imported.label.more": "Mehr als {count, number} Produkte sind in Ihrem Shop",
  "home.below-cost": "Mit Verlust",
  "home.below-cost.label":
    "{count, plural, one {# Produkt bringt} other {# Produkte bringen}} Verlust, nach Abzug von Steuern, Großhandelspreis und bekanntem Versand",
  "home.below-cost.label.more":
    "Mehr als {count, number} Produkte bringen Verlust, nach Abzug von Steuern, Großhandelspreis und bekanntem Versand",
  "home.sold-out": "Ausverkauft",
  "home.sold-out.label":
    "{count, plural, one {# Produkt} other {# Produkte}} in Ihrem Shop {count, plural, one {ist} other {sind}} gerade nicht lieferbar",
  "home.sold-out.label.more": "Mehr als {count, number} Produkte in Ihrem Shop sind gerade nicht lieferbar",
  "home.ended": "Eingestellt",
  "home.ended.label":
    "Ihr Großhändler verkauft {count, plural, one {# Produkt} other {# Produkte}} in Ihrem Shop nicht mehr",
  "home.ended.label.more":
    "Ihr Großhändler verkauft mehr als {count, number} Produkte in Ihrem Shop nicht mehr",
  "home.own-changes": "Ihre eigenen Preise und Texte, neben denen Ihres Großhändlers",
  "home.profit": "Letzte 30 Tage",
  "home.profit.open": "Gewinn ansehen",
  "home.profit.none": "Ihr Großhändler hat in den letzten 30 Tagen keine Bestellung bekommen.",
  "home.profit.cost": "Kosten",
  "home.profit.profit": "Gewinn",
  "home.profit.before": "30 Tage davor: {amount}",
  "home.profit.before.none": "30 Tage davor: nichts",
  "home.profit.unknown":
    "{count, plural, one {# Bestellung ist} other {# Bestellungen sind}} nicht enthalten, weil Kosten oder Preis nicht bekannt sind.",
  "home.day": "Änderungen durch Stockbridge in den letzten 24 Stunden",
  "home.day.none": "Stockbridge hat keinen Preis in Ihrem Shop geändert, und nichts ist ausverkauft.",
  "home.day.prices":
    "{up, plural, =0 {Kein Preis ist gestiegen} one {# Preis ist gestiegen} other {# Preise sind gestiegen}}, {down, plural, =0 {keiner ist gefallen} one {# ist gefallen} other {# sind gefallen}}.",
  "home.day.prices.open": "Preise ansehen",
  "home.day.stock":
    "{soldOut, plural, =0 {Nichts ist ausverkauft} one {# Variante ist jetzt ausverkauft} other {# Varianten sind jetzt ausverkauft}}, {back, plural, =0 {keine ist wieder auf Lager} one {# ist wieder auf Lager} other {# sind wieder auf Lager}}.",
  "home.day.stock.open": "Geänderte Produkte ansehen",
  "home.day.run": "Änderung {when}: {count, plural, one {# Preis} other {# Preise}}",
  "home.day.activity": "Alles seit Ihrem letzten Besuch ansehen ({at})",
  "home.supplier": "Ihr Großhändler: {supplier}",
  "home.supplier.up": "Verbunden",
  "home.supplier.down": "Antwortet nicht",
  "home.supplier.unread": "Produkte nicht lesbar",
  "home.supplier.problem":
    "Der letzte Versuch, die Produkte Ihres Großhändlers zu lesen, ist fehlgeschlagen. {problem}",
  "home.supplier.read": "Preise und Bestand zuletzt gelesen {at}",
  "home.supplier.reading": "Stockbridge liest die Produkte Ihres Großhändlers zum ersten Mal.",

  // Findings of app/installation/
  "setup.title": "Die Einrichtung braucht Ihre Aufmerksamkeit",
  "setup.checked": "Geprüft {at}",
  "setup.check": "Erneut prüfen",
  "setup.not-repaired.title": "Das hat nicht geklappt",
  "setup.scopes-missing": "Stockbridge fehlen Berechtigungen in Ihrem Shop: {permissions}.",
  "setup.scopes-missing.action": "Berechtigungen erteilen",
  "setup.permission-declined": "Shopify hat diese Berechtigung nicht erteilt.",
  "setup.automatic-ordering.permission":
    "Das automatische Bestellen ist eingeschaltet, aber Stockbridge darf in Ihrem Shop kein Fulfillment mehr anfordern. Bezahlte Bestellungen gehen nicht an Ihren Großhändler, bis Sie es wieder erlauben oder ihr Fulfillment selbst anfordern.",
  "setup.automatic-ordering.permission.action": "Anfordern von Fulfillment erlauben",
  "setup.customer-data":
    "Shopify zeigt Stockbridge die Namen und Adressen Ihrer Kunden nicht, daher können keine Bestellungen an Ihren Großhändler gehen. Stockbridge braucht dafür die Genehmigung von Shopify für geschützte Kundendaten. Wenden Sie sich an den Stockbridge-Support. Bestellungen warten und laufen automatisch weiter, sobald Shopify es genehmigt hat.",
  "setup.customer-data.action": "Über geschützte Kundendaten",
  "setup.webhooks-outdated":
    "Shopify sendet Stockbridge seine Benachrichtigungen in Version {found} statt {expected}, es ist also eine ältere Konfiguration aktiv. Stellen Sie die Konfiguration der App erneut bereit.",
  "setup.webhooks-outdated.action": "So stellen Sie sie bereit",
  "setup.definitions-missing":
    "Ihrem Shop fehlen die Felder, die seine Produkte mit denen Ihres Großhändlers verknüpfen: {names}. Ohne sie können keine Produkte importiert werden.",
  "setup.definitions-missing.action": "Felder anlegen",
  "setup.service-gone":
    "Der Fulfillment-Service von Stockbridge wurde in Shopify gelöscht. Shopify sendet keine Bestellungen an Stockbridge, und der Bestand Ihres Großhändlers ist nicht in Ihrem Shop. Bestellungen, die Ihr Großhändler schon hat, laufen weiter. Wenn Sie den Service neu anlegen, fügt Stockbridge seinen Standort hinzu und setzt dort den Bestand Ihres Großhändlers. Bestand, den Sie an Ihre eigenen Standorte übertragen haben, ändert Stockbridge nicht: Setzen Sie ihn selbst auf null.",
  "setup.service-gone.action": "Neu anlegen",
  "setup.warehouse-unknown":
    "Stockbridge weiß nicht, von wo Ihr Großhändler versendet, daher berechnet Shopify Versand und Zölle ab der Adresse Ihres Shops. Wenn Ihr Großhändler aus einem anderen Land oder einer anderen Region versendet, wenden Sie sich an den Stockbridge-Support.",
  "setup.warehouse-unknown.action": "Ihre Standorte ansehen",
  "setup.location-address":
    "Shopify hat die Adresse Ihres Großhändlers für den Stockbridge-Standort nicht angenommen, daher werden Versand und Zölle ab der Adresse Ihres Shops berechnet. {problem}",
  "setup.location-address.action": "Adresse erneut senden",
  "setup.shipping-rates":
    "Kunden können noch nicht zur Kasse gehen. Ihr Shop hat keine Versandtarife für die Produkte Ihres Großhändlers, die vom Stockbridge-Standort versendet werden. Geben Sie Tarife ein oder nehmen Sie den Standort in Ihr eigenes Versandprofil auf.",
  "setup.shipping-rates.unknown":
    "Kunden können eventuell noch nicht zur Kasse gehen. Shopify zeigt Stockbridge nicht, ob die Versandtarife Ihrer Märkte den Stockbridge-Standort einschließen, von dem die Produkte Ihres Großhändlers versendet werden. Geben Sie hier Tarife ein, um sicherzugehen.",
  "setup.shipping-rates.stopped":
    "Einige Kunden können mit den Produkten Ihres Großhändlers eventuell nicht zur Kasse gehen. {problem}",
  "setup.shipping-rates.action": "Versandtarife eingeben",
  "setup.shipping-rates.permission":
    "Ihre Kunden können die Produkte Ihres Großhändlers nur kaufen, wenn Ihr Shop Versandtarife für den Stockbridge-Standort hat. Um das zu prüfen, braucht Stockbridge die Berechtigung, Ihre Versandeinstellungen zu sehen.",
  "setup.shipping-rates.permission.action": "Ansehen der Versandeinstellungen erlauben",
  "setup.orders-elsewhere":
    "{order} ist bezahlt und enthält Produkte Ihres Großhändlers, aber Shopify hat sie {location} zugewiesen, daher geht sie nicht an Ihren Großhändler. Wenn er sie versenden soll, verschieben Sie sie an den Stockbridge-Standort.",
  "setup.orders-elsewhere.former":
    "{order} ist bezahlt und enthält Produkte Ihres Großhändlers, aber Shopify führt sie unter {location}, dem Standort des gelöschten Stockbridge-Service, daher geht sie nicht an Ihren Großhändler. Wenn er sie versenden soll, ändern Sie ihren Standort in Shopify auf den neuen Stockbridge-Standort.",
  "setup.orders-elsewhere.action": "{order} öffnen",
  "setup.orders-elsewhere.more":
    "{count, plural, one {# weitere bezahlte Bestellung mit Produkten Ihres Großhändlers ist} other {# weitere bezahlte Bestellungen mit Produkten Ihres Großhändlers sind}} einem anderen Standort zugewiesen.",
  "setup.orders-elsewhere.more.action": "Bestellungen öffnen",
  "setup.orders-elsewhere.permission":
    "Shopify weist eine bezahlte Bestellung mit Produkten Ihres Großhändlers eventuell einem Ihrer eigenen Standorte zu, und sie käme nie bei ihm an. Um solche Bestellungen zu finden, braucht Stockbridge die Berechtigung, die Bestellungen zu sehen, die Sie selbst ausführen.",
  "setup.orders-elsewhere.permission.action": "Ansehen dieser Bestellungen erlauben",

  "supplier.account": "Ihr Konto beim Großhändler",
  "supplier.keys": "API-Schlüssel",
  "supplier.support": "Support Ihres Großhändlers",
} as const;
