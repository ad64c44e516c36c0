/** The Activity page, and entries about access to the shop. */
export const activity = {
  "export.activity.download": "Aktivität herunterladen (CSV)",
  "activity.subtitle": "Was Stockbridge für Ihren Shop getan hat, 90 Tage lang aufbewahrt",
  "activity.show.all": "Alle",
  "activity.show.new": "Seit Ihrem letzten Besuch",
  "activity.show.needs-attention": "Offene Warnungen",
  "activity.last-visit": "Ihr letzter Besuch endete {at}.",
  "activity.search": "Nach Bestellung, Produkt oder Wort suchen",
  "activity.search.submit": "Suchen",
  "activity.type": "Art",
  "activity.type.all": "Alle Arten",
  "activity.chip.query": "Suche: {words}",
  "activity.type.orders": "Bestellungen und Pakete",
  "activity.type.products": "Produkte und Preise",
  "activity.type.connection": "Verbindung",
  "activity.type.branding": "Branding",
  "activity.type.shop": "Ihr Shop",
  "activity.not-found.title": "Kein Eintrag passt",
  "activity.not-found": "Ändern Sie die Suche oder die Art. Einträge werden 90 Tage lang aufbewahrt.",
  "activity.nothing-new.title": "Seit Ihrem letzten Besuch ist nichts geschehen",
  "activity.nothing-new": "Alles, was davor geschehen ist, steht unter „Alle“.",
  "activity.empty.title": "Noch ist nichts geschehen",
  "activity.empty":
    "Verbinden Sie Ihr Wiederverkäuferkonto in den Einstellungen. Dann zeigt diese Seite, was Stockbridge tut.",
  "activity.no-warnings.title": "Keine offenen Warnungen",
  "activity.no-warnings":
    "Diese Liste zeigt Warnungen und dringende Einträge, die nicht erledigt sind, mit dem, was Sie tun können. Erledigte stehen nur noch unter „Alle“.",
  "activity.pages": "Seiten der Aktivität",
  "activity.newer": "Neuere",
  "activity.older": "Ältere",
  "activity.today": "Heute",
  "activity.yesterday": "Gestern",
  "activity.day": "{date, date, day}",
  "activity.tone.info": "Zu Ihrer Information",
  "activity.tone.success": "Erledigt",
  "activity.tone.warning": "Warnung",
  "activity.tone.critical": "Dringend",

  // Access to the shop
  "access.lost":
    "Stockbridge hat keinen Zugriff mehr auf Ihren Shop. Bestellungen, Produkte und Sendungsverfolgung warten, nichts geht verloren. Öffnen Sie Stockbridge einmal in Ihrem Shopify-Adminbereich, dann läuft alles automatisch weiter.",
  "access.restored": "Stockbridge hat wieder Zugriff auf Ihren Shop. Alles, was gewartet hat, läuft weiter.",
  "shop.activity.webhook-given-up":
    "Ihr Shop hat eine Änderung gemeldet ({topic}), die Stockbridge eine Woche lang nicht verarbeiten konnte. Es versucht sie nicht weiter. Bestellungen und Produkte werden regelmäßig mit Ihrem Shop abgeglichen, daher fehlt vermutlich wenig. Wenn etwas falsch aussieht, wenden Sie sich an den Stockbridge-Support.",
  "shop.activity.currency-changed":
    "Die Währung Ihres Shops hat sich von {before} in {now} geändert. Laufende Bestellungen behalten ihre Beträge. Prüfen Sie die Beträge und Wechselkurse Ihrer Preisregeln: Produkte, deren Regeln nicht zur neuen Währung passen, behalten bis dahin ihre Preise.",
  "shop.activity.time-zone-changed":
    "Die Zeitzone Ihres Shops hat sich von {before} in {now} geändert. Tage und Uhrzeiten auf diesen Seiten richten sich jetzt nach ihr. Bestellungen sind nicht betroffen.",
  "shop.activity.taxes-included":
    "Preise in Ihrem Shop enthalten jetzt Steuern. Stockbridge zieht sie von den Margen ab, mit dem Satz, den Sie unter „Preise“ eingeben. Prüfen Sie diesen Satz. Wo eine Preisregel eine Mindestmarge hat, können Preise steigen. Laufende Bestellungen behalten ihre Beträge.",
  "shop.activity.taxes-excluded":
    "Preise in Ihrem Shop enthalten keine Steuern mehr, daher werden von Margen keine abgezogen. Wo eine Preisregel eine Mindestmarge hat, können Preise sinken. Laufende Bestellungen behalten ihre Beträge.",
  "access.permissions-missing":
    "Stockbridge fehlen Berechtigungen in Ihrem Shop: {permissions}. Was sie braucht, schlägt fehl, bis Sie Stockbridge in Ihrem Shopify-Adminbereich öffnen und seine Berechtigungen akzeptieren.",
  "access.permissions-granted": "Stockbridge hat wieder alle Berechtigungen, die es braucht.",

  // Entries about branding. They are not in branding.ts, which only the Branding page loads
  "branding.not-connected": "Ihr Großhändler bewahrt das Branding bei Ihrem Konto auf.",
  "branding.not-offered":
    "Ihr Großhändler hat keine Branding-Einstellungen, wo Stockbridge sie sucht (Status {status}). Pakete werden so versendet, wie er sie packt. Wenden Sie sich an den Stockbridge-Support.",
  "branding.unauthorized":
    "Ihr Großhändler akzeptiert Ihren Schlüssel nicht. Testen Sie die Verbindung in den Einstellungen.",
  "branding.not-arrived":
    "Ihr Großhändler hat nicht gesagt, ob er es erhalten hat, und bei unserer Prüfung hatte er andere Einstellungen. Veröffentlichen Sie es erneut.",
  "branding.activity.published":
    "Ihr Branding wurde als Version {number} veröffentlicht. Neue Bestellungen werden damit versendet.",
  "branding.activity.unpublished":
    "Sie haben Ihr Branding (Version {number}) mit einem anderen Konto Ihres Großhändlers veröffentlicht. Pakete neuer Bestellungen werden ohne es versendet, bis Sie es auf der Seite „Branding“ erneut veröffentlichen.",
  "branding.activity.rejected": "Ihr Branding wurde nicht veröffentlicht. {why} Ihr Entwurf bleibt erhalten.",
  "branding.activity.in-doubt":
    "Ihr Großhändler hat nicht gesagt, ob er Ihr Branding erhalten hat. Öffnen Sie „Branding“, dann prüft Stockbridge es erneut.",
  "links.activity.linked":
    "{linked, plural, =0 {Es wurde kein Produkt verknüpft.} one {# Produkt in Ihrem Shop wurde mit Ihrem Großhändler verknüpft.} other {# Produkte in Ihrem Shop wurden mit Ihrem Großhändler verknüpft.}}{failed, plural, =0 {} one { # konnte nicht verknüpft werden. Öffnen Sie „Verknüpfungen“, um den Grund zu sehen.} other { # konnten nicht verknüpft werden. Öffnen Sie „Verknüpfungen“, um den Grund zu sehen.}}",
  "links.activity.unlinked":
    "Sie haben die Verknüpfung von {count, plural, one {# Produkt} other {# Produkten}} mit Ihrem Großhändler gelöst. In Ihrem Shop hat sich sonst nichts geändert, und neue Bestellungen für {count, plural, one {dieses Produkt} other {diese Produkte}} werden zurückgehalten.",
} as const;
