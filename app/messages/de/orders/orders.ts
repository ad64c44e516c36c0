/** The orders pages: states, attempts, packages, next steps, and activity. */
export const orders = {
  // States, for orders without a reason

  "orders.badge.needs-attention": "Zu klären",
  "orders.badge.waiting": "Wartet",
  "orders.badge.ready": "Bereit zum Bestellen",
  "orders.badge.placing": "Wird bestellt",
  "orders.badge.in-doubt": "Wird beim Großhändler geprüft",
  "orders.badge.canceling": "Wird storniert",
  "orders.badge.placed": "Bestellt",
  "orders.badge.partially-shipped": "Teilweise versendet",
  "orders.badge.shipped": "Versendet",
  "orders.badge.delivered": "Zugestellt",
  "orders.badge.canceled": "Storniert",
  "orders.badge.rejected": "Abgelehnt",
  "orders.state.held": "Diese Bestellung wartet.",
  "orders.state.ready": "Stockbridge bestellt sie gleich.",
  "orders.state.placing": "Stockbridge sendet die Bestellung an Ihren Großhändler.",
  "orders.state.in-doubt": "Ihr Großhändler hat nicht gesagt, ob er die Bestellung angenommen hat.",
  "orders.state.placed": "Ihr Großhändler hat die Bestellung.",
  "orders.state.partially-shipped": "Ein Teil ist versendet. Der Rest folgt.",
  "orders.state.shipped": "Alles ist versendet.",
  "orders.state.delivered": "Alles ist zugestellt.",
  "orders.state.canceling": "Diese Bestellung wird storniert, daher wird nichts bestellt.",
  "orders.state.canceled": "Die Bestellung wurde storniert.",
  "orders.state.rejected": "Ihr Großhändler hat die Bestellung abgelehnt.",

  // Outcomes of attempts

  "orders.outcome.placed": "Ihr Großhändler hat die Bestellung angenommen (seine Nummer {number}).",
  "orders.outcome.found": "Ihr Großhändler hat die Bestellung (seine Nummer {number}).",
  "orders.outcome.confirmed-ordered":
    "Sie haben bestätigt, dass Ihr Großhändler die Bestellung hat (seine Nummer {number}).",
  "orders.contradicted.number-in-use":
    "Die Nummer {number} Ihres Großhändlers gehört schon zu Bestellung {order}. Prüfen Sie die Nummer.",
  "orders.contradicted.other-order":
    "Die Bestellung {number} Ihres Großhändlers ist eine andere: Referenz oder Artikel weichen von dem ab, was Stockbridge gesendet hat ({reference}).",
  "orders.contradicted.found":
    "Ihr Großhändler hat sie: siehe seine Bestellung {number}. Wenn sie es ist, geben Sie ihre Nummer hier ein. Wenn Sie sie nicht möchten, stornieren Sie sie zuerst bei ihm.",
  "orders.contradicted.seen-before":
    "Stockbridge hat diese Bestellung bei Ihrem Großhändler gesehen: {numbers}. Es kann dessen Bestellungen gerade nicht lesen und daher nicht prüfen. Stornieren Sie die Bestellung bei ihm, wenn Sie sie nicht möchten, und versuchen Sie es später erneut.",

  // Next steps

  "orders.next.placing": "Das dauert höchstens eine Minute.",
  "orders.next.closes": "Stockbridge schließt die Anforderung in Shopify {when}.",
  "orders.next.cancels-unsent": "Stockbridge storniert sie {when}.",
  "orders.next.cancels": "Stockbridge storniert sie {when} bei Ihrem Großhändler.",
  "orders.next.checks": "Stockbridge prüft {when} erneut.",
  "orders.next.retries": "Stockbridge versucht es {when} erneut.",
  "orders.next.orders": "Stockbridge bestellt sie {when}.",
  "orders.next.looks-up": "Stockbridge sucht sie {when} erneut bei Ihrem Großhändler.",
  "orders.next.accepts": "Stockbridge nimmt die Anforderung in Shopify {when} an.",
  "orders.next.shows-shipment":
    "Stockbridge trägt die Sendungsverfolgung eines Pakets {when} in Shopify ein.",
  "orders.next.reads-update": "Stockbridge fragt Ihren Großhändler {when} nach einer Aktualisierung.",
  "orders.next.rests": "Automatisch geschieht nichts mehr.",
  "orders.next.your-decision": "Stockbridge wartet auf Ihre Entscheidung.",
  "orders.next.decision": "Stockbridge sucht nicht mehr danach und wartet auf Ihre Entscheidung.",
  "orders.when.moment": "in Kürze",
  "orders.when.minutes": "{minutes, plural, one {in etwa einer Minute} other {in etwa # Minuten}}",
  "orders.when.hours": "{hours, plural, one {in etwa einer Stunde} other {in etwa # Stunden}}",

  // Activity

  "orders.activity.changed": "Bestellung {order}: {what}",
  "orders.activity.held": "Bestellung {order} wartet. {what}",
  "orders.activity.in-doubt":
    "Bestellung {order}: {what} Stockbridge prüft das bei Ihrem Großhändler und bestellt nicht erneut, bis es klar ist.",
  "orders.activity.not-canceled": "Bestellung {order} konnte nicht storniert werden. {what}",
  "orders.activity.request-failed":
    "Bestellung {order} ist bezahlt, aber Stockbridge konnte ihr Fulfillment nicht anfordern. {explanation} Fordern Sie es auf der Seite der Bestellung in Shopify an.",
  "orders.activity.request-hidden":
    "Ein Teil von Bestellung {order} soll jetzt gesendet werden. Sie ist älter als 60 Tage, und solche zeigt Shopify Apps nicht, daher wurde er nicht automatisch bestellt. Bestellen Sie direkt bei Ihrem Großhändler und führen Sie ihn dann in Shopify aus.",
  "orders.activity.not-requestable":
    "Bestellung {order} wartet nicht mehr darauf, automatisch gesendet zu werden: In Shopify ist sie storniert, unbezahlt oder zurückgestellt, oder es ist nichts mehr zu versenden. Es wurde nichts bestellt.",
  "orders.activity.paused":
    "Sie haben das Bestellen pausiert. Bestellungen warten, bis Sie es in den Einstellungen fortsetzen, und keine geht verloren.",
  "orders.activity.resumed":
    "Sie haben das Bestellen fortgesetzt. Bestellungen, die gewartet haben, laufen weiter.",
  "orders.activity.paused-by-support":
    "Der Stockbridge-Support hat das Bestellen pausiert. Bestellungen warten und laufen automatisch weiter, wenn er es fortsetzt. Keine geht verloren.",
  "orders.activity.resumed-by-support":
    "Der Stockbridge-Support hat das Bestellen fortgesetzt. Bestellungen, die gewartet haben, laufen weiter.",
  "orders.activity.paused-by-doubts":
    "Das Bestellen ist pausiert: Dreimal in Folge hat Ihr Großhändler nicht klar gesagt, ob er eine Bestellung angenommen hat. Stockbridge versucht eine nach der anderen, und die übrigen laufen automatisch weiter, sobald eine gelingt. Prüfen Sie die unklaren Bestellungen.",
  "orders.activity.resumed-after-doubts":
    "Ihr Großhändler antwortet wieder klar. Bestellungen, die gewartet haben, laufen weiter.",
  "orders.activity.requests-not-read":
    "Seit mehr als einer Stunde kann Stockbridge in Ihrem Shop nicht nach neuen Fulfillment-Anforderungen sehen, neue Bestellungen erreichen Ihren Großhändler also eventuell spät. Stockbridge versucht es weiter. Wenn das bis morgen so bleibt, wenden Sie sich an den Stockbridge-Support.",
  "orders.activity.requests-read-again":
    "Stockbridge kann in Ihrem Shop wieder nach neuen Fulfillment-Anforderungen sehen.",
  "orders.activity.not-compared-with-shop":
    "Seit mehr als einer Stunde kann Stockbridge Ihre Bestellungen nicht mit Ihrem Shop abgleichen. Stornierungen, Erstattungen und neue Adressen bemerkt es eventuell spät. Wenn etwas eilt, sagen Sie es Ihrem Großhändler selbst. Stockbridge versucht es weiter.",
  "orders.activity.compared-with-shop-again":
    "Stockbridge kann seine Bestellungen wieder mit Ihrem Shop abgleichen.",
  "orders.activity.not-compared-with-supplier":
    "Seit mehr als einem Tag kann Stockbridge die ganze Bestellliste Ihres Großhändlers nicht prüfen. Wenn er eine Bestellung Ihres Shops doppelt hat oder noch eine, die hier beendet ist, erfahren Sie es eventuell spät. Stockbridge versucht es weiter. Wenn das noch einen Tag so bleibt, wenden Sie sich an den Stockbridge-Support.",
  "orders.activity.compared-with-supplier-again":
    "Stockbridge kann die ganze Bestellliste Ihres Großhändlers wieder lesen.",
  "orders.activity.update-not-read":
    "Seit mehr als einer Stunde kann Stockbridge Bestellung {order} nicht bei Ihrem Großhändler lesen, hier sind Status und Pakete also eventuell veraltet. Stockbridge versucht es weiter. Wenn es eilt, sehen Sie die Bestellung auf der Website Ihres Großhändlers an.",
  "orders.activity.update-read-again":
    "Stockbridge kann Bestellung {order} wieder bei Ihrem Großhändler lesen.",
  "orders.activity.automatic-ordering-on":
    "Das automatische Bestellen ist eingeschaltet. Stockbridge fordert für jede Bestellung, die ab jetzt bezahlt wird, Fulfillment an. Ältere Bestellungen sind nicht betroffen.",
  "orders.activity.automatic-ordering-off":
    "Das automatische Bestellen ist ausgeschaltet. Fordern Sie für jede Bestellung in Shopify Fulfillment an.",
  "orders.activity.parts-on":
    "Wenn einige Artikel einer Bestellung nicht bestellt werden können, sendet Stockbridge jetzt die anderen ohne sie.",
  "orders.activity.parts-off":
    "Wenn einige Artikel einer Bestellung nicht bestellt werden können, wartet sie ganz, bis Sie senden, was möglich ist.",
  "orders.mismatch.unknown":
    "Ihr Großhändler hat eine Bestellung Ihres Shops, die Stockbridge nicht kennt (seine Nummer {number}, unsere Referenz {reference}). Fragen Sie ihn danach und stornieren Sie sie dort, wenn Sie sie nicht möchten.",
  "orders.mismatch.closed-locally":
    "Bestellung {order} ist hier beendet, aber Ihr Großhändler hat sie noch (seine Nummer {number}). Stornieren Sie sie dort, wenn Sie sie nicht möchten.",
  "orders.mismatch.pending-locally":
    "Bestellung {order} wartet hier, als wäre sie nicht bestellt, aber Ihr Großhändler hat sie (seine Nummer {number}). Um jene zu behalten, stornieren Sie die Bestellung hier. Um erneut zu bestellen, stornieren Sie zuerst seine. Sonst wird doppelt gekauft.",
  "orders.mismatch.second":
    "Ihr Großhändler hat Bestellung {order} zweimal: seine Nummern {number} und {other}. Stornieren Sie dort eine davon.",
  "orders.mismatch.parallel-attempt":
    "Ihr Großhändler hat Bestellung {order} in einem früheren Versuch angenommen (seine Nummer {number}), während ein späterer läuft. Wenn er auch diesen annimmt, stornieren Sie dort eine der beiden.",
  "orders.mismatch.other-account":
    "Ihr Großhändler führt Bestellungen Ihres Shops in dem Konto, mit dem Ihr Shop zuvor verbunden war. Mit dem heutigen Konto kann Stockbridge sie weder verfolgen noch stornieren. Die Seite „Bestellungen“ zeigt, welche es sind und was Sie tun können.",
  "orders.mismatch.reopened":
    "Ihr Großhändler hat Bestellung {order} (seine Nummer {number}), obwohl sie hier beendet war. Stockbridge storniert sie dort.",
  "orders.mismatch.canceled-unknown":
    "Sie haben das Fulfillment von Bestellung {order} in Shopify storniert. Eine frühere Installation von Stockbridge hatte es angenommen, und Stockbridge weiß nicht, was daraus wurde. Fragen Sie Ihren Großhändler und stornieren Sie dort, falls bestellt wurde.",

  // Our replies to requests, which Shopify shows in the order

  "orders.in-shop.canceled-unsent": "Storniert, bevor beim Großhändler etwas bestellt war.",
  "orders.in-shop.canceled-while-waiting": "Storniert, bevor beim Großhändler etwas bestellt war. {why}.",
  "orders.in-shop.requested-in-part":
    "Nicht alle Artikel können jetzt bestellt werden. {why}. Die anderen werden ohne diese erneut angefordert.",
  "orders.in-shop.canceled": "Der Großhändler hat seine Bestellung {number} wie gewünscht storniert.",
  "orders.in-shop.canceled-at-supplier":
    "Der Großhändler hat seine Bestellung {number} storniert. Es wird nichts gesendet.",
  "orders.in-shop.rejected-at-supplier":
    "Der Großhändler hat seine Bestellung {number} abgelehnt. Es wird nichts gesendet.",
  "orders.in-shop.missing-ordered-again":
    "Die Bestellung {number} des Großhändlers enthält einige Artikel nicht mehr. Sie werden erneut angefordert.",
  "orders.in-shop.rest-canceled":
    "Der Großhändler hat einen Teil seiner Bestellung {number} gesendet und den Rest storniert.",

  // The pages
  "orders.subtitle": "Bestellungen, die Stockbridge für Ihre Kunden bei Ihrem Großhändler aufgibt",
  "orders.one.title": "Bestellung",
  "orders.one.connect-first":
    "Solange kein Konto verbunden ist, geht nichts an Ihren Großhändler, und es kommen keine Aktualisierungen und keine Sendungsverfolgung an. Diese Bestellung läuft weiter, sobald Sie dasselbe Konto wieder verbinden.",
  "orders.one": "Bestellung",
  "orders.many": "Bestellungen",
  "orders.name": "Bestellung {order}",
  "orders.connect-first": "Bestellungen gehen über Ihr Konto dort an Ihren Großhändler.",
  "orders.group.all": "Alle",
  "orders.group.needs-attention": "Zu klären",
  "orders.group.in-progress": "In Bearbeitung",
  "orders.group.shipped": "Versendet",
  "orders.group.completed": "Abgeschlossen",
  "orders.column.order": "Bestellung",
  "orders.column.status": "Status",
  "orders.column.why": "Grund",
  "orders.column.ordered": "Beim Großhändler bestellt",
  "orders.shipping.when-held": "Erwarteter Versand beim Anhalten",
  "orders.shipping.now": "Erwarteter Versand jetzt",
  "orders.expected-to-ship": "Voraussichtlicher Versand",
  "orders.on-day": "{at, date, long}",
  "orders.column.cost": "Kosten",
  "orders.requested": "Angefordert {at}",
  "orders.requested.long": "Angefordert am {at, date, long}",
  "orders.pages": "Seiten der Bestellungen",
  "orders.pages.newer": "Neuere",
  "orders.pages.older": "Ältere",
  "orders.pages.previous": "Vorherige Seite",
  "orders.pages.next": "Nächste Seite",
  "orders.empty.query.title": "Keine Bestellungen gefunden",
  "orders.empty.query":
    "Keine Bestellung hier passt zu „{query}“. {show, select, all {Löschen Sie die Suche, um alle Bestellungen zu sehen.} other {Wechseln Sie den Tab oder löschen Sie die Suche.}}",
  "orders.empty.all.title": "Noch keine Bestellungen",
  "orders.empty.all":
    "Bezahlte Bestellungen mit Produkten Ihres Großhändlers warten unter „Zu senden“. Senden Sie eine von dort oder fordern Sie ihr Fulfillment in Shopify an, dann erscheint sie hier. In den Einstellungen können Sie Stockbridge jede bezahlte Bestellung senden lassen.",
  "orders.empty.needs-attention.title": "Nichts braucht Ihre Aufmerksamkeit",
  "orders.empty.needs-attention":
    "Wenn eine Bestellung Sie braucht, erscheint sie hier mit dem, was Sie tun können.",
  "orders.empty.in-progress.title": "Keine Bestellungen in Bearbeitung",
  "orders.empty.in-progress": "Bestellungen erscheinen hier von der Anforderung, bis alles versendet ist.",
  "orders.empty.shipped.title": "Keine versendeten Bestellungen unterwegs",
  "orders.empty.shipped": "Bestellungen erscheinen hier vom letzten Paket, bis sie zugestellt sind.",
  "orders.empty.completed.title": "Noch keine abgeschlossenen Bestellungen",
  "orders.empty.completed": "Zugestellte und stornierte Bestellungen erscheinen hier.",

  "orders.status": "Status",
  "orders.ordered-before":
    "Sie wurde schon einmal bestellt: Die Bestellung {number} Ihres Großhändlers ist beendet, wie der Verlauf unten zeigt.",
  "orders.cancellation-requested": "Stornierung angefordert am {at, date, long}.",
  "orders.button.retry": "Erneut versuchen",
  "orders.button.acknowledge": "Als erledigt kennzeichnen",
  "orders.button.update": "Aktualisierung abrufen",
  "orders.button.cancel": "Fulfillment stornieren",
  "orders.button.ordered": "Als bestellt kennzeichnen",
  "orders.button.correct-number": "Nummer korrigieren",
  "orders.button.show-shipment": "Erneut anzeigen",
  "orders.button.use-number": "{number} trotzdem verwenden",
  "orders.button.not-ordered": "Als nicht bestellt kennzeichnen",
  "orders.button.order-now": "Jetzt bestellen",
  "orders.button.mark-number": "{number} als bestellt kennzeichnen",
  "orders.button.order-anyway": "Trotzdem bestellen",
  "orders.button.send-part": "Senden, was möglich ist",
  "orders.button.order-missing": "Fehlendes bestellen",
  "orders.button.fulfill-untracked": "Ohne Sendungsverfolgung ausführen",
  "orders.button.send-anyway": "Trotzdem senden",
  "orders.button.home": "Startseite öffnen",
  "orders.button.settings": "Einstellungen öffnen",
  "orders.button.links": "Verknüpfungen öffnen",
  "orders.button.shop-order": "Bestellung in Shopify öffnen",
  "orders.cancel.title": "Das Fulfillment von {order} stornieren?",
  "orders.cancel.keep": "Behalten",
  "orders.cancel.unsent":
    "Noch ist nichts bestellt. Stockbridge lehnt die Fulfillment-Anforderung in Shopify ab. Die Bestellung Ihres Kunden selbst ändert sich nicht.",
  "orders.cancel.unsent-again":
    "Sie ist noch nicht erneut bestellt. Stockbridge lehnt die Fulfillment-Anforderung in Shopify ab. Die Bestellung Ihres Kunden selbst ändert sich nicht.",
  "orders.cancel.unclear":
    "Ihr Großhändler hat sie vielleicht schon. Stockbridge klärt das zuerst und storniert sie dann. Die Bestellung Ihres Kunden selbst ändert sich nicht.",
  "orders.cancel.placed":
    "Stockbridge bittet Ihren Großhändler, seine Bestellung {number} zu stornieren. Wenn es zu spät ist, steht das auf dieser Seite. Die Bestellung Ihres Kunden selbst ändert sich nicht.",
  "orders.cancel.one-of-two":
    "Ihr Großhändler hat diese Bestellung zweimal. Stockbridge bittet ihn, beide zu stornieren, {number} und dann {other}. Um eine zu behalten, stornieren Sie stattdessen die andere bei ihm.",

  "orders.correct-number":
    "Geben Sie die Nummer ein, die Ihr Großhändler für diese Bestellung zeigt. Stockbridge prüft sie bei ihm und verfolgt von da an jene Bestellung. Es wird nichts bestellt.",
  "orders.correct-number.keep": "Nummer behalten",

  "orders.requests": "Andere Anforderungen für Artikel von Bestellung {order}",
  "orders.details": "Details",
  "orders.in-shopify": "In Shopify",
  "orders.supplier-number": "Nummer Ihres Großhändlers",
  "orders.supplier-number.none": "Keine",
  "orders.supplier-number.earlier": "Seine vorherige Nummer",
  "orders.reference": "Unsere Referenz",
  "orders.earned.rate": "Wechselkurs",
  "orders.earned.rate-of": "1 {from} = {rate} {to} ({date})",
  "orders.earned.hint":
    "Umsatz, Versand und Kosten sind ohne Steuern, zum Zeitpunkt der Bestellung. Zahlungsgebühren kennt Stockbridge nicht, sie sind daher nicht abgezogen.",
  "orders.cost": "Kosten mit Versand",
  "orders.charge": "Betrag Ihres Großhändlers",
  "orders.charge.anyway":
    "Diese Bestellung hat nichts eingebracht. Der Betrag ist der letzte, den Ihr Großhändler für sie genannt hat. Stellt er ihn Ihnen in Rechnung, bitten Sie um Erstattung.",
  "orders.branding.none": "Keines",
  "orders.branding": "Ihr Branding, Version {version}",
  "orders.items": "Bestellte Artikel",
  "orders.items.held": "Zu bestellende Artikel",
  "orders.items.none": "Bei Ihrem Großhändler wurde nichts bestellt.",
  "orders.items.see": "Bestellung in Shopify ansehen",
  "orders.item": "{quantity, number} × {title}",
  "orders.item.unknown": "Variante {id}",
  "orders.shipment.unnumbered": "Keine Trackingnummer",
  "orders.shipment.track": "Paket verfolgen",
  "orders.shipment.shipped": "Versendet am {at, date, long}",
  "orders.shipment.in_transit": "Unterwegs",
  "orders.shipment.out_for_delivery": "In Zustellung",
  "orders.shipment.delivered": "Zugestellt",
  "orders.shipment.due": "Noch nicht in Shopify",
  "orders.shipment.shown": "In Shopify",
  "orders.shipment.failed": "Nicht in Shopify",
  "orders.history": "Verlauf",
  "orders.history.earlier":
    "{count, plural, one {# früherer Versuch wird nicht angezeigt.} other {# frühere Versuche werden nicht angezeigt.}}",
  "orders.history.requested": "In Shopify wurde Fulfillment angefordert.",
  "orders.history.began": "Stockbridge hat begonnen, sie zu bestellen, mit der Referenz {reference}.",
  "orders.history.cancellation-requested": "Die Stornierung wurde angefordert.",
  "orders.history.differs":
    "Die Bestellung {number} Ihres Großhändlers weicht vom Bestellten ab: {differences}.",
  "orders.history.acknowledged": "Sie haben sie als erledigt gekennzeichnet.",
  "orders.history.shipped": "Ein Paket wurde versendet.",
  "orders.history.shipped-with": "Ein Paket wurde mit {carrier} versendet.",

  // Packages

  "shipments.title": "Pakete",
  "shipments.numbered": "Paket {number}",
  "shipments.unnumbered": "Ein Paket ohne Trackingnummer",
  "shipments.nothing-left":
    "{shipment} wird in Shopify nicht angezeigt, weil dort von der Bestellung nichts mehr auszuführen ist. Um Ihren Kunden zu informieren, fügen Sie es der Bestellung in Shopify hinzu.",
  "shipments.elsewhere":
    "{shipment} wird in Shopify nicht angezeigt, weil das Fulfillment der Bestellung einem anderen Standort zugewiesen oder nicht mehr da ist, sodass Stockbridge es nicht ausführen kann. Um Ihren Kunden zu informieren, fügen Sie es der Bestellung in Shopify hinzu.",
  "shipments.not-ordered":
    "{shipment} wird in Shopify nicht angezeigt, weil es keinen der bestellten Artikel enthält. Wenn es einen davon ersetzt, führen Sie jenen in Shopify mit dieser Trackingnummer aus.",
  "shipments.canceled-in-shop":
    "{shipment} wird in Shopify nicht angezeigt, weil sein Fulfillment dort storniert wurde. Wenn das ein Versehen war, zeigen Sie es hier wieder an: Stockbridge führt diese Artikel noch einmal mit derselben Sendungsverfolgung aus, und Shopify benachrichtigt Ihren Kunden.",
  "shipments.on-hold":
    "{shipment} wird in Shopify noch nicht angezeigt, weil das Fulfillment dort zurückgehalten wird. Geben Sie es frei, dann trägt Stockbridge es automatisch ein.",
  "shipments.rejected":
    "{shipment} wird in Shopify nicht angezeigt. {problem} Beheben Sie das in Shopify und lassen Sie es hier erneut anzeigen, damit Ihr Kunde davon erfährt.",
  "shipments.waits-for-acceptance":
    "{shipment} wird in Shopify noch nicht angezeigt. Stockbridge nimmt dort zuerst die Fulfillment-Anforderung an.",
  "shipments.not-found-yet":
    "{shipment} wird in Shopify noch nicht angezeigt, weil Shopify den Fulfillment-Auftrag gerade nicht zeigt. Stockbridge sieht in einer Minute erneut nach.",
  "shipments.still-not-shown":
    "{shipment} wird in Shopify noch nicht angezeigt, obwohl Stockbridge es seit mehr als einer Stunde versucht. {problem} Ihr Kunde erfährt von dem Paket, sobald es angezeigt wird.",
  "shipments.still-outdated":
    "{shipment} hat in Shopify noch nicht seine neueste Sendungsverfolgung, obwohl Stockbridge es seit mehr als einer Stunde versucht. {problem}",
  "shipments.shown-now": "{shipment} wird jetzt in Shopify angezeigt.",
  "shipments.activity": "Bestellung {order}: {problem}",
  "orders.column.paid": "Umsatz",
  "home.to-send": "Zu senden",
  "home.to-send.label":
    "{count, plural, one {# bezahlte Bestellung wartet} other {# bezahlte Bestellungen warten}} darauf, gesendet zu werden",
  "home.to-send.label.more":
    "Mehr als {count, number} bezahlte Bestellungen warten darauf, gesendet zu werden",
  "ordering.automatic.waiting":
    "{count, plural, one {# bezahlte Bestellung wartet} other {# bezahlte Bestellungen warten}} darauf, gesendet zu werden. Das automatische Bestellen sendet keine Bestellungen aus der Zeit vor dem Einschalten und keine, die Ihre Regeln zurückhalten.",
  "ordering.automatic.waiting.more":
    "Mehr als {count, number} bezahlte Bestellungen warten darauf, gesendet zu werden. Das automatische Bestellen sendet keine Bestellungen aus der Zeit vor dem Einschalten und keine, die Ihre Regeln zurückhalten.",
  "ordering.automatic.waiting.action": "Prüfen und senden",
} as const;
