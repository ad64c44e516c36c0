/** Orders in doubt: questions on their page, and reasons why Stockbridge cannot tell if they were placed. */
export const orderDoubts = {
  "orders.doubt.title": "Hat Ihr Großhändler sie?",
  "orders.doubt":
    "Stockbridge kann nicht erkennen, ob Ihr Großhändler diese Bestellung hat, und bestellt nichts, bis das klar ist. Wenn Sie nicht warten möchten, prüfen Sie es selbst:",
  "orders.doubt.sign-in": "Melden Sie sich bei {supplier} an und öffnen Sie Ihre Bestellungen.",
  "orders.doubt.search":
    "Suchen Sie nach dieser Referenz. Wenn Ihr Großhändler keine Referenzen zeigt, suchen Sie nach diesen Artikeln um die Zeit im Verlauf unten.",
  "orders.doubt.confirm": "Bestätigen Sie hier, was Sie gefunden haben.",
  "orders.doubt.keep": "Noch nicht",
  "orders.doubt.ordered.title": "Welche Nummer zeigt Ihr Großhändler?",
  "orders.doubt.ordered":
    "Stockbridge macht mit dieser Bestellung weiter und sendet keine andere. Ist es die falsche, wird diese Bestellung nie versendet.",
  "orders.doubt.not-ordered.wait":
    "{minutes, plural, one {Sie können sie in etwa einer Minute als nicht bestellt kennzeichnen} other {Sie können sie in etwa # Minuten als nicht bestellt kennzeichnen}}.",
  "orders.doubt.not-ordered.on-its-way":
    "Bis dahin ist sie vielleicht noch auf dem Weg zu Ihrem Großhändler.",
  "orders.doubt.not-ordered.title": "Sind Sie sicher, dass {order} nicht bestellt wurde?",
  "orders.doubt.not-ordered.orders":
    "Stockbridge bestellt sie sofort. Wenn Ihr Großhändler diese Artikel doch in einer anderen Bestellung hat, zahlen Sie doppelt, und Ihr Kunde bekommt zwei Pakete.",
  "orders.doubt.not-ordered.cancels":
    "Eine Stornierung wurde angefordert, daher wird nichts erneut bestellt, und diese Bestellung endet. Wenn Ihr Großhändler sie doch hat, versendet er sie trotzdem, und Sie zahlen dafür.",
  "orders.doubt.not-ordered.search": "Suchen Sie zuerst auf der Website von {supplier} nach dieser Referenz:",
  "orders.unclear.ours": "Beim Bestellen ist bei uns etwas schiefgegangen.",
  "orders.not-found.unproven":
    "Ihr Großhändler kennt diese Bestellung bisher nicht. Das beweist nichts: Sie kann noch erscheinen.",
  "orders.not-found.early":
    "Ihr Großhändler kennt diese Bestellung bisher nicht. Sie kann noch erscheinen, daher prüft Stockbridge es erneut.",
  "orders.not-found.no-control":
    "Ihr Großhändler kennt diese Bestellung nicht, aber Ihr Shop hat dort noch keine andere, die beweisen würde, dass die Suche funktioniert.",
  "orders.cannot-tell.not-offered":
    "Ihr Großhändler bietet keine Suche nach einer Bestellung über ihre Referenz.",
  "orders.cannot-tell.no-key":
    "Stockbridge hat keinen funktionierenden Schlüssel für Ihren Großhändler und kann diese Bestellung daher nicht suchen. Prüfen Sie die Verbindung in den Einstellungen.",
  "orders.cannot-tell.other-account":
    "Ihr Shop wurde seitdem neu verbunden, vielleicht mit einem anderen Konto. Die Bestellung dort zu suchen, würde nichts beweisen.",
  "orders.cannot-tell.reference-ignored":
    "Ihr Großhändler hat mit anderen Bestellungen geantwortet. Die Suche nach dieser beweist also nichts.",
  "orders.cannot-tell.unreadable":
    "Ihr Großhändler hat mit einer Bestellung geantwortet, die Stockbridge nicht lesen kann. Vielleicht ist es diese.",
  "orders.cannot-tell.control-failed":
    "Ihr Großhändler zeigt diese Bestellung nicht, zeigt aber auch Bestellungen nicht, die er sicher hat.",
  "orders.cannot-tell.same-pieces":
    "Keine Bestellung hat unsere Referenz. Aber Ihr Großhändler hat die Bestellung {number} (Referenz {reference}) mit Artikeln dieser Bestellung, die Stockbridge nicht kennt.",
  "orders.cannot-tell.failed":
    "Die Suche nach dieser Bestellung bei Ihrem Großhändler hat nicht geklappt. {explanation}",
} as const;
