/** The page for shipping methods, and for notes that we send with an order. */
export const methods = {
  "methods.title": "Versandarten und Notizen",
  "methods.subtitle": "Was mit einer Bestellung an Ihren Großhändler geht.",
  "methods.saved": "Gespeichert",
  "methods.saved.text": "Bestellungen, die darauf gewartet haben, laufen weiter.",
  "methods.problems": "Einige Felder brauchen Ihre Aufmerksamkeit",

  "methods.assign.title": "Versandarten",
  "methods.assign":
    "Wählen Sie für jede Versandart, die Ihre Kunden wählen, wie Ihr Großhändler versendet. Eine Versandart steht hier nach der ersten Bestellung, die sie hat.",
  "methods.assign.none": "Noch ist keine Bestellung mit einer Versandart eingegangen.",
  "methods.assign.not-taken":
    "Ihr Großhändler nimmt keine Versandart mit einer Bestellung an, daher wird keine gesendet.",
  "methods.choice.open": "Nicht zugeordnet",
  "methods.choice.none": "Der übliche Versand Ihres Großhändlers",
  "methods.choice.named": "Eine Versandart Ihres Großhändlers…",
  "methods.named": "Name Ihres Großhändlers für „{method}“",
  "methods.others": "Alle anderen Bestellungen",
  "methods.others.help":
    "Bestellungen ohne Versandart und Bestellungen, deren Versandart nicht zugeordnet ist.",
  "methods.hold": "Bestellungen zurückhalten, deren Versandart nicht zugeordnet ist",
  "methods.hold.help":
    "Sie warten, bis Sie die Versandart hier zuordnen, damit ein Kunde, der Express bezahlt hat, nicht Standard bekommt. Bestellungen ohne Versandart werden nicht zurückgehalten.",
  "methods.problem.missing": "Geben Sie den Namen Ihres Großhändlers für diese Versandart ein.",
  "methods.problem.too-long": "Geben Sie höchstens {most} Zeichen ein.",
  "methods.problem.not-offered": "Ihr Großhändler bietet „{method}“ nicht an. Wählen Sie eine andere.",

  "methods.note.title": "Notizen",
  "methods.note":
    "Die Nachricht, die Sie beim Anfordern von Fulfillment in Shopify schreiben, geht als Notiz der Bestellung mit. Ihr Großhändler nimmt {most, number} Zeichen an. Stockbridge hält eine Bestellung mit längerer Notiz zurück und kürzt nie.",
  "methods.note.not-taken":
    "Ihr Großhändler nimmt keine Notiz mit einer Bestellung an. Eine Bestellung, deren Fulfillment Sie mit einer Nachricht anfordern, wartet, bis Sie sagen, dass sie ohne hinausgeht.",
  "methods.note.customers": "Auch die Notiz Ihres Kunden senden",
  "methods.note.customers.help":
    "Stockbridge liest die Notiz der Bestellung in Shopify beim Bestellen, sendet sie an Ihren Großhändler und bewahrt sie nicht auf. Wählen Sie das, wenn Ihre Kunden Notizen für die Personen schreiben, die ihre Bestellungen packen.",

  "orders.activity.method-seen":
    "Ein Kunde hat die Versandart „{method}“ gewählt, die keiner Ihres Großhändlers zugeordnet ist. Ihre Bestellungen werden wie alle anderen gesendet, bis Sie sie zuordnen.",
  "orders.activity.methods-changed":
    "Sie haben die Versandarten der Bestellungen bei Ihrem Großhändler geändert.",
  "orders.button.methods": "Versandarten zuordnen",

  "methods.texts.title": "Texte zu Artikeln",
  "methods.texts":
    "Ein Text, den Ihr Kunde zu einem Artikel eingibt, etwa eine Gravur, geht mit diesem Artikel an Ihren Großhändler. Er nimmt {most, number} Zeichen pro Artikel an. Eine Bestellung mit längerem Text wartet, und Sie entscheiden einmal, was damit geschieht. Stockbridge bewahrt diese Texte nicht auf, nur ihre Namen.",
  "methods.texts.not-taken":
    "Ihr Großhändler nimmt keinen Text mit einem Artikel an, etwa eine Gravur. Die erste Bestellung mit einem wartet, und Sie entscheiden, was mit solchen Texten dieses Produkts geschieht. Stockbridge bewahrt diese Texte nicht auf, nur ihre Namen.",
  "methods.texts.in-note": "{title}: „{name}“ geht in die Notiz der Bestellung",
  "methods.texts.left-out": "{title}: „{name}“ wird weggelassen",
  "methods.texts.forget": "Mich wieder fragen",
  "methods.forgotten": "Die nächste Bestellung mit diesem Text wartet auf Ihre Entscheidung",
  "orders.activity.texts-in-note":
    "Sie haben entschieden, dass Texte zu {title} in die Notiz der Bestellung gehen, wenn Ihr Großhändler sie nicht mit dem Artikel annimmt.",
  "orders.activity.texts-left-out":
    "Sie haben entschieden, dass Texte zu {title} weggelassen werden, wenn Ihr Großhändler sie nicht mit dem Artikel annimmt.",

  "methods.card": "Wählen Sie für jede Versandart Ihres Shops, wie Ihr Großhändler versendet.",
  "methods.card.open":
    "{count, plural, one {# Versandart Ihres Shops ist} other {# Versandarten Ihres Shops sind}} noch keiner Ihres Großhändlers zugeordnet.",
  "methods.card.action": "Verwalten",
  "methods.card.action.long": "Versandarten und Notizen verwalten",
} as const;
