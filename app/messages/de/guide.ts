/** The setup guide on Home. */
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
} as const;
