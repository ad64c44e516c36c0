/** The page that confirms prices and shipping. */
export const start = {
  "start.title": "Preise und Versand bestätigen",
  "start.subtitle": "Für Sie ausgefüllt. Ändern Sie, was Sie möchten: Sie können es auch später noch ändern.",
  "start.connect-first":
    "Verbinden Sie zuerst Ihren Großhändler: Ihre Preise beruhen auf dem, was er Ihnen berechnet.",
  "start.reading": "Die Preise Ihres Großhändlers werden gelesen. Das dauert einige Sekunden.",
  "start.unreadable.title": "Diese Seite kann gerade nicht angezeigt werden",
  "start.stale":
    "Preise oder Tarife wurden in einem anderen Fenster gespeichert, Ihre daher nicht. Laden Sie die Seite neu, um sie zu sehen.",
  "start.declined.title": "Shopify hat die Berechtigungen nicht erteilt",
  "start.declined":
    "Es wurde nichts gespeichert. Ohne sie kann Stockbridge keine Versandtarife in Ihren Shop eintragen. Klicken Sie noch einmal auf „Bestätigen“, um sie zu erteilen, oder speichern Sie nur Ihre Preise.",
  "start.declined.action": "Nur Preise speichern",
  "start.prices.title": "Preise",
  "start.markup": "Aufschlag auf die Preise Ihres Großhändlers",
  "start.markup.help": "Neue Produkte werden für ihre Kosten plus diesen Prozentsatz verkauft.",
  "start.supplier-prices":
    "Die Preise Ihres Großhändlers gelten als Preise ohne Steuern, wie bei Großhandelspreisen üblich. Wenn sie Steuern enthalten, die Sie zurückbekommen, geben Sie das auf der Seite „Preise“ an.",
  "start.tax.help":
    "Optional. Die Preise Ihres Shops enthalten Steuern, wie in Shopify eingestellt. Bis Sie den Satz eingeben, sind Margen vor Steuern.",
  "start.own-rules": "Sie haben eigene Preisregeln. Sie bleiben, wie sie sind.",
  "start.more-rules": "Preise nach Kosten oder Kategorie, Rundung und Mindestmarge",
  "start.exchange.title": "Wechselkurs",
  "start.exchange": "Ein {from} ist so viel wert",
  "start.shipping.title": "Versand",
  "start.shipping": "Versandtarif für alle Länder",
  "start.shipping.help":
    "Das zahlen Kunden pro Bestellung. Ihr Großhändler berechnet Ihnen seinen eigenen Versand. 0 heißt kostenloser Versand.",
  "start.shipping.saved": "Sie haben schon Versandtarife eingegeben. Sie bleiben, wie sie sind.",
  "start.more-rates": "Tarife nach Land, Bestellwert oder Gewicht",
  "start.permissions": "Shopify bittet Sie einmal um Berechtigungen.",
  "start.confirm": "Bestätigen",
} as const;
