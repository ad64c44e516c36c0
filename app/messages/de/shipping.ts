/** Shipping rates for the supplier's products. */
export const shipping = {
  "shipping.subtitle": "Was Ihre Kunden für den Versand der Produkte Ihres Großhändlers zahlen.",
  "shipping.activity.saved": "Versandtarife wurden gespeichert.",
  "shipping.activity.removed": "Versandtarife wurden entfernt.",
  "shipping.not-created": "Shopify hat das Versandprofil nicht angelegt.",
  "shipping.problem.scope":
    "Stockbridge darf Versandeinstellungen nicht mehr bearbeiten. Ihre Tarife im Shop bleiben, wie sie sind, aber neue Produkte kommen nicht hinzu, sodass Kunden mit ihnen eventuell nicht zur Kasse gehen können. Erlauben Sie es wieder, dann macht Stockbridge weiter.",
  "shipping.problem.deleted":
    "Das Versandprofil von Stockbridge wurde in Ihrem Shop gelöscht, seine Tarife gelten also nicht mehr. Speichern Sie die Tarife, um es neu anzulegen.",
  "shipping.problem.service-gone":
    "Der Fulfillment-Service von Stockbridge wurde in Ihrem Shop gelöscht und mit ihm sein Standort. Kunden können die Produkte Ihres Großhändlers von dort nicht kaufen, diese Tarife gelten also gerade für nichts. Sobald der Service neu angelegt ist, gelten sie für seinen neuen Standort.",
  "shipping.open-home": "Startseite öffnen",
  "shipping.problem.currency":
    "Ihre Tarife sind in {before}, Ihr Shop verkauft jetzt aber in {now}. Prüfen Sie die Beträge und speichern Sie sie erneut.",
  "shipping.form.title-missing": "Geben Sie einen Namen ein, etwa „Standardversand“",
  "shipping.form.name-missing": "Geben Sie einen Namen für diese Gruppe ein",
  "shipping.form.no-countries": "Wählen Sie mindestens ein Land",
  "shipping.form.country-twice": "{country} ist schon in einer anderen Gruppe",
  "shipping.form.two-rests": "Nur eine Gruppe kann für den Rest der Welt gelten",
  "shipping.form.not-rising": "Geben Sie mehr als in der Stufe darüber ein",
  "shipping.form.free-from-zero": "Geben Sie mehr als null ein oder setzen Sie den Tarif selbst auf null",
  "shipping.first-title": "Standardversand",
  "shipping.everywhere": "Alle Länder",
  "shipping.connect-first":
    "Versandtarife gelten für die Produkte Ihres Großhändlers. Verbinden Sie ihn zuerst und geben Sie sie dann hier ein.",
  "shipping.first.title": "Lassen Sie Kunden zur Kasse gehen",
  "shipping.first":
    "Ihr Großhändler versendet diese Produkte vom Stockbridge-Standort. Kunden können sie kaufen, sobald es dafür Versandtarife gibt. Geben Sie Ihre Tarife hier ein, und Stockbridge pflegt sie in Ihrem Shop für alle Produkte Ihres Großhändlers, auch für später importierte.",
  "shipping.first.action": "Versandtarife eingeben",
  "shipping.permission":
    "Beim Speichern bittet Shopify Sie, Stockbridge das Bearbeiten der Versandeinstellungen zu erlauben. Stockbridge nutzt das für ein eigenes Versandprofil und ändert Ihre nie.",
  "shipping.declined.title": "Stockbridge darf Versandeinstellungen nicht bearbeiten",
  "shipping.declined":
    "Es wurde nichts gespeichert. Ohne diese Berechtigung kann Stockbridge Ihre Tarife nicht in Ihren Shop eintragen. Speichern Sie erneut, um es zu erlauben.",
  "shipping.stale.title": "Diese Tarife haben sich inzwischen geändert",
  "shipping.stale":
    "Sie wurden auf einer anderen Seite gespeichert, daher wurde jetzt nichts gespeichert. Laden Sie diese Seite neu und nehmen Sie Ihre Änderungen erneut vor.",
  "shipping.problems.title": "Noch wurde nichts gespeichert",
  "shipping.problems": "Korrigieren Sie die markierten Felder und speichern Sie erneut.",
  "shipping.unreadable.title": "Shopify zeigt die Währung Ihres Shops gerade nicht",
  "shipping.disconnected":
    "Sie sind von Ihrem Großhändler getrennt. Diese Tarife bleiben in Ihrem Shop, damit Kunden mit den Produkten, die Sie weiter verkaufen, zur Kasse gehen können. Entfernen Sie sie, wenn Sie sie nicht mehr brauchen.",
  "shipping.old-model":
    "Die Produkte Ihres Großhändlers verlassen Ihr eigenes Versandprofil und bekommen die Tarife dieser Seite. Produkte, die Sie auch an eigenen Standorten vorrätig haben, bleiben in Ihrem Profil. Sonst ändern sich Ihre eigenen Profile nicht.",
  "shipping.state.title": "In Ihrem Shop",
  "shipping.state.none": "Keine Tarife",
  "shipping.state.pending": "Wird aktualisiert",
  "shipping.state.stopped": "Angehalten",
  "shipping.state.live": "Aktuell",
  "shipping.state.removing": "Wird entfernt",
  "shipping.state.in-profile":
    "{count, plural, =0 {Noch hat keine Variante Ihres Großhändlers diese Tarife.} one {# Variante Ihres Großhändlers hat diese Tarife.} other {# Varianten Ihres Großhändlers haben diese Tarife.}}",
  "shipping.state.waiting":
    "{count, plural, one {# Variante bekommt diese Tarife als Nächstes.} other {# Varianten bekommen diese Tarife als Nächstes.}}",
  "shipping.state.own-stock":
    "{count, plural, one {# Variante ist nicht enthalten, weil Sie sie auch an einem anderen Standort vorrätig haben. Sie behält die Tarife Ihres eigenen Versandprofils.} other {# Varianten sind nicht enthalten, weil Sie sie auch an einem anderen Standort vorrätig haben. Sie behalten die Tarife Ihres eigenen Versandprofils.}}",
  "shipping.allow": "Bearbeiten der Versandeinstellungen erlauben",
  "shipping.retry": "Erneut versuchen",
  "shipping.remove": "Tarife entfernen",
  "shipping.remove.title": "Diese Versandtarife entfernen?",
  "shipping.remove.help":
    "Stockbridge löscht sein Versandprofil in Ihrem Shop. Danach können nur Ihre eigenen Versandtarife für die Produkte Ihres Großhändlers gelten. Wenn keiner den Stockbridge-Standort einschließt, können Kunden mit ihnen nicht zur Kasse gehen.",
  "shipping.rate-title": "Name im Checkout",
  "shipping.rate-title.help": "Ihre Kunden sehen ihn neben dem Preis.",
  "shipping.group.new": "Neue Gruppe",
  "shipping.group.default": "Ländergruppe {number}",
  "shipping.group.add": "Ländergruppe hinzufügen",
  "shipping.group.remove": "Gruppe {name} entfernen",
  "shipping.group.name": "Name der Gruppe",
  "shipping.group.name.help": "Nur Sie sehen ihn.",
  "shipping.group.rest": "Alle Länder, die in keiner anderen Gruppe sind",
  "shipping.countries": "Länder",
  "shipping.countries.search": "Länder suchen",
  "shipping.basis": "Wie der Tarif berechnet wird",
  "shipping.basis.flat": "Ein Tarif",
  "shipping.basis.value": "Nach Bestellwert",
  "shipping.basis.weight": "Nach Gewicht",
  "shipping.from.value": "Bestellwert ab",
  "shipping.from.weight": "Gewicht ab",
  "shipping.price": "Tarif",
  "shipping.step.add": "Stufe hinzufügen",
  "shipping.step.remove": "Stufe {number} entfernen",
  "shipping.free-from": "Kostenlos ab einem Bestellwert von",
  "shipping.free-from.help": "Leer lassen, wenn der Versand nie kostenlos ist.",
  "shipping.charges.title": "Was Ihr Großhändler berechnet",
  "shipping.charges":
    "{orders, plural, one {Ihr Großhändler hat {usual} für den Versand Ihrer letzten Bestellung berechnet.} other {Für den Versand Ihrer letzten # Bestellungen hat Ihr Großhändler meist {usual} berechnet. Am wenigsten waren {lowest}, am meisten {highest}.}}",
  "shipping.preview.title": "Vorschau",
  "shipping.preview.country": "Land des Kunden",
  "shipping.preview.value": "Preis der Produkte Ihres Großhändlers im Warenkorb",
  "shipping.preview.weight": "Gewicht der Produkte Ihres Großhändlers im Warenkorb",
  "shipping.preview.own": "Ihr eigener Tarif",
  "shipping.preview.own.help": "Für Ihre eigenen Produkte im selben Warenkorb.",
  "shipping.preview.problems": "Vervollständigen Sie die Tarife, um zu sehen, was Kunden zahlen.",
  "shipping.preview.no-rate":
    "Kunden in {country} können mit den Produkten Ihres Großhändlers nicht zur Kasse gehen, weil das Land in keiner Gruppe ist. Nehmen Sie es in eine Gruppe auf oder wählen Sie in einer „Alle Länder, die in keiner anderen Gruppe sind“.",
  "shipping.preview.alone": "Versand der Produkte Ihres Großhändlers: {price}",
  "shipping.preview.mixed":
    "Mit Ihren eigenen Produkten im selben Warenkorb addiert Shopify beide Tarife: {price} + {own} = {total}",
  "shipping.preview.markets":
    "Ihre eigenen Tarife gehören zu Ihren Märkten. Wie sie sich mit diesen verbinden, hängt von den Versandoptionen Ihrer Märkte ab.",
  "shipping.free-groups":
    "{groups}: Hier zahlen Kunden nie für den Versand, während Ihr Großhändler ihn Ihnen eventuell berechnet. Geben Sie einen Tarif ein, wenn Sie das nicht möchten.",
  "shipping.no-rest":
    "Kunden in Ländern, die in keiner Gruppe sind, können mit den Produkten Ihres Großhändlers nicht zur Kasse gehen.",
} as const;
