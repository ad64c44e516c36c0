/** The page Rules. Its name, and the reasons why a rule holds an order back, are in rules.ts. */
export const rulesPage = {
  "rules.subtitle":
    "Legen Sie fest, welche bezahlten Bestellungen automatisch an Ihren Großhändler gehen und wann.",
  "rules.intro":
    "Diese Regeln gelten nur für das automatische Bestellen. Bestellungen, deren Fulfillment Sie selbst anfordern, werden nie durch eine Regel verzögert oder zurückgehalten. Jede Bestellung wird noch einmal gelesen, bevor sie hinausgeht: Ist sie dann storniert oder erstattet, wird sie nicht gekauft.",
  "rules.off": "Das automatische Bestellen ist ausgeschaltet. Die Regeln gelten, sobald Sie es einschalten.",
  "rules.off.action": "Einstellungen öffnen",
  "rules.saved.title": "Regeln gespeichert",
  "rules.saved": "Wartende Bestellungen werden jetzt anhand der neuen Regeln geprüft.",
  "rules.stale.title": "Regeln nicht gespeichert",
  "rules.stale":
    "Jemand anderes hat inzwischen andere Regeln gespeichert. Laden Sie die Seite neu, um sie zu sehen, und nehmen Sie Ihre Änderungen dann erneut vor.",
  "rules.problems.title": "Regeln nicht gespeichert",
  "rules.problems": "Korrigieren Sie die markierten Felder und speichern Sie erneut.",
  "rules.unreadable.title": "Die Regeln können jetzt nicht angezeigt werden",

  "rules.when.title": "Wann Bestellungen hinausgehen",
  "rules.ask": "Mich vor jeder Bestellung fragen",
  "rules.ask.help": "Bezahlte Bestellungen warten unter „Bestellungen“, „Zu senden“, bis Sie sie senden.",
  "rules.delay": "Verzögerung",
  "rules.delay.help":
    "Zeit für Sie und Ihren Kunden, eine Bestellung zu ändern oder zu stornieren, und für Shopify und andere Apps, sie zu prüfen und mit Tags zu versehen.",
  "rules.delay.none": "Keine Verzögerung",
  "rules.delay.15": "15 Minuten",
  "rules.delay.60": "1 Stunde",
  "rules.delay.1440": "24 Stunden",
  "rules.delay.daily": "Täglich zu einer Uhrzeit",
  "rules.time": "Uhrzeit",
  "rules.time.help": "In der Zeitzone Ihres Shops ({zone}).",

  "rules.hold.title": "Bestellungen, die auf Sie warten",
  "rules.hold.intro":
    "Zurückgehaltene Bestellungen stehen unter „Bestellungen“, „Zu senden“, mit dem Grund und einer Schaltfläche, um sie trotzdem zu senden.",
  "rules.never-tags": "Bestellungen mit einem dieser Tags zurückhalten",
  "rules.tags.help": "Trennen Sie Tags durch Kommas. Groß- und Kleinschreibung spielt keine Rolle.",
  "rules.only-tags": "Nur Bestellungen mit einem dieser Tags senden",
  "rules.only-tags.help": "Leer lassen, um Bestellungen mit beliebigen oder ohne Tags zu senden.",
  "rules.hold-above": "Bestellungen zurückhalten über",
  "rules.hold-above.help": "Verglichen mit der Summe der Bestellung. Leer lassen für keine Grenze.",
  "rules.risk": "Betrugsrisiko",
  "rules.risk.help":
    "Wie Shopify und Ihre Betrugs-Apps die Bestellung einschätzen. Bestellungen ohne Einschätzung warten bis zu 15 Minuten darauf und gehen dann weiter. Eine längere Verzögerung gibt langsameren Betrugs-Apps Zeit.",
  "rules.risk.hold-medium": "Bei mittlerem oder hohem zurückhalten",
  "rules.risk.hold-high": "Bei hohem zurückhalten",
  "rules.risk.hold-off": "Nie deshalb zurückhalten",
  "rules.countries": "Länder",
  "rules.countries.all": "Bestellungen in alle Länder senden",
  "rules.countries.only": "Nur Bestellungen in diese Länder senden",
  "rules.countries.except": "Bestellungen in diese Länder zurückhalten",
  "rules.test-orders": "Testbestellungen werden nie automatisch gesendet.",

  "rules.limits.title": "Tagesgrenzen",
  "rules.orders-per-day": "Bestellungen pro Tag",
  "rules.money-per-day": "Summe aller Bestellungen pro Tag",
  "rules.limits.help":
    "Es zählt, was Ihre Kunden zahlen. Bestellungen über einer Grenze warten bis zum nächsten Tag; das steht dann unter „Aktivität“. Leer lassen für keine Grenze.",

  "rules.form.time": "Geben Sie eine Uhrzeit wie 17:00 ein.",
  "rules.form.count": "Geben Sie eine ganze Zahl von 1 bis 999.999 ein.",
  "rules.form.no-countries": "Wählen Sie mindestens ein Land.",
  "rules.form.too-many-tags": "Geben Sie höchstens {most, number} Tags ein.",
  "rules.form.long-tag": "Dieser Tag ist länger, als Shopify erlaubt: {tag}",

  "rules.preview.title": "Ihre letzten 50 Bestellungen nach diesen Regeln",
  "rules.preview.hint":
    "Als hätten diese Regeln gegolten, mit den Tags, Summen und dem Betrugsrisiko, die die Bestellungen jetzt haben. Bestellungen, die älter als 60 Tage sind, werden nicht angezeigt.",
  "rules.preview.summary":
    "{count, plural, one {# Bestellung} other {# Bestellungen}}: {sent, number} automatisch gesendet und bestellt, {kept, number} zurückgehalten, wartend oder storniert.",
  "rules.preview.checking":
    "Bestand und Preise der Bestellungen, die noch nicht beim Großhändler sind, werden geprüft …",
  "rules.preview.unchecked":
    "Bestand und Preise können gerade nicht geprüft werden, daher zählen hier nur Ihre Regeln. {why}",
  "rules.preview.none":
    "Aus den letzten 60 Tagen gibt es keine Bestellungen mit Produkten Ihres Großhändlers.",
  "rules.preview.problems":
    "Korrigieren Sie die markierten oder unvollständigen Felder, um die Vorschau zu sehen.",
  "rules.preview.unreadable": "Die Bestellungen können jetzt nicht gelesen werden. {why}",
  "rules.preview.sent": "Gesendet",
  "rules.preview.kept": "Wartet",
  "rules.preview.held": "Nicht bestellt",
  "rules.preview.loss":
    "Sie bringt {loss} Verlust. Mit Verlust bestellt Stockbridge nichts automatisch, daher würde sie für Sie zurückgehalten.",
  "rules.preview.unpaid":
    "{outstanding} davon waren nicht bezahlt, als Sie sie gesendet haben. Stockbridge sendet nur vollständig bezahlte Bestellungen automatisch, also würde sie auf Sie warten.",
  "rules.preview.canceled": "Sie ist storniert, daher würde nichts bestellt.",
  "rules.preview.rejected": "Ihr Großhändler hat sie abgelehnt.",
  "rules.preview.sent-at": "Gesendet am {at, date, medium}",
} as const;
