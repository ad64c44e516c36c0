/** Notices after the buttons of an order's page. */
export const orderNotices = {
  "orders.notice.see-here": "Das Ergebnis erscheint gleich auf dieser Seite.",
  "orders.notice.stale": "Es wurde nichts geändert",
  "orders.notice.stale.text":
    "Diese Bestellung hat sich geändert, nachdem Sie die Seite geöffnet haben. Prüfen Sie unten ihren Status. Wenn die Schaltfläche noch da ist, können Sie erneut klicken.",
  "orders.notice.changed": "Die Bestellung hat sich inzwischen geändert. Prüfen Sie unten ihren Status.",
  "orders.notice.retried": "Wird erneut versucht",
  "orders.notice.not-retried": "Nichts erneut zu versuchen",
  "orders.notice.sends-unpaid": "Die unbezahlte Bestellung wird gesendet",
  "orders.notice.not-sends-unpaid": "Nicht gesendet",
  "orders.notice.orders-missing": "Die fehlenden Artikel werden erneut bestellt",
  "orders.notice.orders-missing.text":
    "Sie werden angefordert, sobald der Rest dieser Bestellung versendet ist und Shopify es zeigt.",
  "orders.notice.sends-part": "Was gesendet werden kann, wird gesendet",
  "orders.notice.not-sends-part": "„Senden, was möglich ist“ hatte keine Wirkung",
  "orders.notice.no-permission-for-part": "„Senden, was möglich ist“ braucht eine Berechtigung",
  "orders.notice.no-permission-for-missing": "„Fehlendes bestellen“ braucht eine Berechtigung",
  "orders.notice.no-permission-for-missing.text":
    "Stockbridge darf in Ihrem Shop kein Fulfillment anfordern. Klicken Sie erneut und erlauben Sie es, oder schalten Sie in den Einstellungen das automatische Bestellen ein.",
  "orders.notice.no-missing": "„Fehlendes bestellen“ hatte keine Wirkung",
  "orders.notice.sends-test": "Die Testbestellung wird gesendet",
  "orders.notice.not-sends-test": "„Trotzdem senden“ hatte keine Wirkung",
  "orders.notice.approved": "Wird trotzdem bestellt",
  "orders.notice.not-approved": "„Trotzdem bestellen“ hatte keine Wirkung",
  "orders.notice.cancels": "Stornierung angefordert",
  "orders.notice.not-cancels": "Nichts zu stornieren",
  "orders.notice.not-cancels.text":
    "Sie wird bereits storniert, oder die Bestellung hat sich inzwischen geändert. Prüfen Sie unten ihren Status.",
  "orders.notice.waits": "Wartet auf klare Antworten",
  "orders.notice.waits.text":
    "Es wurde nichts gesendet. Ihr Großhändler hat nicht klar gesagt, ob er die letzten Bestellungen angenommen hat, daher versucht Stockbridge eine nach der anderen, die nächste {when}. Diese läuft automatisch weiter, sobald eine gelingt.",
  "orders.notice.update": "Aktualisiert",
  "orders.notice.update.text": "Unten steht, was Ihr Großhändler jetzt sagt.",
  "orders.notice.no-news": "Nichts Neues von Ihrem Großhändler",
  "orders.notice.no-news.text": "Stockbridge hat ihn gerade gefragt, und nichts hat sich geändert.",
  "orders.notice.update-failed": "Es war keine Aktualisierung zu bekommen",
  "orders.notice.update-skipped":
    "Stockbridge hat keinen funktionierenden Schlüssel für Ihren Großhändler. Prüfen Sie die Verbindung in den Einstellungen.",
  "orders.notice.update-under-way": "Ihr Großhändler wird bereits gefragt",
  "orders.notice.no-update": "Keine Aktualisierung abzurufen",
  "orders.notice.acknowledged": "Erledigt",
  "orders.notice.acknowledged.text": "Diese Bestellung braucht Ihre Aufmerksamkeit nicht mehr.",
  "orders.notice.not-acknowledged": "Es ist etwas anderes dazugekommen",
  "orders.notice.confirmed": "Bestätigt",
  "orders.notice.shows-shipment": "Das Paket wird in Shopify eingetragen",
  "orders.notice.no-shipment": "Nichts erneut anzuzeigen",
  "orders.notice.found": "Ihr Großhändler hat diese Bestellung",
  "orders.notice.found.text":
    "Sie hat unsere Referenz und dieselben Artikel unter seiner Nummer {number}, daher verwendet Stockbridge diese Nummer.",
  "orders.notice.unverified": "Ihr Großhändler zeigt keine Bestellung {number}",
  "orders.notice.unverified.text":
    "Es wurde nichts geändert. Prüfen Sie die Nummer auf Tippfehler. Mit einer falschen Nummer wird diese Bestellung nie versendet, und die Sendungsverfolgung erreicht Shopify nicht.",
  "orders.notice.other-reference": "Die Bestellung {number} Ihres Großhändlers hat eine andere Referenz",
  "orders.notice.other-reference.text":
    "Es wurde nichts geändert. Ihre Referenz ist {reference}, daher kann Stockbridge nicht erkennen, ob sie zu dieser Bestellung gehört. Prüfen Sie Name und Adresse des Kunden auf der Website Ihres Großhändlers. Wenn sie für jemand anderen ist, wird diese Bestellung nie versendet.",
  "orders.notice.no-reference": "Die Bestellung {number} Ihres Großhändlers hat keine Referenz",
  "orders.notice.no-reference.text":
    "Es wurde nichts geändert. Ohne Referenz kann Stockbridge nicht erkennen, ob sie zu dieser Bestellung gehört. Prüfen Sie Name und Adresse des Kunden auf der Website Ihres Großhändlers. Wenn sie für jemand anderen ist, wird diese Bestellung nie versendet.",
  "orders.notice.unreadable": "Ihr Großhändler hat diese Bestellung vielleicht",
  "orders.notice.unreadable.text":
    "Es wurde nichts geändert. Auf die Frage nach {reference} antwortet Ihr Großhändler mit etwas, das Stockbridge nicht lesen kann und das diese Bestellung sein könnte. Sehen Sie dort noch einmal nach. Wenn Sie sie finden, kennzeichnen Sie sie mit ihrer Nummer als bestellt. Machen Sie nur weiter, wenn sie nicht dort ist: Sonst zahlen Sie doppelt.",
  "orders.notice.stands": "Die Bestellung {number} Ihres Großhändlers kommt vielleicht noch",
  "orders.notice.stands.text":
    "Es wurde nichts geändert. {number} gehört zu einer früheren Anforderung dieser Bestellung und ist nicht storniert. Wenn sie diese Artikel bringt, kennzeichnen Sie sie als bestellt. Wenn Sie sie nicht möchten, stornieren Sie sie zuerst bei Ihrem Großhändler. Machen Sie nur weiter, wenn sonst nichts diese Artikel bringt: Sonst zahlen Sie doppelt.",
  "orders.notice.too-early": "Noch zu früh",
  "orders.notice.too-early.text":
    "Die Bestellung ist vielleicht noch auf dem Weg zu Ihrem Großhändler. Warten Sie drei Minuten, sehen Sie erneut nach und entscheiden Sie dann.",
  "orders.notice.not-in-doubt": "Nichts zu bestätigen",
  "orders.notice.contradicted": "Das passt nicht, daher wurde nichts geändert",
} as const;
