/** Paid orders that wait to be sent to the supplier. */
export const toSend = {
  "orders.group.to-send": "Zu senden",
  "orders.empty.to-send.title": "Nichts zu senden",
  "orders.empty.to-send":
    "Keine bezahlte Bestellung mit Produkten Ihres Großhändlers wartet. Neue erscheinen hier, meist innerhalb einer Minute.",
  "to-send.intro":
    "Diese Bestellungen sind bezahlt und noch nicht an Ihren Großhändler gesendet. Der Gewinn ist, was der Kunde für Artikel und Versand ohne Steuern zahlt, abzüglich des Preises Ihres Großhändlers und der erwarteten Versandkosten: was Ihre letzten Bestellungen in dieses Land gekostet haben, sonst was Sie unter „Preise“ eingegeben haben. Zahlungsgebühren kennt Stockbridge nicht, sie sind daher nicht abgezogen.",
  "to-send.select": "{order} auswählen",
  "to-send.send-selected":
    "{count, plural, =0 {An Großhändler senden} one {# Bestellung an Großhändler senden} other {# Bestellungen an Großhändler senden}}",
  "to-send.send": "An Großhändler senden",
  "to-send.send-short": "Senden",
  "to-send.send-part": "Senden, was möglich ist",
  "to-send.send-anyway": "Trotzdem senden",
  "to-send.sending": "Wird gesendet…",
  "to-send.in-shopify": "In Shopify öffnen",
  "to-send.opened": "Eingegangen {at}",
  "to-send.column.select": "Auswählen",
  "to-send.column.items": "Artikel",
  "to-send.column.paid": "Kunde zahlt (ohne Steuern)",
  "to-send.column.cost": "Kosten der Artikel",
  "to-send.column.shipping": "Erwarteter Versand",
  "to-send.shipping": "+ etwa {shipping} für den Versand",
  "to-send.shipping.unknown": "+ Versand, noch nicht bekannt",
  "to-send.column.profit": "Erwarteter Gewinn",
  "to-send.column.profit.no-shipping": "Erwarteter Gewinn, Versand nicht bekannt",
  "to-send.before-shipping": "vor Versand",
  "to-send.column.action": "Senden",
  "to-send.item": "{quantity, number} × {title}",
  "to-send.more-items": "{count, plural, one {und # weiterer Artikel} other {und # weitere Artikel}}",
  "to-send.sku": "SKU {sku}",
  "to-send.unknown": "Nicht bekannt",
  "to-send.not-linked":
    "Nicht bekannt: Ein Artikel ist nicht mit den Produkten Ihres Großhändlers verknüpft.",
  "to-send.no-rate": "Nicht bekannt: Unter „Preise“ steht kein Wechselkurs.",

  "to-send.confirm.title":
    "{count, plural, one {# Bestellung an Ihren Großhändler senden?} other {# Bestellungen an Ihren Großhändler senden?}}",
  "to-send.confirm":
    "Stockbridge fordert das Fulfillment in Shopify an, und Ihr Großhändler versendet die Artikel. Jede Bestellung wird noch einmal geprüft, bevor sie hinausgeht.",
  "to-send.confirm-part.totals":
    "Die Summen zählen alle Artikel der Bestellungen, auch die, die zurückbleiben.",
  "to-send.confirm-part.loss":
    "{orders}: {count, plural, one {Diese Bestellung bringt im Ganzen Verlust und ist daher} other {Diese Bestellungen bringen im Ganzen Verlust und sind daher}} nicht in den Summen. Nur Artikel, die Gewinn bringen, werden gesendet. Gibt es keine, wird {count, plural, one {von dieser Bestellung} other {von diesen Bestellungen}} nichts gesendet.",
  "to-send.confirm.orders": "{count, plural, one {# Bestellung} other {# Bestellungen}}",
  "to-send.confirm.excluded":
    "{count, plural, one {# Bestellung ist in diesen Summen nicht enthalten, weil ihre Kosten oder ihr Gewinn nicht bekannt sind.} other {# Bestellungen sind in diesen Summen nicht enthalten, weil ihre Kosten oder ihr Gewinn nicht bekannt sind.}}",
  "to-send.confirm.blocked":
    "{orders}: {count, plural, one {Diese Bestellung kann} other {Diese Bestellungen können}} noch nicht vollständig aufgegeben werden und {count, plural, one {wartet} other {warten}} mit dem Grund auf Sie.",
  "to-send.confirm.hint":
    "Der Gewinn ist, was der Kunde für Artikel und Versand ohne Steuern zahlt, abzüglich des Preises und der erwarteten Versandkosten Ihres Großhändlers. Zahlungsgebühren sind nicht abgezogen.",
  "to-send.confirm.shipping": "Versand, etwa",
  "to-send.confirm.before-shipping":
    "Erwarteter Gewinn, vor dem Versand von {count, plural, one {# Bestellung} other {# Bestellungen}}",
  "to-send.confirm.paused":
    "Das Bestellen ist pausiert. Stockbridge behält die Bestellungen und sendet sie, sobald das Bestellen fortgesetzt wird.",
  "to-send.confirm.permission":
    "Shopify fragt gleich, ob Stockbridge Fulfillment anfordern darf. Erlauben Sie es, um Bestellungen von hier zu senden.",
  "to-send.confirm.keep": "Nicht senden",
  "to-send.confirm.loss":
    "{orders}: {count, plural, one {Diese Bestellung kostet} other {Diese Bestellungen kosten}} Sie {loss} mehr, als {count, plural, one {sie einbringt} other {sie einbringen}}.",
  "to-send.confirm.loss.others":
    "Ohne Häkchen {count, plural, one {bleibt sie} other {bleiben sie}} unter „Zu senden“, und die anderen werden gesendet.",
  "to-send.confirm.with-loss":
    "{count, plural, one {Senden, obwohl sie Verlust bringt} other {Senden, obwohl sie Verlust bringen}}",
  "to-send.confirm-part.title":
    "{count, plural, one {Von # Bestellung senden, was möglich ist?} other {Von # Bestellungen senden, was möglich ist?}}",
  "to-send.confirm-part":
    "Artikel, die Ihr Großhändler jetzt nicht liefern kann, die nicht verknüpft sind oder Verlust brächten, bleiben zurück. Sie warten als eigene Bestellung und gehen hinaus, sobald ihnen nichts mehr im Weg steht. Ihr Großhändler berechnet den Versand eventuell pro Paket.",

  "to-send.result.sent": "Gesendet. Öffnen Sie die Bestellung, um ihren Fortschritt zu sehen.",
  "to-send.result.held":
    "Noch nicht an Ihren Großhändler gesendet. Grund: {why}. Öffnen Sie die Bestellung, um zu sehen, was sie braucht.",
  "to-send.result.sent-in-part":
    "Ohne {items} gesendet. Diese Artikel warten unter „Bestellungen“ als eigene Bestellung, die den Grund nennt.",
  "to-send.result.nothing-now":
    "Nicht gesendet: Keiner der Artikel kann jetzt bestellt werden. Grund: {why}. Die Bestellung bleibt hier. Senden Sie sie erneut, sobald sich das geändert hat.",
  "to-send.result.loss":
    "Nicht gesendet, damit Sie keinen Verlust machen. Grund: {why}. Die Bestellung bleibt hier. Um sie mit Verlust zu senden, klicken Sie daneben auf „Senden“ und setzen Sie das Häkchen, dass Sie den Verlust hinnehmen.",
  "to-send.result.edited":
    "Nicht gesendet: Seit Sie diese Seite geöffnet haben, haben sich Artikel oder Preise geändert, oder eine Regel oder ein Workflow hat die Bestellung angehalten. Prüfen Sie sie unten, und senden Sie sie dann erneut.",
  "to-send.result.canceled": "Nicht gesendet. Inzwischen geändert: Die Bestellung ist storniert.",
  "to-send.result.unpaid": "Nicht gesendet. Inzwischen geändert: Die Bestellung ist nicht ganz bezahlt.",
  "to-send.result.test": "Nicht gesendet: Es ist eine Testbestellung.",
  "to-send.result.moved": "Nicht gesendet. Inzwischen geändert: Ein anderer Standort führt sie jetzt aus.",
  "to-send.result.on-hold":
    "Nicht gesendet. Inzwischen geändert: Ihr Fulfillment wird in Shopify zurückgehalten. Geben Sie es dort frei, dann steht die Bestellung wieder hier.",
  "to-send.result.answered":
    "Nicht gesendet. Inzwischen geändert: Ihr Fulfillment wurde schon einmal angefordert, und diese Anforderung ist beendet. Öffnen Sie die Bestellung in Shopify.",
  "to-send.result.gone": "Nicht gesendet. Inzwischen geändert: Es ist nichts mehr auszuführen.",
  "to-send.result.not-shown":
    "Nicht gesendet. Die Bestellung ist älter als 60 Tage, und solche zeigt Shopify Apps nicht. Bestellen Sie direkt bei Ihrem Großhändler und führen Sie sie dann in Shopify aus.",
  "to-send.result.not-connected":
    "Nicht gesendet. Ihr Shop ist nicht mit Ihrem Großhändler verbunden. Verbinden Sie ihn in den Einstellungen und senden Sie die Bestellung erneut.",
  "to-send.result.service-gone":
    "Nicht gesendet. Der Fulfillment-Service von Stockbridge wurde in Shopify gelöscht. Legen Sie ihn auf der Startseite neu an. Die Bestellung muss dann an seinem neuen Standort sein.",
  "to-send.result.rejected":
    "Nicht gesendet. {explanation} Senden Sie sie erneut oder fordern Sie ihr Fulfillment in Shopify an.",
  "to-send.no-permission": "Es wurde nichts gesendet",
  "to-send.no-permission.text":
    "Stockbridge darf in Ihrem Shop kein Fulfillment anfordern. Klicken Sie erneut auf „An Großhändler senden“ und erlauben Sie es.",
  "to-send.nothing": "Es wurde nichts gesendet",
  "to-send.nothing.text": "Die Bestellungen warten nicht mehr. Die Liste unten ist aktuell.",
} as const;
