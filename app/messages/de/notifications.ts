/** E-mails to the merchant, and the pages for them. */
export const notifications = {
  "notifications.address.missing": "Geben Sie eine E-Mail-Adresse ein",
  "notifications.address.invalid": "Geben Sie eine E-Mail-Adresse wie bestellungen@example.com ein",
  "notifications.address.long": "Diese E-Mail-Adresse ist zu lang",
  "notifications.address.letters":
    "Verwenden Sie eine E-Mail-Adresse mit nur den Buchstaben a bis z vor dem @",
  "notifications.address.quoted":
    "E-Mail-Adressen in Anführungszeichen sind nicht möglich. Verwenden Sie eine andere",
  "notifications.address.already": "Diese E-Mail-Adresse steht schon auf der Liste",
  "notifications.address.too-many": "Mehr als fünf Adressen sind nicht möglich. Entfernen Sie zuerst eine",
  "notifications.address.too-often":
    "Heute wurden zu viele Bestätigungen gesendet. Versuchen Sie es morgen erneut",
  "notifications.mail.why":
    "Sie bekommen diese E-Mail, weil diese Adresse in Stockbridge für {shop} eingetragen wurde.",
  "notifications.mail.unsubscribe": "Abbestellen",
  "notifications.mail.confirmation.subject": "Bestätigen Sie Ihre E-Mail-Adresse für Stockbridge",
  "notifications.mail.confirmation.text":
    "Diese Adresse wurde in Stockbridge eingetragen, um Benachrichtigungen des Shops {shop} zu bekommen. Bestätigen Sie sie innerhalb von sieben Tagen.",
  "notifications.mail.confirmation.link": "Diese Adresse bestätigen",
  "notifications.mail.confirmation.ignore":
    "Wenn Sie diesen Shop nicht kennen, ignorieren Sie diese E-Mail. Sie bekommen keine weitere.",
  "notifications.mail.urgent.subject":
    "Stockbridge: {count, plural, one {# Meldung braucht} other {# Meldungen brauchen}} Ihre Aufmerksamkeit",
  "notifications.mail.digest.subject":
    "Stockbridge: Ihre tägliche Übersicht, {count, plural, one {# Meldung} other {# Meldungen}}",
  "notifications.mail.intro": "Stockbridge meldet für {shop}:",
  "notifications.mail.more": "{count, plural, one {und # weitere} other {und # weitere}}",
  "notifications.mail.order-needs-attention":
    "{count, plural, one {# Bestellung braucht} other {# Bestellungen brauchen}} Ihre Aufmerksamkeit",
  "notifications.mail.supplier-canceled":
    "Ihr Großhändler hat {count, plural, one {# Bestellung} other {# Bestellungen}} storniert",
  "notifications.mail.order-in-doubt":
    "Bei {count, plural, one {# Bestellung} other {# Bestellungen}} ist unklar, ob Ihr Großhändler sie hat",
  "notifications.mail.key-refused":
    "Ihr Großhändler nimmt die Verbindung nicht mehr an. Bestellungen und Produkte warten, bis Sie sich neu verbinden",
  "notifications.mail.price-moved":
    "Die Kosten von {count, plural, one {# Produkt} other {# Produkten}} haben sich stärker geändert, als Sie erlauben. Neue Preise warten auf Ihre Bestätigung",
  "notifications.mail.discontinued":
    "Ihr Großhändler verkauft {count, plural, one {# Produkt} other {# Produkte}} nicht mehr",
  "notifications.mail.sold-out":
    "{count, plural, one {# Produkt ist} other {# Produkte sind}} ganz oder in einigen Varianten ausverkauft",
  "notifications.mail.below-cost":
    "{count, plural, one {# Produkt wird} other {# Produkte werden}} mit Verlust verkauft",
  "notifications.mail.setup-broken": "An Ihrer Einrichtung muss etwas behoben werden",
  "notifications.mail.about": "{name}: {what}",
  "notifications.mail.held-by-rule": "Wartet wegen Ihrer Regeln",
  "notifications.mail.cost": "Kosten von {costBefore} auf {cost}",
  "notifications.mail.cost-and-price":
    "Kosten von {costBefore} auf {cost}, Preis von {priceBefore} auf {price}",
  "notifications.mail.and-variants":
    "{what}, und {count, plural, one {# weitere Variante} other {# weitere Varianten}}",
  "notifications.mail.price-and-cost": "Preis {price}, Kosten bei Ihrem Großhändler {cost}",
  "notifications.mail.sold-out-variants": "{count} von {all} Varianten",
  "notifications.mail.still-offered": "Ihr Shop bietet es vielleicht noch an",
  "notifications.mail.stock-is-zero": "der Bestand ist jetzt null",
  "notifications.mail.is-draft": "es ist jetzt ein Entwurf",
  "notifications.subtitle": "E-Mails über alles, was Ihre Aufmerksamkeit braucht.",
  "notifications.no-server":
    "Diese Installation von Stockbridge ist nicht für E-Mails eingerichtet, daher werden keine gesendet. Wenden Sie sich an den Stockbridge-Support. Unter „Aktivität“ finden Sie weiterhin alles.",
  "notifications.recipients": "E-Mail-Adressen",
  "notifications.recipients.help":
    "Bis zu fünf. Jede bekommt eine E-Mail mit einem Link zur Bestätigung und kann jederzeit abbestellen.",
  "notifications.recipients.new": "Neue E-Mail-Adresse",
  "notifications.recipients.add": "Adresse hinzufügen",
  "notifications.recipients.remove": "Entfernen",
  "notifications.recipients.none": "Noch keine Adresse.",
  "notifications.recipients.confirmed": "Bestätigt",
  "notifications.recipients.unconfirmed": "Wartet auf Bestätigung",
  "notifications.problem.address-refused":
    "Der Mailserver nimmt diese Adresse nicht an. Entfernen Sie sie und fügen Sie sie wieder hinzu, sobald sie funktioniert.",
  "notifications.problem.content-refused":
    "Der Mailserver hat die letzte E-Mail nicht angenommen. Wenden Sie sich an den Stockbridge-Support.",
  "notifications.problem.unanswered":
    "Der Mailserver hat nicht geantwortet, daher ist die letzte E-Mail vielleicht nicht angekommen. Sehen Sie unter „Aktivität“ nach. Spätere Ereignisse werden wieder an diese Adresse gesendet. Ist sie noch nicht bestätigt, entfernen Sie sie und fügen Sie sie neu hinzu.",
  "notifications.problem.given-up":
    "Die letzte E-Mail konnte drei Tage lang nicht gesendet werden. Sehen Sie unter „Aktivität“ nach. Spätere Ereignisse werden wieder an diese Adresse gesendet. Ist sie noch nicht bestätigt, entfernen Sie sie und fügen Sie sie neu hinzu.",
  "notifications.events": "Ereignisse",
  "notifications.mode.instant": "Sofort",
  "notifications.mode.digest": "In der täglichen Übersicht",
  "notifications.mode.off": "Aus",
  "notifications.bundled": "Sofortige Meldungen werden gebündelt: höchstens eine E-Mail in zehn Minuten.",
  "notifications.digest-time": "Uhrzeit der täglichen Übersicht",
  "notifications.digest-time.help": "In der Zeitzone Ihres Shops.",
  "notifications.digest-time.missing": "Wählen Sie eine Uhrzeit für die tägliche Übersicht",
  "notifications.kept": "Stockbridge bewahrt eine Liste dieser Ereignisse und E-Mails {days} Tage lang auf.",
  "notifications.event.order-needs-attention": "Eine Bestellung braucht Ihre Aufmerksamkeit",
  "notifications.event.supplier-canceled": "Ihr Großhändler hat eine Bestellung storniert",
  "notifications.event.order-in-doubt": "Es ist unklar, ob Ihr Großhändler eine Bestellung hat",
  "notifications.event.key-refused": "Ihr Großhändler nimmt die Verbindung nicht mehr an",
  "notifications.event.price-moved":
    "Kosten haben sich stärker geändert, als Sie erlauben, und der Preis wartet auf Ihre Bestätigung",
  "notifications.event.discontinued": "Ein Produkt wurde eingestellt",
  "notifications.event.sold-out": "Ein Produkt oder eine seiner Varianten ist ausverkauft",
  "notifications.event.below-cost": "Ein Produkt wird mit Verlust verkauft",
  "notifications.event.setup-broken": "An Ihrer Einrichtung muss etwas behoben werden",
  "notifications.link.invalid.title": "Dieser Link funktioniert nicht",
  "notifications.link.invalid":
    "Er ist unvollständig oder nicht mehr gültig. Kopieren Sie den ganzen Link aus der E-Mail oder öffnen Sie Stockbridge in Ihrem Shopify-Adminbereich.",
  "notifications.link.confirm.title": "Bestätigen Sie Ihre E-Mail-Adresse",
  "notifications.link.confirm":
    "Klicken Sie auf „Bestätigen“, um von Stockbridge Benachrichtigungen für {shop} zu bekommen.",
  "notifications.link.confirm.button": "Bestätigen",
  "notifications.link.confirm.done":
    "Diese Adresse ist bestätigt. Sie bekommen jetzt Benachrichtigungen für {shop}.",
  "notifications.link.confirm.gone":
    "Diese Adresse steht nicht mehr auf der Liste von {shop}. Fügen Sie sie in Stockbridge neu hinzu.",
  "notifications.link.unsubscribe.title": "Abbestellen",
  "notifications.link.unsubscribe":
    "Klicken Sie auf „Abbestellen“, um von Stockbridge keine Benachrichtigungen für {shop} mehr zu bekommen.",
  "notifications.link.unsubscribe.button": "Abbestellen",
  "notifications.link.unsubscribe.done":
    "Sie bekommen keine Benachrichtigungen für {shop} mehr. Ihre Adresse wurde gelöscht.",
} as const;
