/** The dry run, which shows what Stockbridge would do with orders and sends nothing. */
export const dryRun = {
  "dry-run.subtitle":
    "Was Stockbridge jetzt mit einer Bestellung tun würde. Nichts wird gesendet oder geändert.",
  "dry-run.number": "Bestellnummer",
  "dry-run.number.help": "Wie Shopify sie zeigt, etwa #1001.",
  "dry-run.number.missing": "Geben Sie eine Bestellnummer ein.",
  "dry-run.try": "Diese Bestellung probieren",
  "dry-run.latest": "Die letzten 20 Bestellungen probieren",
  "dry-run.running": "Die Bestellungen werden aus Shopify gelesen, Preise und Bestand von Ihrem Großhändler…",
  "dry-run.connect-first":
    "Ohne Verbindung bestellt Stockbridge nichts. Sie können Bestellungen hier trotzdem probieren: Preise und Bestand sind die, die Ihr Großhändler zuletzt gezeigt hat.",
  "dry-run.unknown.title": "Keine Bestellung {name}",
  "dry-run.unknown":
    "Shopify zeigt keine Bestellung mit dieser Nummer. Prüfen Sie die Nummer. Wenn die Bestellung älter als 60 Tage ist, zeigt Shopify sie Apps nicht, daher kann auch Stockbridge sie nicht bestellen: Bestellen Sie direkt bei Ihrem Großhändler. Eine neue Bestellung findet Shopify einige Sekunden nach ihrem Eingang.",
  "dry-run.failed.title": "Die Bestellungen können gerade nicht gelesen werden",
  "dry-run.none": "Ihr Shop hat keine Bestellungen aus den letzten 60 Tagen.",
  "dry-run.nothing.no-location":
    "Nichts: Ihr Shop hat keinen Stockbridge-Standort, daher weist Shopify ihm keine Bestellungen zu.",
  "dry-run.nothing.not-routed":
    "Noch nichts: Shopify hat diese Bestellung keinem Standort zugewiesen. Bei einer neuen dauert das einige Sekunden.",
  "dry-run.nothing.fulfilled":
    "Nichts: Alles von dieser Bestellung am Stockbridge-Standort ist ausgeführt oder storniert.",
  "dry-run.nothing.elsewhere":
    "Nichts: Shopify hat diese Bestellung einem anderen Standort zugewiesen, daher führt Stockbridge sie nicht aus.",
  "dry-run.decision.place": "Würde bestellt",
  "dry-run.decision.part": "Ein Teil würde bestellt",
  "dry-run.decision.hold": "Würde zurückgehalten",
  "dry-run.decision.wait": "Würde warten",
  "dry-run.decision.cancel": "Würde nicht bestellt",
  "dry-run.decision.nothing": "Nichts zu tun",
  "dry-run.decision.known": "Schon bearbeitet",
  "dry-run.places":
    "Stockbridge würde diese Artikel bei Ihrem Großhändler bestellen und die Anforderung in Shopify annehmen.",
  "dry-run.parts":
    "Einige dieser Artikel können nicht bestellt werden. Wie in den Einstellungen gewählt, würde Stockbridge die anderen bestellen, und der Rest würde warten.",
  "dry-run.holds":
    "Stockbridge würde nichts bestellen und die Bestellung unter „Bestellungen“, „Zu klären“ für Sie zurückhalten. Grund: {why}.",
  "dry-run.waits":
    "Stockbridge würde noch nichts bestellen und es automatisch erneut versuchen. Grund: {why}.",
  "dry-run.cancels":
    "Die Bestellung ist storniert, daher würde Stockbridge nichts bestellen und die Anforderung in Shopify ablehnen.",
  "dry-run.drops.gone":
    "Ihre Anforderung wurde storniert oder beantwortet, oder es ist nichts mehr auszuführen. Stockbridge würde also nichts tun.",
  "dry-run.drops.request-rejected":
    "Ihre Anforderung wurde abgelehnt, daher würde Stockbridge nichts tun. Senden Sie sie erneut, wenn Ihr Kunde sie noch möchte.",
  "dry-run.drops.not-ours":
    "Shopify hat sie einem anderen Standort zugewiesen, daher würde Stockbridge nichts tun.",
  "dry-run.request.automatic":
    "Ihr Fulfillment ist noch nicht angefordert. Ihre Regeln lassen sie durch, daher würde das automatische Bestellen es anfordern, und dann geschieht dies:",
  "dry-run.request.left":
    "Ihr Fulfillment ist noch nicht angefordert, und das automatische Bestellen fordert es nicht an. Sobald Sie sie senden, geschieht dies:",
  "dry-run.request.older":
    "Ihr Fulfillment ist noch nicht angefordert, und das automatische Bestellen fordert es nicht an, weil die Bestellung aus der Zeit vor dem Einschalten ({since, date, medium}) stammt. Sobald Sie sie senden, geschieht dies:",
  "dry-run.request.kept":
    "Ihr Fulfillment ist noch nicht angefordert, und Ihre Regeln hindern das automatische Bestellen daran. {why} Sobald Sie sie senden, geschieht dies:",
  "dry-run.request.kept-until":
    "Ihr Fulfillment ist noch nicht angefordert. {why} Ihre Regeln prüfen sie erneut: {until, date, medium}. Sobald sie sie durchlassen oder Sie sie senden, geschieht dies:",
  "dry-run.request.by-merchant":
    "Ihr Fulfillment ist noch nicht angefordert, und das automatische Bestellen ist ausgeschaltet. Sobald Sie sie senden, geschieht dies:",
  "dry-run.column.item": "Artikel",
  "dry-run.column.sku": "SKU des Großhändlers",
  "dry-run.column.decision": "Entscheidung",
  "dry-run.column.paid": "Kunde zahlt",
  "dry-run.column.cost": "Kosten",
  "dry-run.line.place": "Bestellt",
  "dry-run.line.rest": "Wartet mit der Bestellung",
  "dry-run.line.none": "Nicht bestellt",
  "dry-run.total": "Summe",
  "dry-run.money.hint": "Ohne Steuern, Versand und Zahlungsgebühren.",
  "dry-run.open": "Bestellung öffnen",
} as const;
