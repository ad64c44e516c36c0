/** The Settings page: sales channels, and ordering (on, paused, automatic). */
export const settings = {
  "settings.stale": "Es wurde nichts geändert",
  "settings.stale.text":
    "Diese Einstellungen haben sich geändert, nachdem Sie die Seite geöffnet haben. Prüfen Sie sie unten. Wenn Sie Ihre Änderungen weiterhin möchten, nehmen Sie sie erneut vor.",

  "channels.help":
    "Neue Produkte werden beim ersten Import in diesen Kanälen veröffentlicht. Danach wählen Sie die Kanäle eines Produkts in Shopify.",
  "channels.online-store": "Onlineshop",
  "channels.none": "Keine: Neue Produkte bleiben verborgen, bis Sie sie veröffentlichen.",
  "channels.choose": "Kanäle wählen",
  "channels.save": "Speichern",
  "channels.cancel": "Abbrechen",
  "channels.unreadable": "Die Vertriebskanäle Ihres Shops konnten nicht gelesen werden. {problem}",

  // Ordering: on or paused, and automatic
  "ordering.title": "Bestellungen",
  "ordering.state.on": "Ein",
  "ordering.state.paused": "Pausiert",
  "ordering.on":
    "Wenn Sie in Shopify das Fulfillment anfordern, geht die Bestellung sofort an Ihren Großhändler.",
  "ordering.pause": "Bestellen pausieren",
  "ordering.resume": "Bestellen fortsetzen",
  "ordering.paused.title": "Das Bestellen ist pausiert",
  "ordering.paused":
    "Sie haben es pausiert. Bestellungen warten, bis Sie das Bestellen in den Einstellungen fortsetzen. Keine geht verloren.",
  "ordering.paused.action": "Einstellungen öffnen",
  "ordering.paused.since":
    "Sie haben das Bestellen am {at, date, long} pausiert. Bestellungen warten, keine geht verloren. Aktualisierungen zu früheren Bestellungen kommen weiterhin an.",
  "ordering.paused-by-support.title": "Das Bestellen wurde vom Stockbridge-Support pausiert",
  "ordering.paused-by-support":
    "Der Stockbridge-Support hat das Bestellen für Ihren Shop pausiert. Bestellungen warten und laufen automatisch weiter, sobald es fortgesetzt wird. Keine geht verloren.",
  "ordering.paused-for-all.title": "Das Bestellen ist für alle Shops pausiert",
  "ordering.paused-for-all":
    "Der Stockbridge-Support hat es pausiert. Bestellungen warten und laufen automatisch weiter, sobald es fortgesetzt wird.",
  "ordering.doubtful.title": "Das Bestellen ist pausiert, weil die Antworten Ihres Großhändlers unklar sind",
  "ordering.doubtful":
    "Ihr Großhändler hat nicht klar gesagt, ob er Ihre letzten Bestellungen angenommen hat. Damit nichts doppelt gekauft wird, versucht Stockbridge eine Bestellung nach der anderen. Die übrigen warten und laufen automatisch weiter, sobald eine gelingt.{needAttention, plural, =0 {} one { Prüfen Sie bis dahin die unklaren Bestellungen.} other { Prüfen Sie bis dahin die unklaren Bestellungen.}}",
  "ordering.doubtful-for-all":
    "Ihr Großhändler sagt bei mehreren Shops nicht klar, ob er die Bestellungen annimmt. Damit nichts doppelt gekauft wird, versucht Stockbridge eine Bestellung nach der anderen. Die übrigen warten und laufen automatisch weiter, sobald eine gelingt.",
  "ordering.doubtful.action": "Bestellungen ansehen, die Sie klären müssen",
  "ordering.automatic.title": "Automatisches Bestellen",
  "ordering.automatic": "Fulfillment für jede bezahlte Bestellung anfordern",
  "ordering.automatic.declined":
    "Ohne diese Berechtigung kann Stockbridge kein Fulfillment anfordern. Schalten Sie es erneut ein, um sie zu erteilen.",
  "ordering.automatic.help":
    "Bestellungen mit Produkten Ihres Großhändlers, die ab jetzt bezahlt werden, gehen ohne Ihre Prüfung an ihn. Frühere Bestellungen warten unter „Bestellungen“, „Zu senden“, bis Sie sie senden. Solange das Bestellen pausiert ist, warten alle. Beim Einschalten fragt Shopify eventuell, ob Stockbridge Fulfillment anfordern darf: Erlauben Sie es.",
  "ordering.automatic.rules": "Regeln: Verzögerungen, Grenzen und Bestellungen, die auf Sie warten",
  "ordering.automatic.since": "Eingeschaltet seit {at, date, long}",
  "ordering.parts.title": "Bestellungen mit Artikeln, die nicht bestellt werden können",
  "ordering.parts": "Senden, was gesendet werden kann, und den Rest warten lassen",
  "ordering.parts.help":
    "Wenn ein Artikel nicht vorrätig oder nicht verknüpft ist oder Verlust brächte, gehen die anderen ohne ihn an Ihren Großhändler. Der Rest wartet als eigene Bestellung. Stockbridge teilt jede Bestellung nur einmal, weil Ihr Großhändler den Versand eventuell pro Paket berechnet. Beim Einschalten fragt Shopify eventuell, ob Stockbridge Fulfillment anfordern darf: Erlauben Sie es.",
} as const;
