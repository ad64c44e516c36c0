/** The list of orders: search, filters, columns, and buttons for several orders. */
export const orderList = {
  "orders.search": "Bestellungen suchen",
  "orders.search.submit": "Suchen",
  "orders.search.by": "Suchen nach",
  "orders.search.by.order": "Bestellung oder Artikel",
  "orders.search.by.customer": "Kunde",
  "orders.search.placeholder.order": "Bestell- oder Trackingnummer, SKU oder Produkt",
  "orders.search.placeholder.to-send": "Bestellung, SKU oder Produkt",
  "orders.search.placeholder.customer": "Name oder E-Mail-Adresse des Kunden",
  "orders.filters": "Filter",
  "orders.filters.chosen": "Filter ({count, number})",
  "orders.filter.any": "Alle",
  "orders.filter.state": "Status",
  "orders.filter.country": "Land",
  "orders.filter.from": "Angefordert ab",
  "orders.filter.until": "Angefordert bis",
  "orders.sort": "Sortieren nach",
  "orders.sort.newest": "Neueste zuerst",
  "orders.sort.oldest": "Älteste zuerst",
  "orders.sort.paid-high": "Umsatz: höchster zuerst",
  "orders.sort.paid-low": "Umsatz: niedrigster zuerst",
  "orders.sort.profit-high": "Gewinn: höchster zuerst",
  "orders.sort.profit-low": "Gewinn: niedrigster zuerst",
  "orders.sort.by-amount":
    "Stornierte Bestellungen und solche ohne bekannten Betrag, etwa weil Ihr Großhändler sie noch nicht hat, kommen zuletzt. Bestellungen, die noch zu senden sind, stehen nur unter „Zu senden“.",
  "orders.empty.by-amount.title": "Noch keine Bestellung gesendet",
  "orders.empty.by-amount":
    "Nach einem Betrag sortiert, enthält diese Liste nur Bestellungen, die Sie an Ihren Großhändler gesendet haben.",
  "orders.empty.filter":
    "Keine Bestellung hier passt zu Ihren Filtern und Ihrer Suche. Löschen Sie eines davon oder wechseln Sie den Tab.",
  "orders.column.profit": "Gewinn",
  "orders.column.tracking": "Sendungsverfolgung",
  "orders.placed": "Bestellt {at}",
  "orders.more-packages": "{count, plural, one {und # weiteres Paket} other {und # weitere Pakete}}",

  "orders.customer.intro":
    "Bestellungen der letzten 60 Tage, in denen Shopify Ihren Suchbegriff gefunden hat. Stockbridge bewahrt Ihre Suche nicht auf.",
  "orders.customer.close": "Alle Bestellungen anzeigen",
  "orders.customer.more":
    "Shopify hat mehr als 100 Bestellungen gefunden. Nur die neuesten werden berücksichtigt.",
  "orders.customer.waiting":
    "{count, plural, one {# weitere Bestellung wartet} other {# weitere Bestellungen warten}} darauf, gesendet zu werden",
  "orders.customer.requested":
    "{count, plural, one {# weitere Bestellung wurde schon angefordert} other {# weitere Bestellungen wurden schon angefordert}}",
  "orders.customer.failed": "Shopify konnte nicht suchen",
  "orders.empty.customer":
    "Shopify hat keine passende Bestellung gefunden oder keine, die Stockbridge bei Ihrem Großhändler bestellt. Prüfen Sie die Schreibweise. Bestellungen, die älter als 60 Tage sind, suchen Sie in Shopify und dann hier nach ihrer Nummer.",

  "bulk.clear": "Auswahl aufheben",
  "bulk.button.retry":
    "{count, plural, =0 {Erneut versuchen} one {Erneut versuchen (#)} other {Erneut versuchen (#)}}",
  "bulk.button.approve":
    "{count, plural, =0 {Trotzdem bestellen} one {Trotzdem bestellen (#)} other {Trotzdem bestellen (#)}}",
  "bulk.button.cancel":
    "{count, plural, =0 {Fulfillment stornieren} one {Fulfillment stornieren (#)} other {Fulfillment stornieren (#)}}",
  "bulk.button.acknowledge":
    "{count, plural, =0 {Als erledigt kennzeichnen} one {Als erledigt kennzeichnen (#)} other {Als erledigt kennzeichnen (#)}}",
  "bulk.confirm.keep": "Jetzt nicht",
  "bulk.confirm.retry":
    "{count, plural, one {# Bestellung erneut versuchen?} other {# Bestellungen erneut versuchen?}}",
  "bulk.confirm.retry.text":
    "{count, plural, one {Stockbridge prüft sie jetzt} other {Stockbridge prüft jetzt jede davon}} und bestellt, was bestellt werden kann.",
  "bulk.confirm.approve":
    "{count, plural, one {# Bestellung trotzdem bestellen?} other {# Bestellungen trotzdem bestellen?}}",
  "bulk.confirm.approve.text":
    "Ihr Großhändler berechnet Ihnen {count, plural, one {sie} other {jede davon}} wie hier gezeigt. Wenn Kosten bis dahin höher sind, fragt Stockbridge Sie erneut.",
  "bulk.confirm.cancel":
    "{count, plural, one {Das Fulfillment von # Bestellung stornieren?} other {Das Fulfillment von # Bestellungen stornieren?}}",
  "bulk.confirm.cancel.text":
    "{count, plural, one {Die Bestellung Ihres Kunden selbst ändert sich nicht} other {Die Bestellungen Ihrer Kunden selbst ändern sich nicht}}.",
  "bulk.confirm.acknowledge":
    "{count, plural, one {# Bestellung als erledigt kennzeichnen?} other {# Bestellungen als erledigt kennzeichnen?}}",
  "bulk.confirm.acknowledge.text":
    "{count, plural, one {Sie braucht} other {Sie brauchen}} Ihre Aufmerksamkeit nicht mehr. Sonst ändert sich nichts.",
  "bulk.effect.costs": "{lines}",
  "bulk.confirm.order": "{order}: {effect}",
  "bulk.confirm.more": "{count, plural, one {Und # weitere Bestellung.} other {Und # weitere Bestellungen.}}",
  "bulk.confirm.one-by-one":
    "{count, plural, one {# Bestellung ist nicht vollständig bezahlt oder eine Testbestellung: Öffnen Sie sie, um sie zu bestellen} other {# Bestellungen sind nicht vollständig bezahlt oder Testbestellungen: Öffnen Sie jede einzeln, um sie zu bestellen}}.",
  "bulk.confirm.others":
    "{count, plural, one {# ausgewählte Bestellung hat} other {# ausgewählte Bestellungen haben}} diese Schaltfläche nicht und {count, plural, one {bleibt, wie sie ist} other {bleiben, wie sie sind}}.",
  "bulk.results": "Ergebnis",
  "bulk.results.at": "Letzte Aktion in Ihrem Shop, {at}",
  "bulk.results.running":
    "{done, number} von {count, number} erledigt. Sie können diese Seite verlassen: Die Arbeit läuft weiter, und der Rest wird hier angezeigt.",
  "bulk.results.dismiss": "Schließen",
  "bulk.results.no-order": "Eine Bestellung, die nicht mehr hier ist",
  "bulk.result.retry": "Wird erneut versucht",
  "bulk.result.approve": "Wird trotzdem bestellt",
  "bulk.result.cancel": "Stornierung angefordert",
  "bulk.result.acknowledge": "Erledigt",
  "bulk.result.now": "{label}: {why}",
  "bulk.result.changed":
    "Nichts geschehen: Die Bestellung hat sich inzwischen geändert. Prüfen Sie sie und klicken Sie dann erneut.",
  "bulk.result.one-by-one":
    "Nichts geschehen: Die Bestellung ist nicht vollständig bezahlt oder eine Testbestellung. Öffnen Sie sie, um sie zu bestellen.",
  "bulk.result.failed":
    "Nicht bekannt: Bei uns ist etwas schiefgegangen. Öffnen Sie die Bestellung und prüfen Sie ihren Status, bevor Sie erneut klicken.",
} as const;
