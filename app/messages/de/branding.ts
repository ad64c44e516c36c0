/** The Branding page. Its entries in Activity, with the reasons for a failed publication, are in activity.ts. */
export const branding = {
  "branding.subtitle": "Was Ihre Kunden im Paket finden",

  // The form
  "branding.card.brand": "Ihre Marke",
  "branding.card.slip": "Lieferschein",
  "branding.card.support": "Hilfe für Ihre Kunden",
  "branding.field.brandName": "Markenname",
  "branding.field.logo": "Logo",
  "branding.field.primaryColor": "Hauptfarbe",
  "branding.field.packingSlipMessage": "Text auf dem Lieferschein",
  "branding.field.returnAddress": "Rücksendeadresse",
  "branding.field.supportEmail": "Support-E-Mail",
  "branding.field.supportPhone": "Support-Telefon",
  "branding.help.logo": "PNG, JPEG oder SVG, bis zu {kilobytes, number} KB.",
  "branding.help.packingSlipMessage": "Ein paar Worte an die Person, die das Paket öffnet.",
  "branding.help.returnAddress": "Wohin Pakete zurückgehen, so wie auf einem Etikett.",
  "branding.problem.brandName":
    "Geben Sie den Markennamen ein, den Ihre Kunden kennen: eine Zeile, höchstens {max, number} Zeichen.",
  "branding.problem.logo.too-large":
    "Diese Datei ist größer als {kilobytes, number} KB. Wählen Sie eine kleinere.",
  "branding.problem.logo.not-an-image":
    "Das ist kein PNG-, JPEG- oder SVG-Bild. Wählen Sie eine andere Datei.",
  "branding.problem.logo.not-drawn":
    "Dieses SVG lässt sich nicht zeichnen: Es ist leer, beschädigt oder zu komplex. Speichern Sie es neu mit einfachen Formen oder wählen Sie ein PNG.",
  "branding.problem.logo.text":
    "Dieses SVG enthält Text, dessen Schrift nicht in der Datei ist. Wandeln Sie den Text in Pfade um oder wählen Sie ein PNG.",
  "branding.problem.logo.linked":
    "Dieses SVG zeigt ein Bild, das nicht in der Datei ist. Betten Sie es als PNG oder JPEG ein oder wählen Sie ein PNG.",
  "branding.problem.logo.busy":
    "Gerade werden andere Logos vorbereitet. Warten Sie eine Minute und speichern Sie erneut.",
  "branding.problem.logo": "Wählen Sie die Logodatei erneut.",
  "branding.problem.primaryColor": "Geben Sie eine Farbe wie #1a2b3c ein.",
  "branding.problem.packingSlipMessage": "Geben Sie höchstens {max, number} Zeichen ein.",
  "branding.problem.returnAddress": "Geben Sie höchstens {max, number} Zeichen ein.",
  "branding.problem.supportEmail": "Geben Sie eine E-Mail-Adresse wie hilfe@example.com ein.",
  "branding.problem.supportPhone": "Geben Sie eine Telefonnummer in Ziffern ein, etwa +49 30 1234567.",
  "branding.color.choose": "Hauptfarbe wählen",
  "branding.logo.alt": "Ihr Logo",
  "branding.logo.choose": "Datei wählen",
  "branding.logo.remove": "Logo entfernen",
  "branding.publish": "Veröffentlichen",
  "branding.stale.title": "Ihr Branding wurde anderswo geändert",
  "branding.stale":
    "Es wurde inzwischen in einem anderen Fenster oder von jemand anderem gespeichert, daher wurde hier nichts gespeichert oder veröffentlicht. Ihre Eingaben stehen noch da: Speichern Sie sie anstelle der anderen, oder verwerfen Sie sie, um die anderen zu sehen.",
  "branding.discard-draft": "Entwurf verwerfen",

  // The preview
  "branding.preview.title": "Vorschau",
  "branding.preview.brand": "Ihre Marke",
  "branding.preview.slip": "Lieferschein · Bestellung #1001",
  "branding.preview.returns": "Rücksendungen an",
  "branding.preview.contact": "Fragen? {contact}",
  "branding.preview.note": "Ihr Großhändler entscheidet, wie es gedruckt aussieht.",

  // State
  "branding.state.draft": "Entwurf, nicht veröffentlicht",
  "branding.state.unpublished": "Noch nicht veröffentlicht",
  "branding.state.elsewhere": "Mit diesem Konto nicht veröffentlicht",
  "branding.state.changed-elsewhere": "Anderswo geändert",
  "branding.state.published": "Version {number}",
  "branding.published.title": "Als Version {number} veröffentlicht",
  "branding.published": "Neue Bestellungen werden damit versendet.",
  "branding.published-differently.title": "Als Version {number} veröffentlicht, mit Abweichungen",
  "branding.published-differently":
    "Ihr Großhändler hat es angenommen, zeigt aber etwas anderes bei: {fields}. Prüfen Sie das auf seiner Website.",
  "branding.running.title": "Ihr Branding wird bereits veröffentlicht",
  "branding.running":
    "Das dauert weniger als eine Minute. Laden Sie die Seite dann neu. Ihre Eingaben bleiben erhalten.",
  "branding.gone":
    "Ihre Eingaben bleiben erhalten. Verbinden Sie sich in den Einstellungen und veröffentlichen Sie dann.",
  "branding.rejected.title": "Ihr Branding wurde nicht veröffentlicht",
  "branding.rejected": "{why} Ihre Eingaben bleiben als Entwurf erhalten.",
  "branding.in-doubt.title": "Es ist unklar, ob Ihr Großhändler Ihr Branding erhalten hat",
  "branding.in-doubt":
    "Laden Sie diese Seite in einer Minute neu, dann prüft Stockbridge es erneut. Sie können auch noch einmal veröffentlichen: Das schadet nicht.",
  "branding.publishing.title": "Ihr Branding wird veröffentlicht",
  "branding.publishing": "Das dauert weniger als eine Minute. Laden Sie die Seite dann neu.",
  "branding.unread.title": "Die aktuellen Einstellungen Ihres Großhändlers konnten nicht gelesen werden",
  "branding.unread": "{why} Sie können hier weitermachen: Was Sie speichern, bleibt erhalten.",
  "branding.changed-elsewhere.title":
    "Ihr Großhändler hat andere Einstellungen, als Sie veröffentlicht haben",
  "branding.changed-elsewhere":
    "Diese weichen ab: {fields}. Veröffentlichen Sie, womit Ihre Pakete versendet werden sollen.",
  "branding.elsewhere.title": "Ihr Branding ist mit diesem Konto nicht veröffentlicht",
  "branding.elsewhere":
    "Sie haben Version {number} mit einem anderen Konto Ihres Großhändlers veröffentlicht. Pakete neuer Bestellungen werden ohne Ihr Branding versendet, bis Sie es erneut veröffentlichen.",
  "branding.shared":
    "Ihr Großhändler führt ein Branding pro Konto. Was Sie veröffentlichen, gilt für die Pakete beider Shops.",
  "branding.unconfirmed.title": "Das Veröffentlichen ist noch nicht freigeschaltet",
  "branding.unconfirmed":
    "Es ist nicht sicher, wo Ihr Großhändler seine Branding-Einstellungen hat, daher vermutet Stockbridge es. Wenden Sie sich an den Stockbridge-Support, um das Veröffentlichen freizuschalten. Was Sie speichern, bleibt erhalten.",
  "branding.confirmed":
    "Der Stockbridge-Support hat bestätigt, dass das Branding bei Ihrem Großhändler funktioniert.",

  // Reasons why we could not read or publish the branding
  "branding.not-offered.title": "Ihr Großhändler bietet kein Branding an",

  "branding.version.title": "Branding-Version {number}",
  "branding.version.published": "Veröffentlicht am {at, date, long}",
} as const;
