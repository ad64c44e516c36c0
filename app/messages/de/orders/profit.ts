/** The profit page, and the columns of its file. */
export const profit = {
  "profit.subtitle": "Was Ihre Bestellungen beim Großhändler eingebracht und gekostet haben, ohne Steuern.",
  "profit.from": "Von",
  "profit.to": "Bis",
  "profit.show": "Anzeigen",
  "profit.usual": "Letzte 30 Tage",
  "profit.download": "Bestellungen herunterladen (CSV)",
  "profit.none": "Keine Bestellungen mit bekannten Kosten in diesen Tagen.",
  "profit.unknown.title":
    "{count, plural, one {Die Kosten von # Bestellung sind nicht bekannt} other {Die Kosten von # Bestellungen sind nicht bekannt}}",
  "profit.unknown":
    "Sie sind in keiner der Summen unten enthalten: Ihr Großhändler hat seine Rechnung nicht genannt, es gab keinen Wechselkurs, oder sie stammen aus der Zeit, bevor Stockbridge Erträge festhielt.",
  "profit.currencies.title": "Die Währung Ihres Shops hat sich geändert",
  "profit.currencies":
    "Jede Währung hat eigene Summen. Produkte, Länder und Verluste sind die der Bestellungen in {currency}.",
  "profit.sums": "Ergebnis",
  "profit.range": "Diese Tage",
  "profit.before": "Die Tage davor",
  "profit.orders": "Bestellungen",
  "profit.items-paid": "Für Artikel bezahlt",
  "profit.revenue": "Umsatz",
  "profit.shipping-paid": "Von Kunden bezahlter Versand",
  "profit.refunded": "Erstattet",
  "profit.cost": "Kosten der Artikel",
  "profit.shipping-cost": "Versand des Großhändlers",
  "profit.profit": "Gewinn",
  "profit.margin": "Marge",
  "profit.products": "Nach Produkt",
  "profit.products.help":
    "Niedrigste zuerst. Jede Bestellung wird auf ihre Produkte verteilt: der Versand nach Stückzahl, was der Kunde für Artikel bezahlt hat und Erstattungen nach dem Preis, und was der Großhändler für die Artikel berechnet, nach den erwarteten Kosten.",
  "profit.product": "Produkt",
  "profit.pieces": "Stück",
  "profit.countries": "Nach Land",
  "profit.country": "Land",
  "profit.country.unknown": "Nicht bekannt",
  "profit.losses": "Bestellungen mit Verlust",
  "profit.order": "Bestellung",
  "profit.unpaid":
    "Beim Senden von {orders, plural, one {# Bestellung} other {# Bestellungen}} hatten Ihre Kunden {outstanding} noch nicht bezahlt.",
  "profit.hint":
    "Der Umsatz ist, was Ihre Kunden für Artikel und Versand bezahlt haben: nach Rabatten und Erstattungen, ohne Steuern und Zölle. Er steht immer in der Währung Ihres Shops, auch wenn Kunden in einer anderen bezahlt haben. Zahlungsgebühren kennt Stockbridge nicht, sie sind daher nicht abgezogen. Stornierte Bestellungen zählen nicht.",
} as const;
