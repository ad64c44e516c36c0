/** Rules for automatic ordering: reasons why a rule holds an order back, and facts that rules judged. */
export const rules = {
  "rules.title": "Regeln",
  // Reasons why a rule holds an order back, on the tab To send and in the preview of rules
  "rules.kept.test": "Testbestellungen werden nie automatisch gesendet.",
  "rules.kept.on-request":
    "Von einem Ihrer Workflows in Shopify Flow zurückgehalten. Senden Sie die Bestellung, wenn sie bereit ist.",
  "rules.kept.ask": "Ihre Regeln fragen Sie vor jeder Bestellung.",
  "rules.kept.tag": "Zurückgehalten wegen ihres Tags, den Ihre Regeln nie senden: {tags}.",
  "rules.kept.no-tag": "Zurückgehalten, weil sie keinen der Tags hat, die Ihre Regeln senden: {tags}.",
  "rules.kept.country": "Zurückgehalten, weil sie in ein Land geht, das Ihre Regeln ausnehmen: {country}.",
  "rules.kept.no-country":
    "Zurückgehalten, weil Ihre Regeln nach Land wählen und Shopify für diese Bestellung kein Land zeigt.",
  "rules.kept.risk-high":
    "Zurückgehalten, weil Shopify ein hohes Betrugsrisiko zeigt. Prüfen Sie die Bestellung in Shopify, bevor Sie sie senden.",
  "rules.kept.risk-medium":
    "Zurückgehalten, weil Shopify ein mittleres Betrugsrisiko zeigt. Prüfen Sie die Bestellung in Shopify, bevor Sie sie senden.",
  "rules.kept.risk-pending": "Wartet auf die Betrugsanalyse von Shopify, die noch nicht fertig ist.",
  "rules.kept.risk-missing":
    "Wartet bis zu 15 Minuten auf die Betrugsanalyse von Shopify. Liegt dann kein Ergebnis vor, wird die Bestellung gesendet.",
  "rules.kept.currency":
    "Zurückgehalten, weil ihre Summe von {total} nicht mit Ihrer Grenze in {currency} verglichen werden kann. Geben Sie die Grenze unter „Regeln“ in der Währung Ihres Shops ein.",
  "rules.kept.amount": "Zurückgehalten, weil ihre Summe von {total} über Ihrer Grenze von {limit} liegt.",
  "rules.kept.above-daily":
    "Zurückgehalten, weil schon ihre Summe von {total} über Ihrer Tagesgrenze von {limit} liegt.",
  "rules.kept.delay":
    "Wartet wegen Ihrer Verzögerung von {minutes, plural, =60 {1 Stunde} =1440 {24 Stunden} one {# Minute} other {# Minuten}}.",
  "rules.kept.daily": "Wartet, weil Ihre Bestellungen täglich um {time} hinausgehen.",
  "rules.kept.orders-today":
    "Wartet auf morgen, weil Ihre Tagesgrenze von {limit, plural, one {# Bestellung} other {# Bestellungen}} erreicht ist.",
  "rules.kept.money-today": "Wartet auf morgen, weil sie Ihre Tagesgrenze von {limit} überschreiten würde.",
  "rules.kept.until": "Nächste Prüfung: {at, date, medium}",

  // Rules that allowed an order, on its page
  "rules.passed.title": "Automatisches Bestellen",
  "rules.passed.by": "Automatisch angefordert {at}, nach Version {version, number} Ihrer Regeln:",
  "rules.passed.by-default":
    "Automatisch angefordert {at}, nach den Regeln, die gelten, bis Sie eigene speichern:",
  "rules.passed.delay":
    "Ihre Verzögerung von {minutes, plural, =60 {1 Stunde} =1440 {24 Stunden} one {# Minute} other {# Minuten}} war vorbei.",
  "rules.passed.daily": "Ihre tägliche Uhrzeit, {time}, war gekommen.",
  "rules.passed.total": "Summe: {total}",
  "rules.passed.amount": "Summe: {total}, nicht über Ihrer Grenze von {limit}",
  "rules.passed.tags": "Hatte einen Tag, den Ihre Regeln senden: {tags}",
  "rules.passed.no-tags": "Hatte keinen der Tags, die Ihre Regeln zurückhalten: {tags}",
  "rules.passed.country": "Land: {country}, in das Ihre Regeln senden",
  "rules.passed.risk-none": "Betrugsrisiko: Shopify zeigte keines",
  "rules.passed.risk-low": "Betrugsrisiko: niedrig",
  "rules.passed.risk-pending": "Betrugsrisiko: noch nicht eingeschätzt",
  "rules.passed.risk-medium": "Betrugsrisiko: mittel",
  "rules.passed.risk-high": "Betrugsrisiko: hoch",
  "rules.passed.orders-per-day":
    "Innerhalb Ihrer Tagesgrenze von {limit, plural, one {# Bestellung} other {# Bestellungen}}",
  "rules.passed.money-per-day": "Innerhalb Ihrer Tagesgrenze von {limit}",

  // Activity
  "rules.activity.kept":
    "Sie haben gewählt, weiterhin jede Bestellung selbst zu senden. Das automatische Bestellen bleibt aus, bis Sie es in den Einstellungen einschalten.",
  "rules.activity.saved": "Regeln für das automatische Bestellen als Version {version, number} gespeichert.",
  "rules.activity.held":
    "Bestellung {order} wurde nicht automatisch gesendet. {why} Senden Sie sie unter „Bestellungen“, „Zu senden“, wenn Sie sie möchten.",
  "rules.activity.limit":
    "Das automatische Bestellen hat eine Tagesgrenze erreicht. {why} Senden Sie Bestellungen selbst unter „Bestellungen“, „Zu senden“, oder ändern Sie die Grenze unter „Regeln“.",
} as const;
