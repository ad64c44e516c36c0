/** Advice on an order's page, and dialogs of its buttons that spend money or fulfill pieces without tracking. */
export const orderDecisions = {
  "orders.advice.cancel":
    "Ihr Großhändler hat sie nicht als versendet gemeldet, Sie können sie also noch mit „Fulfillment stornieren“ stornieren.",
  "orders.advice.acknowledge": "Sobald nichts mehr zu tun ist, kennzeichnen Sie sie als erledigt.",
  "orders.advice.untracked":
    "Ihr Großhändler sagt, dass alles versendet ist. Fragen Sie ihn, wo diese Artikel sind. Wenn Sie wissen, dass sie unterwegs sind, wählen Sie „Ohne Sendungsverfolgung ausführen“.",
  "orders.advice.to-order-again":
    "Wird erneut bestellt: {items}. Stockbridge fordert das in Shopify an, sobald der Rest dieser Bestellung versendet ist und Shopify es zeigt.",
  "orders.advice.ordering-again": "Wird gerade erneut bestellt: {items}.",
  "orders.advice.ordered-again": "Erneut bestellt: {items}.",

  "orders.send-part.title": "Von Bestellung {order} senden, was gesendet werden kann?",
  "orders.send-part.keep": "Warten lassen",
  "orders.send-part.sends": "Ihr Großhändler bekommt {items}.",
  "orders.send-part.waits":
    "Der Rest wartet als eigene Bestellung und läuft automatisch weiter, sobald ihm nichts mehr im Weg steht: {items}. Ihr Großhändler berechnet den Versand eventuell pro Paket.",
  "orders.send-part.shopify":
    "In Shopify lehnt Stockbridge die Anforderung ab und stellt sie neu, je einmal für beide Teile. Wenn Shopify fragt, ob Stockbridge Fulfillment anfordern darf, erlauben Sie es.",
  "orders.order-anyway.title": "{order} trotzdem bestellen?",
  "orders.order-anyway.keep": "Warten lassen",
  "orders.order-anyway":
    "{lines}. Stockbridge bestellt zu diesen Kosten und fragt Sie erneut, wenn sie weiter steigen.",
  // Profit or loss of a whole order. {charge} is orders.total.shipping or orders.total.shipping-unknown
  "orders.total.loses":
    "Insgesamt bringt diese Bestellung {paid} (ohne Steuern) und kostet {cost}{charge}: Sie würde {loss} Verlust machen.",
  "orders.total.leaves":
    "Insgesamt bringt diese Bestellung {paid} (ohne Steuern) und kostet {cost}{charge}: Der Gewinn wäre {profit}.",
  "orders.total.shipping": " plus etwa {shipping} Versand",
  "orders.total.shipping-unknown": ", ohne den Versand, der noch nicht bekannt ist",
  "orders.send-anyway.keep": "Warten lassen",
  "orders.send-unpaid.title": "Unbezahlte Bestellung {order} an Ihren Großhändler senden?",
  "orders.send-unpaid":
    "{outstanding} dieser Bestellung sind nicht bezahlt. Ihr Großhändler berechnet sie Ihnen, auch wenn Ihr Kunde nie zahlt. Wenn beim Senden mehr als dieser Betrag offen ist, fragt Stockbridge Sie erneut.",
  "orders.send-test-order.title": "Testbestellung {order} an Ihren Großhändler senden?",
  "orders.send-test-order":
    "Kein Kunde zahlt für diese Bestellung. Ihr Großhändler versendet sie an die Adresse der Bestellung und berechnet sie Ihnen.",
  "orders.button.send-without-note": "Ohne die Notiz senden",
  "orders.notice.sends-without-note": "Die Bestellung wird ohne ihre Notiz gesendet",
  "orders.notice.not-sends-without-note": "„Ohne die Notiz senden“ hatte keine Wirkung",
  "orders.texts.title": "Der Text Ihres Kunden zu {title}",
  "orders.texts":
    "Ihr Großhändler nimmt diesen Text nicht mit dem Artikel an. Entscheiden Sie, was damit geschieht. Ihre Wahl gilt auch für spätere Bestellungen dieses Produkts, und Sie können sie unter „Versandarten und Notizen“ ändern.",
  "orders.texts.shown": "Der Text Ihres Kunden in Shopify",
  "orders.texts.in-note": "In der Notiz der Bestellung würde Ihr Großhändler lesen",
  "orders.texts.no-note":
    "Ihr Großhändler nimmt auch keine Notiz mit einer Bestellung an. Wenn er den Text braucht, stornieren Sie diese Bestellung hier und bestellen Sie direkt bei ihm.",
  "orders.texts.unreadable":
    "Shopify zeigt die Texte dieser Bestellung gerade nicht, Sie können also noch nicht darüber entscheiden. Laden Sie die Seite in einer Minute neu.",
  "orders.button.texts-in-note": "In der Notiz der Bestellung senden",
  "orders.button.texts-left-out": "Weglassen",
  "orders.notice.texts-decided": "Für dieses Produkt gespeichert",
  "orders.send-without-note.title": "Bestellung {order} ohne ihre Notiz senden?",
  "orders.send-without-note":
    "Ihr Großhändler bekommt weder die Nachricht, die Sie mit der Anforderung gesendet haben, noch die Notiz Ihres Kunden, noch Texte zu Artikeln, die in die Notiz gehören.",
  "orders.send-anyway.purchase":
    "Ihr Großhändler versendet {items}. Zu heutigen Preisen kostet Sie das {cost} plus Versand.",
  "orders.send-anyway.purchase.no-cost":
    "Ihr Großhändler versendet {items}. Stockbridge weiß noch nicht, was Sie das kostet.",
  "orders.button.order-again": "Erneut bestellen",
  "orders.order-again.title": "{order} erneut bestellen?",
  "orders.order-again":
    "Ihr Großhändler hat diese Bestellung beendet und sendet nichts. Stockbridge fordert ihr Fulfillment in Shopify noch einmal an, prüft Kosten und Bestand und bestellt sie.",
  "orders.notice.order-again": "Erneut angefordert",
  "orders.notice.order-again.text": "Die neue Bestellung erscheint gleich unter „Bestellungen“.",
  "orders.notice.not-order-again": "Nicht erneut bestellt",
  "orders.notice.order-again.no-permission":
    "Stockbridge darf in Ihrem Shop kein Fulfillment anfordern. Klicken Sie auf „Erneut bestellen“ und erlauben Sie es.",
  "orders.order-missing.title": "Die fehlenden Artikel von {order} erneut bestellen?",
  "orders.order-missing.keep": "Jetzt nicht",
  "orders.order-missing":
    "Die Bestellung Ihres Großhändlers enthält {items} nicht mehr. Sobald der Rest dieser Bestellung versendet ist und Shopify es zeigt, fordert Stockbridge sie in Shopify erneut an und bestellt sie noch einmal. Fragen Sie zuerst Ihren Großhändler: Wenn er sie doch sendet, zahlen Sie doppelt.",
  "orders.order-missing.cost":
    "Zu heutigen Preisen kosten sie Sie {cost}. Ihr Großhändler berechnet den Versand eventuell ein zweites Mal.",
  "orders.order-missing.no-cost":
    "Sie zahlen dafür den heutigen Preis. Ihr Großhändler berechnet den Versand eventuell ein zweites Mal.",
  "orders.order-missing.permission":
    "Wenn Shopify fragt, ob Stockbridge Fulfillment anfordern darf, erlauben Sie es. Sonst wird nichts erneut bestellt.",
  "orders.fulfill-untracked.title": "Bestellung {order} ohne Sendungsverfolgung ausführen?",
  "orders.fulfill-untracked.keep": "Jetzt nicht",
  "orders.fulfill-untracked":
    "Shopify kennzeichnet {items} als ausgeführt und teilt Ihrem Kunden den Versand mit. Er bekommt keine Trackingnummer und kann das Paket nicht verfolgen. Wenn Ihr Großhändler das Paket später meldet, trägt Stockbridge die Nummer nach.",

  // In the order's history
  "orders.request-back":
    "Shopify zeigt die Anforderung wieder, daher wird die Bestellung bei Ihrem Großhändler nicht storniert.",
  "orders.missing-released": "Sie haben entschieden, fehlende Artikel erneut zu bestellen: {pieces}.",
  "orders.fulfilled-untracked":
    "Sie haben entschieden, Artikel ohne Sendungsverfolgung auszuführen: {pieces}.",
  "orders.note-omitted": "Sie haben entschieden, diese Bestellung ohne ihre Notiz zu senden.",
  "orders.test-order-approved": "Sie haben entschieden, diese Testbestellung an Ihren Großhändler zu senden.",
  "orders.unpaid-approved":
    "Sie haben entschieden, diese Bestellung an Ihren Großhändler zu senden, obwohl {outstanding} offen sind.",
  "orders.part-wanted": "Sie haben entschieden, zu senden, was gesendet werden kann: {items}.",
  "orders.part-sent-automatically":
    "Nicht alles kann bestellt werden, daher wartet der Rest. Automatisch gesendet: {items}.",
  "orders.part-refused":
    "Shopify ließ Stockbridge keinen Teil dieser Bestellung anfordern, daher wartet sie ganz. {explanation}",
  "orders.cost-approved": "Sie haben entschieden, trotzdem zu bestellen: {lines}.",
  "orders.loss-accepted": "Sie haben diese Bestellung gesendet, obwohl sie {loss} Verlust machen würde.",
} as const;
