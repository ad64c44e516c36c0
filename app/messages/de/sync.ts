/** The page of product updates: fields that follow the supplier, approvals, history. */
export const sync = {
  "export.price-changes.download": "Preisänderungen herunterladen (CSV)",
  "sync.title": "Produktaktualisierungen",
  "sync.subtitle":
    "Preise, Bestand und Verfügbarkeit folgen Ihrem Großhändler. Was Sie in Ihrem Shop ändern, bleibt Ihres.",
  "sync.connect-first": "Sobald Sie verbunden sind, folgen Ihre importierten Produkte Ihrem Großhändler.",
  "sync.now": "Jetzt aktualisieren",
  "sync.try-again": "Erneut versuchen",
  "sync.tab.overview": "Übersicht",
  "sync.tab.preview": "Vorschau",
  "sync.tab.approvals": "Bestätigungen",
  "sync.tab.yours": "Ihre Änderungen",
  "sync.tab.history": "Verlauf",
  "sync.tab.settings": "Einstellungen",

  "sync.state.up-to-date": "Alles ist aktuell. Es gibt nichts zu ändern.",
  "sync.state.needs-you": "Aktuell, außer dem hier Aufgeführten",
  "sync.state.reading": "Produkte Ihres Großhändlers werden gelesen…",
  "sync.state.writing": "Ihr Shop wird aktualisiert: noch {due, plural, one {# Produkt} other {# Produkte}}…",
  "sync.state.awaiting": "Bereit zu beginnen",
  "sync.state.nothing-imported":
    "Noch gibt es nichts aktuell zu halten. Importieren Sie zuerst Produkte aus dem Katalog.",
  "sync.state.unavailable":
    "Die Produkte Ihres Großhändlers können nicht gelesen werden, daher gibt es nichts zu aktualisieren",
  "sync.state.nothing-to-read": "{problem} Ihr Shop bleibt, wie er ist.",
  "sync.unreadable":
    "{count, plural, one {# Ihrer Produkte ist nicht lesbar und behält seine letzten Werte} other {# Ihrer Produkte sind nicht lesbar und behalten ihre letzten Werte}}.",
  "sync.following": "{count, plural, one {# Produkt folgt} other {# Produkte folgen}} Ihrem Großhändler.",
  "sync.last-run":
    "Beginn der letzten Aktualisierung: {at}. Sie hat {products, plural, one {# Produkt} other {# Produkte}} geprüft und {changed, number} geändert.",
  "sync.read": "Liste Ihres Großhändlers gelesen: {at}.",
  "sync.sends-all":
    "Ihr Großhändler kann nicht sagen, welche Produkte sich geändert haben, daher wird stündlich die ganze Liste gelesen. Um sie früher zu lesen, wählen Sie „Jetzt aktualisieren“.",
  "sync.compared": "Alle Produkte mit Ihrem Shop verglichen: {at}.",
  "sync.awaiting.title":
    "{count, plural, one {# Produkt ist} other {# Produkte sind}} bereit, Ihrem Großhändler zu folgen",
  "sync.awaiting":
    "Sie waren in Ihrem Shop, bevor Stockbridge Produkte aktuell hielt. Sehen Sie sich an, was sich ändern würde, und beginnen Sie dann.",
  "sync.awaiting.action": "Ansehen, was sich ändern würde",
  "sync.approvals.title":
    "{count, plural, one {# Preis wartet} other {# Preise warten}} auf Ihre Bestätigung",
  "sync.approvals.action": "Preise prüfen",
  "sync.approvals.help":
    "Ihr Großhändler hat diese Kosten stärker geändert, als Sie ohne Rückfrage erlauben. Bis Sie entscheiden, bleiben die Preise in Ihrem Shop, wie sie sind. Der Bestand wird trotzdem aktualisiert.",
  "sync.approvals.none.title": "Keine Preise zu bestätigen",
  "sync.approvals.none": "Wenn sich Kosten stärker ändern, als Sie erlauben, wartet der Preis hier.",
  "sync.approvals.name": "{product} ({sku})",
  "sync.approve": "Bestätigen",
  "sync.leave": "Preis behalten",
  "sync.approve-page": "Alle {count, number} auf dieser Seite bestätigen",
  "sync.leave-page": "Alle {count, number} Preise behalten",
  "sync.approved":
    "{count, plural, one {Der neue Preis ist} other {# neue Preise sind}} auf dem Weg in Ihren Shop",
  "sync.left":
    "{count, plural, one {Der Preis bleibt} other {# Preise bleiben}}, bis Ihr Großhändler die Kosten wieder ändert",
  "sync.price-changed-again":
    "{count, plural, one {Ein Preis hat sich erneut geändert, daher wurde nicht über ihn entschieden.} other {# Preise haben sich erneut geändert, daher wurde nicht über sie entschieden.}} Sehen Sie sich die Liste noch einmal an.",
  "sync.failed.title":
    "{count, plural, one {# Produkt konnte} other {# Produkte konnten}} nicht aktualisiert werden",

  "sync.preview.help":
    "Noch hat sich nichts geändert. Das wird sich in Ihrem Shop ändern, sobald Sie beginnen. Um die Preise eines Produkts zu behalten, wählen Sie daneben zuerst „Preise behalten“.",
  "sync.preview.none": "Nichts wartet auf den Beginn.",
  "sync.preview.unchanged":
    "{count, plural, one {# weiteres Produkt auf dieser Seite braucht} other {# weitere Produkte auf dieser Seite brauchen}} keine Änderung.",
  "sync.preview.all-unchanged":
    "{count, plural, one {Das Produkt auf dieser Seite braucht} other {Die # Produkte auf dieser Seite brauchen}} keine Änderung.",
  "sync.preview.more": "{count, plural, one {# weitere Änderung} other {# weitere Änderungen}}",
  "sync.preview.unreadable": "Die Vorschau kann jetzt nicht angezeigt werden",
  "sync.keep-price": "Preise behalten",
  "sync.start": "Aktualisierung von {count, plural, one {# Produkt} other {# Produkten}} beginnen",
  "sync.started": "Ihre Produkte folgen jetzt Ihrem Großhändler",

  "sync.yours.help":
    "Diese Werte haben Sie in Ihrem Shop geändert, daher ändert Stockbridge sie nicht. Entscheiden Sie für jeden: Mit „Meine behalten“ bleibt Ihr Wert und steht hier erst wieder, wenn er oder der Wert Ihres Großhändlers sich ändert. Mit der anderen Schaltfläche wird Ihr Wert ersetzt: ein Preis durch den nach Ihren Preisregeln, jeder andere Wert durch den Ihres Großhändlers. Von da an hält Stockbridge ihn aktuell.",
  "sync.yours.help.kept":
    "Diese Werte behalten Sie. Stockbridge fragt Sie wieder, wenn sich Ihr Wert oder der Ihres Großhändlers ändert. Beim Bestand fragt es, wenn Ihr Großhändler ausverkauft ist oder das Produkt wieder hat.",
  "sync.yours.field": "Anzeigen",
  "sync.yours.field.all": "Alle Werte",
  "sync.yours.show-kept": "Zeigen, was Sie behalten ({count, number})",
  "sync.yours.show-open": "Zeigen, was Sie noch entscheiden müssen",
  "sync.yours.none.filtered": "Nichts passt zu Ihrer Auswahl oben",
  "sync.yours.none.title": "Keine Änderungen von Ihnen",
  "sync.yours.none": "Wenn Sie in Ihrem Shop einen Preis oder Status ändern, bleibt er Ihrer und steht hier.",
  "sync.yours.price": "{of}: Ihrer {shop}, nach Ihren Preisregeln {supplier}",
  "sync.yours.value": "{of}: bei Ihnen {shop}, beim Großhändler {supplier}",
  "sync.yours.stock": "{of}: bei Ihnen wie in Shopify gezählt, beim Großhändler {supplier}",
  "sync.yours.description": "Sie haben eine eigene Beschreibung geschrieben.",
  "sync.yours.status-sold": "Bei Ihnen: {shop}. Ihr Großhändler verkauft es.",
  "sync.yours.status-ended": "Bei Ihnen: {shop}. Ihr Großhändler verkauft es nicht mehr.",
  "sync.yours.with-margin": "{value} ({margin})",
  "sync.yours.unknown": "unbekannt",
  "sync.yours.more":
    "{count, plural, one {Und # weitere Variante. Die Produktseite zeigt sie.} other {Und # weitere Varianten. Die Produktseite zeigt sie.}}",
  "sync.yours.tick": "{field} von {product}",
  "sync.yours.tick-all": "Alle {count, number} auf dieser Seite auswählen",
  "sync.yours.follow": "Wert des Großhändlers übernehmen",
  "sync.yours.follow-price": "Preise nach meinen Regeln übernehmen",
  "sync.yours.follow-price-of": "Auf {price} ändern",
  "sync.yours.follow-ticked":
    "Werte des Großhändlers und Preise nach meinen Regeln übernehmen ({count, number} ausgewählt)",
  "sync.yours.select-all": "Alle {count, number} auswählen",
  "sync.yours.keep": "Meine behalten",
  "sync.yours.keep-of": "Meine behalten: {field} von {product}",
  "sync.yours.keep-ticked": "Meine behalten ({count, number} ausgewählt)",
  "sync.yours.kept": "{count, plural, one {Sie behalten Ihren Wert} other {Sie behalten Ihre # Werte}}",
  "sync.yours.confirm-ticked.title":
    "{count, plural, one {Diesen Wert} other {Diese # Werte}} wieder vom Großhändler setzen lassen?",
  "sync.yours.confirm-ticked":
    "Die Werte Ihres Großhändlers ersetzen in wenigen Minuten die in Ihrem Shop, und Preise werden wie aufgeführt die nach Ihren Preisregeln. Von da an hält Stockbridge sie aktuell. Ein Status bleibt, wie er ist, bis Ihr Großhändler das Produkt nicht mehr verkauft.",
  "sync.yours.changed-meanwhile":
    "{count, plural, one {Ein Wert hat sich geändert, seit Sie ihn gesehen haben, daher blieb Ihrer erhalten.} other {# Werte haben sich geändert, seit Sie sie gesehen haben, daher blieben Ihre erhalten.}} Sehen Sie sich die Liste noch einmal an.",
  "sync.yours.all-changed":
    "Seit Sie alle ausgewählt haben, haben sich Werte geändert, daher wurde nichts getan",
  "sync.yours.all-changed.help":
    "Sehen Sie sich die Liste noch einmal an und wählen Sie dann wieder alle aus.",
  "sync.follow.confirm.title": "{field} von {product}: Wert des Großhändlers übernehmen?",
  "sync.follow.confirm.price.title": "Den Preis von {product} wieder von Ihren Preisregeln setzen lassen?",
  "sync.follow.confirm.price":
    "Was Ihre Preisregeln ergeben, wie oben aufgeführt, ersetzt in wenigen Minuten Ihren Preis. Von da an ändert es sich mit den Kosten bei Ihrem Großhändler.",
  "sync.follow.confirm":
    "{field}: Der Wert Ihres Großhändlers ersetzt in wenigen Minuten den in Ihrem Shop. Von da an hält Stockbridge ihn aktuell.",
  "sync.follow.confirm.status":
    "Das Produkt behält seinen jetzigen Status. Von da an kommt es aus dem Verkauf, wenn Ihr Großhändler es nicht mehr verkauft, und wieder in den Verkauf, wenn er es wieder verkauft.",
  "sync.follows": "{count, plural, one {Der Wert folgt} other {# Werte folgen}} wieder Ihrem Großhändler",
  "sync.shop-state.deleted": "In Ihrem Shop gelöscht",
  "sync.shop-state.archived": "In Ihrem Shop archiviert",
  "sync.shop-state.deleted.help":
    "Es wird nicht mehr aktualisiert. Um es wieder zu verkaufen, importieren Sie es erneut.",
  "sync.shop-state.archived.help":
    "Es wird nicht aktualisiert, bis Sie die Archivierung in Shopify aufheben.",

  "sync.field.price": "Preis",
  "sync.field.compareAtPrice": "Vergleichspreis",
  "sync.field.cost": "Kosten",
  "sync.field.stock": "Bestand",
  "sync.field.status": "Status",
  "sync.field.title": "Titel",
  "sync.field.descriptionHtml": "Beschreibung",
  "sync.field.vendor": "Anbieter",
  "sync.field.productType": "Produkttyp",
  "sync.field.other": "{field}",
  "sync.pieces": "{count, number}",
  "sync.status.active": "Aktiv",
  "sync.status.draft": "Entwurf",
  "sync.status.archived": "Archiviert",
  "sync.status.unlisted": "Nicht gelistet",
  "sync.change": "{of}: von {old} auf {now}",
  "sync.change.set": "{of}: auf {now} gesetzt",
  "sync.change.removed": "{of}: {old} entfernt",
  "sync.change.edited": "{of} geändert",
  "sync.change.of-variant": "{field} von {sku}",
  "sync.change.variant-added": "Variante {sku} hinzugefügt",
  "sync.change.variant-deleted": "Variante {sku} in Ihrem Shop gelöscht",

  "sync.history.title": "Alle Änderungen",
  "sync.history.of-run": "Änderungen dieser Aktualisierung",
  "sync.history.all": "Alle Änderungen anzeigen",
  "sync.history.by-you": "In Ihrem Shop geändert",
  "sync.history.by-us": "Automatisch aktualisiert",
  "sync.history.undone": "Auf Ihren Wunsch",
  "sync.history.undone-edit": "Sie haben „Preise setzen“ vom {at, date, long} rückgängig gemacht",
  "sync.history.because.cost": "Ihr Großhändler hat die Kosten geändert",
  "sync.history.because.rules": "Ihre Preisregeln oder der Wechselkurs haben sich geändert",
  "sync.history.because.approved": "Sie haben den neuen Preis bestätigt",
  "sync.history.because.follows": "Folgt von da an Ihrem Großhändler",
  "sync.history.because.stock": "Der Bestand Ihres Großhändlers hat sich geändert",
  "sync.history.because.supplier": "Ihr Großhändler hat es geändert",
  "sync.history.because.off-sale": "Sie verkaufen es nicht mehr",
  "sync.history.because.discontinued": "Ihr Großhändler verkauft es nicht mehr",
  "sync.history.because.unreadable": "Die Werte Ihres Großhändlers waren nicht lesbar",
  "sync.history.because.on-sale-again": "Wieder im Verkauf",
  "sync.history.because.set": "Sie haben diesen Preis gesetzt",
  "sync.history.because.undone-run": "Sie haben eine Aktualisierung rückgängig gemacht",
  "sync.history.none.title": "Noch keine Änderungen",
  "sync.history.none": "Jede Änderung in Ihrem Shop steht hier mit altem und neuem Wert.",
  "sync.runs.title": "Aktualisierungen",
  "sync.runs.changed": "{count, plural, one {# Produkt geändert} other {# Produkte geändert}}",
  "sync.runs.show": "Änderungen anzeigen",
  "sync.runs.undo": "Preise rückgängig machen",
  "sync.runs.undone": "Preise rückgängig gemacht",
  "sync.runs.undo-title": "Die Preise dieser Aktualisierung rückgängig machen?",
  "sync.runs.undo-help":
    "{count, plural, one {# Preis wird} other {# Preise werden}} auf den Stand vor dieser Aktualisierung zurückgesetzt. Ein Preis, der sich seitdem geändert hat, bleibt, wie er ist. Zurückgesetzte Preise ändert Stockbridge nicht mehr, bis Sie unter „Ihre Änderungen“ wieder Ihre Preisregeln gelten lassen. Kosten bleiben aktuell.",
  "sync.undone":
    "{count, plural, one {# Preis wird zurückgesetzt; Stockbridge ändert ihn nicht mehr} other {# Preise werden zurückgesetzt; Stockbridge ändert sie nicht mehr}}",
  "sync.undone.left":
    "{count, plural, one {Ein Preis bleibt, wie er ist, denn er hat} other {# Preise bleiben, wie sie sind, denn sie haben}} sich seitdem geändert: durch Sie, durch eine spätere Aktualisierung, oder weil die Variante nicht mehr in Ihrem Shop ist.",
  "sync.nothing-to-undo": "Es gibt keinen Preis mehr zurückzusetzen",

  "sync.settings.price": "Preise und Kosten aktualisieren",
  "sync.settings.price.help":
    "Preise entstehen nach Ihren Preisregeln. Ein Preis, den Sie in Ihrem Shop ändern, bleibt Ihrer.",
  "sync.settings.approve-above": "Mich fragen, wenn sich Kosten ändern um mehr als",
  "sync.settings.approve-above.help":
    "Verglichen mit dem niedrigeren der beiden Beträge: 25 % ist ein Anstieg von 4 auf 5 oder ein Rückgang von 5 auf 4. Leer lassen, um nie gefragt zu werden.",
  "sync.settings.stock": "Bestand aktualisieren",
  "sync.settings.stock.help":
    "Shopify zieht ab, was Ihre Kunden bestellt haben und noch nicht versendet ist.",
  "sync.settings.buffer": "Sicherheitspuffer in Stück",
  "sync.settings.buffer.help":
    "So viele jeder Variante werden zurückgehalten, falls andere sie zuerst kaufen.",
  "sync.settings.zero-unreadable":
    "Bestand auf null setzen, solange Preis, Bestand oder Angaben Ihres Großhändlers nicht lesbar sind",
  "sync.settings.zero-unreadable.help":
    "Bestellungen für solche Produkte warten in jedem Fall. Ihr Bestand kehrt zurück, sobald alles wieder lesbar ist.",
  "sync.settings.availability": "Produkte aus dem Verkauf nehmen, die Ihr Großhändler nicht mehr verkauft",
  "sync.settings.availability.help":
    "Sie werden wieder verkauft, sobald Ihr Großhändler sie wieder verkauft.",
  "sync.settings.discontinued": "Was mit ihnen geschieht",
  "sync.discontinued.zero-stock": "Ihren Bestand auf null setzen",
  "sync.discontinued.draft": "Ihren Bestand auf null setzen und sie zu Entwürfen machen",
  "sync.discontinued.leave": "Sie lassen, wie sie sind",
  "sync.settings.saved": "Einstellungen gespeichert",
  "sync.settings.misfit": "Geben Sie eine ganze Zahl von 0 bis {highest} ein.",
  "sync.problem.no-price":
    "Ihr Großhändler nennt keinen brauchbaren Preis, daher bleibt der Preis in Ihrem Shop, wie er ist.",
  "sync.problem.currency-differs":
    "Der Preis Ihres Großhändlers ist in {supplierCurrency}, und Ihr Shop verkauft in {shopCurrency}, daher bleibt der Preis in Ihrem Shop, wie er ist.",
} as const;
