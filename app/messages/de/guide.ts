/** The setup guide on Home, and the page that confirms prices and shipping. */
export const guide = {
  "guide.title": "Einrichtungsanleitung",
  "guide.subtitle":
    "Vom Verbinden bis zum ersten Verkauf. Ein Schritt gilt als abgeschlossen, sobald Stockbridge sieht, dass er erledigt ist.",
  "guide.progress": "{done, number} von {total, number} Schritten abgeschlossen",
  "guide.hide": "Anleitung ausblenden",
  "guide.show": "Einrichtungsanleitung anzeigen",
  "guide.done": "Abgeschlossen",
  "guide.open": "Nicht abgeschlossen",
  "guide.connect": "Verbinden Sie Ihr Wiederverkäuferkonto",
  "guide.connect.text":
    "Geben Sie einmal die E-Mail-Adresse und das Passwort Ihres Wiederverkäuferkontos ein. Stockbridge erstellt einen API-Schlüssel für diesen Shop und vergisst das Passwort.",
  "guide.connect.action": "Verbinden",
  "guide.connect.again": "Melden Sie sich erneut an. Bis dahin warten Bestellungen und Produkte.",
  "guide.prices": "Legen Sie Ihre Preise fest",
  "guide.prices.text":
    "Stockbridge schlägt etwas auf das auf, was Ihr Großhändler Ihnen berechnet. Sie sehen und bestätigen es.",
  "guide.prices.action": "Preise und Versand bestätigen",
  "guide.exchange-rate": "Geben Sie einen Wechselkurs ein",
  "guide.exchange-rate.text":
    "Die Preise Ihres Großhändlers sind in einer anderen Währung als die Ihres Shops. Produkte können importiert werden, sobald Sie einen Kurs eingegeben haben.",
  "guide.exchange-rate.action": "Kurs eingeben",
  "guide.products": "Importieren Sie Ihre ersten Produkte",
  "guide.products.text":
    "Wählen Sie Produkte im Katalog Ihres Großhändlers. Sie sind innerhalb einer Minute in Ihrem Shop.",
  "guide.products.action": "Katalog öffnen",
  "guide.shipping": "Legen Sie Versandtarife fest",
  "guide.shipping.text":
    "Die Produkte Ihres Großhändlers werden von einem eigenen Standort versendet. Kunden können zur Kasse gehen, sobald er Versandtarife hat.",
  "guide.shipping.action": "Versandtarife festlegen",
  "guide.channel": "Wählen Sie einen Vertriebskanal",
  "guide.channel.text":
    "Neue Produkte erscheinen in den Vertriebskanälen, die Sie wählen. Bei Ihrem ersten Import wählt Stockbridge den Onlineshop, und Sie können das ändern.",
  "guide.channel.action": "Kanäle wählen",
  "guide.rules": "Entscheiden Sie, wie Bestellungen gesendet werden",
  "guide.rules.text":
    "Senden Sie jede Bestellung selbst, oder lassen Sie Stockbridge bezahlte Bestellungen automatisch senden, mit Grenzen, die Sie setzen.",
  "guide.rules.action": "Bestellregeln festlegen",
  "guide.rules.keep": "Weiterhin jede Bestellung selbst senden",
  "guide.branding": "Fügen Sie Ihr Branding hinzu",
  "guide.branding.text":
    "Pakete werden unter Ihrem Namen versendet, mit Ihrem Logo und Ihrem Text auf dem Lieferschein.",
  "guide.branding.action": "Branding hinzufügen",
  "guide.order-block": "Heften Sie den Bestellblock an",
  "guide.order-block.text":
    "Öffnen Sie eine Bestellung in Shopify, wählen Sie unten auf der Seite „Blöcke“ und fügen Sie Stockbridge hinzu. Der Schritt ist abgeschlossen, wenn der Block zum ersten Mal eine Bestellung zeigt.",
  "guide.order-block.action": "Bestellungen in Shopify öffnen",

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
