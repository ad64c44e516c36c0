/** Texts of lists, times, numbers and the menu, texts that every page may show, and texts of pages that fail. */
export const general = {
  /** A sentence of an old row that has no code. New rows never have one. */
  "earlier-message": "{text}",
  "action.cancel": "Abbrechen",
  /** Label that a screen reader reads for a button, if several buttons of a page show the same words. */
  "action.about": "{action}: {subject}",
  "unknown-message":
    "Das ist in einer anderen Version von Stockbridge geschehen. Diese Version kann es nicht anzeigen.",
  "form.stale.title": "Diese Einstellungen wurden anderswo geändert",
  "form.stale":
    "Jemand hat andere Werte gespeichert, nachdem Sie diese Seite geöffnet haben, vielleicht in einem anderen Fenster. Daher wurde hier nichts gespeichert. Ihre Eingaben sind noch da. Speichern Sie noch einmal, um diese Werte zu ersetzen, oder laden Sie die Seite neu, um sie zu sehen.",
  "list-item": "„{item}“",
  "list.pages": "Seiten der Liste",
  "list.filter": "{name}: {value}",
  "list.filters.clear": "Filter löschen",
  "moment.long": "{at, date, long}",
  "moment.medium": "{at, date, medium}",
  "moment.time": "{at, time, short}",
  "moment.exact": "{at, date, exact}",
  // Times within a sentence. If one stands alone, `Moment` capitalizes it.
  "moment.now": "gerade eben",
  "moment.minutes": "{minutes, plural, one {vor # Minute} other {vor # Minuten}}",
  "moment.today": "heute um {at, time, short}",
  "moment.yesterday": "gestern um {at, time, short}",

  "number.missing": "Geben Sie eine Zahl ein.",
  "number.negative": "Geben Sie eine Zahl ab null ein.",
  "number.unreadable": "„{text}“ ist keine Zahl, die Stockbridge lesen kann. Geben Sie eine wie 12,50 ein.",
  "number.ambiguous": "„{text}“ könnte {one} oder {other} bedeuten. Geben Sie {one} oder {instead} ein.",
  "number.too-precise":
    "{decimals, plural, =0 {Geben Sie eine ganze Zahl ein.} one {Geben Sie höchstens # Nachkommastelle ein.} other {Geben Sie höchstens # Nachkommastellen ein.}}",
  "number.too-high": "Geben Sie höchstens {most} ein.",

  "home.menu": "Startseite",
  "catalog.title": "Katalog",
  "orders.title": "Bestellungen",
  "profit.title": "Gewinn",
  "shipping.title": "Versandtarife",
  "branding.title": "Branding",
  "activity.title": "Aktivität",
  "notifications.title": "Benachrichtigungen",
  "settings.title": "Einstellungen",

  "support.help": "Fragen zu Stockbridge?",
  "support.write": "Schreiben Sie an {address}",
  "outage.title": "Ihr Großhändler antwortet gerade nicht",
  outage:
    "Seit {since, time, short} hat Ihr Großhändler keinem Shop geantwortet. Ihre Bestellungen warten, nichts geht verloren. Stockbridge macht automatisch weiter, sobald er wieder erreichbar ist.",
  "home.count": "{count, number}",
  "home.count.more": "{count, number}+",
  "dry-run.title": "Probelauf",
  "reconciliation.title": "Abgleich",
  "profit.download.failed":
    "Die Datei konnte nicht heruntergeladen werden. Laden Sie die Seite neu und versuchen Sie es erneut.",
  "channels.title": "Vertriebskanäle",
  "to-send.select-all": "Alle auf dieser Seite auswählen",
  "bulk.selected": "{count, plural, one {# ausgewählt} other {# ausgewählt}}",

  "page.title": "Stockbridge",
  "page.not-found.title": "Seite nicht gefunden",
  "page.not-found": "Wählen Sie eine Seite im Menü.",
  "page.too-often.title": "Warten Sie eine Minute, bevor Sie es erneut versuchen",
  "page.too-often":
    "Ihr Shop hat Ihren Großhändler dreißigmal in einer Minute etwas gefragt. Diesmal wurde nichts gesendet. Warten Sie eine Minute, laden Sie die Seite neu und versuchen Sie es noch einmal.",
  "page.outdated.title": "Diese Seite ist veraltet",
  "page.outdated": "Es wurde nichts geändert. Laden Sie die Seite neu und versuchen Sie es noch einmal.",
  "editor.save": "Speichern",
  "editor.discard": "Verwerfen",
  "page.failed.title": "Bei uns ist etwas schiefgegangen",
  "page.failed":
    "Alles, was Sie gespeichert haben, ist noch da. Laden Sie die Seite neu. Wenn das nicht hilft, wenden Sie sich an den Stockbridge-Support.",
  "page.outside-admin.title": "Hier gibt es nichts zu sehen",
  "page.outside-admin":
    "Stockbridge arbeitet in Ihrem Shopify-Adminbereich. Öffnen Sie es dort unter „Apps“.",
} as const;
