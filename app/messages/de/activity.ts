/** The Activity page, and entries about access to the shop. */
export const activity = {
  "activity.title": "Aktivität",
  "activity.subtitle": "Was Stockbridge für Ihren Shop getan hat, 90 Tage lang aufbewahrt",
  "activity.all": "Alle",
  "activity.warnings": "Warnungen",
  "activity.empty.title": "Noch ist nichts geschehen",
  "activity.empty":
    "Verbinden Sie Ihr Wiederverkäuferkonto in den Einstellungen. Dann zeigt diese Seite, was Stockbridge tut.",
  "activity.no-warnings.title": "Keine Warnungen",
  "activity.no-warnings": "Gibt es eine, erscheint sie hier mit dem, was Sie tun können.",
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
  "access.permissions-missing":
    "Stockbridge fehlen Berechtigungen in Ihrem Shop: {permissions}. Was sie braucht, schlägt fehl, bis Sie Stockbridge in Ihrem Shopify-Adminbereich öffnen und seine Berechtigungen akzeptieren.",
  "access.permissions-granted": "Stockbridge hat wieder alle Berechtigungen, die es braucht.",

  "export.activity.download": "Aktivität herunterladen (CSV)",
  "export.activity.at": "Zeit",
  "export.activity.attention": "Braucht Sie",
  "export.activity.subject": "Gegenstand",
  "export.activity.message": "Was geschehen ist",
} as const;
