/** Price rules and exchange rates. */
export const prices = {
  "prices.open": "Preise öffnen",
  "prices.title": "Preise",
  "prices.subtitle": "Wie die Preise Ihres Shops aus dem entstehen, was Ihr Großhändler Ihnen berechnet.",
  "prices.catalog": "Katalog",
  "prices.default.title": "Standardregel",
  "prices.default.help": "Für jedes Produkt, dessen Kategorie keine eigene Regel hat.",
  "prices.by": "Wie der Preis entsteht",
  "prices.by.percent": "Prozentsatz auf Ihre Kosten",
  "prices.by.amount": "Fester Betrag auf Ihre Kosten",
  "prices.by.ranges": "Bereiche nach Kosten",
  "prices.value.percent": "Aufschlag in Prozent",
  "prices.value.amount": "Aufschlag als Betrag",
  "prices.kind": "Art",
  "prices.kind.percent": "Prozent",
  "prices.kind.amount": "Betrag",
  "prices.range.up-to": "Kosten bis",
  "prices.range.above": "und darüber",
  "prices.range.help":
    "Ein Bereich beginnt, wo der darüber endet. Kosten genau an einem Ende gehören zu dem Bereich, der dort endet. Lassen Sie das letzte Ende leer.",
  "prices.range.add": "Bereich hinzufügen",
  "prices.range.remove": "Bereich {number} entfernen",
  "prices.rounding": "Aufrunden auf",
  "prices.rounding.none": "Nicht runden",
  "prices.rounding.99": "Endet auf ,99",
  "prices.rounding.95": "Endet auf ,95",
  "prices.rounding.whole": "Ganzer Betrag",
  "prices.costs.title": "Steuern und Versand",
  "prices.costs.help":
    "Margen, auch die Mindestmarge einer Regel, gelten für eine Bestellung mit einem Artikel. Steuern und Versand, die Sie hier eingeben, sind von ihnen abgezogen. Was Sie leer lassen, nicht. Zahlungsgebühren sind nicht bekannt und daher nicht abgezogen.",
  "prices.costs.supplier-prices": "Die Preise Ihres Großhändlers sind",
  "prices.costs.supplier-prices.help":
    "Die Preise der meisten Großhändler enthalten keine Steuern. Wählen Sie „Mit Steuern, die ich zurückbekomme“ nur, wenn sie Steuern enthalten, die Sie zurückbekommen. Steuern, die Sie nicht zurückbekommen, gehören zu Ihren Kosten: Wählen Sie dann „Ohne Steuern“.",
  "prices.costs.supplier-prices.open": "Noch nicht angegeben: gelten als ohne Steuern",
  "prices.costs.supplier-prices.net": "Ohne Steuern",
  "prices.costs.supplier-prices.gross": "Mit Steuern, die ich zurückbekomme",
  "prices.costs.supplier-tax": "Steuern in den Preisen Ihres Großhändlers",
  "prices.costs.sales-tax": "Steuern in den Preisen Ihres Shops",
  "prices.costs.sales-tax.help":
    "Die Preise Ihres Shops enthalten Steuern, so ist es in Shopify eingestellt. Geben Sie den Satz ein, damit Stockbridge sie von den Margen abziehen kann. Bis dahin sehen Margen höher aus, als sie sind. Der Gewinn einer Bestellung stimmt immer: Für ihn zählen die Steuern, die Ihr Kunde gezahlt hat.",
  "prices.costs.sales-tax.unknown":
    "Wenn die Preise Ihres Shops Steuern enthalten, geben Sie den Satz ein, damit Stockbridge sie von den Margen abziehen kann. Sonst lassen Sie das Feld leer. Der Gewinn einer Bestellung stimmt immer: Für ihn zählen die Steuern, die Ihr Kunde gezahlt hat.",
  "prices.costs.sales-tax.excluded":
    "Die Preise Ihres Shops enthalten keine Steuern, so ist es in Shopify eingestellt. Hier ist nichts einzugeben.",
  "prices.costs.shipping": "Üblicher Versand Ihres Großhändlers pro Bestellung",
  "prices.costs.shipping.help":
    "Margen und Mindestmargen werden damit berechnet. Der erwartete Gewinn einer Bestellung auch, bis Bestellungen in ihr Land zeigen, was der Versand kostet. Lassen Sie es leer, wenn Sie es nicht wissen.",
  "prices.costs.shipping.recent": "Ihre letzten Bestellungen kosteten je {charge} Versand.",
  "prices.costs.shipping.use": "{charge} eintragen",
  "prices.margin-floor": "Mindestmarge",
  "prices.margin-floor.help":
    "Gerechnet wie die angezeigten Margen: für eine Bestellung mit einem Artikel, nach Abzug der Steuern und des Versands, die Sie unter „Steuern und Versand“ eingeben. Wo die Regel weniger ergibt, wird der Preis angehoben. Leer lassen für keine Mindestmarge.",
  "prices.compare-at": "Vergleichspreis",
  "prices.compare-at.help": "In Prozent über dem Preis, durchgestrichen angezeigt. Leer lassen für keinen.",
  "prices.categories.title": "Regeln nach Kategorie",
  "prices.categories.help": "Produkte dieser Kategorien folgen ihrer eigenen Regel statt der Standardregel.",
  "prices.categories.add": "Regel hinzufügen",
  "prices.categories.choose": "Kategorie wählen",
  "prices.categories.remove": "Regel entfernen",
  "prices.rates.title": "Wechselkurse",
  "prices.rates.help":
    "Die Preise Ihres Großhändlers sind in einer anderen Währung als die Ihres Shops. Preise entstehen mit dem Kurs, den Sie hier eingeben, und Bestellungen werden mit demselben auf Verluste geprüft.",
  "prices.rates.rate": "1 {from} in {to}",
  "prices.rates.date": "Stand",
  "prices.rates.missing.title": "Geben Sie einen Wechselkurs ein",
  "prices.rates.missing":
    "Die Preise Ihres Großhändlers sind in {currencies}, und Ihr Shop verkauft in {shopCurrency}. Bis Sie unten einen Wechselkurs eingeben, können diese Produkte nicht importiert werden, und Stockbridge kann nicht erkennen, ob Bestellungen Verlust bringen.",
  "prices.rates.old.title": "Ihr Wechselkurs ist alt",
  "prices.rates.old":
    "Sie haben Ihren Kurs für {currencies} vor mehr als {days, number} Tagen eingegeben. Stockbridge verwendet ihn weiterhin. Wenn sich die Währung seitdem bewegt hat, sind Ihre Preise eventuell zu niedrig: Aktualisieren Sie ihn unten.",
  "prices.other-currency.title": "Die Währung Ihres Shops hat sich geändert",
  "prices.other-currency":
    "Die Beträge in Ihren Regeln wurden in {currency} eingegeben, und Ihr Shop verkauft jetzt in {shopCurrency}. Bis Sie die Beträge geprüft und gespeichert haben, können Produkte mit diesen Regeln nicht importiert werden.",
  "prices.unreadable.title": "Preise können nicht angezeigt werden",
  "prices.unreadable": "{problem} Öffnen Sie diese Seite dann erneut.",

  "prices.problem.category-twice": "„{category}“ hat schon eine Regel. Entfernen Sie eine davon.",
  "prices.problem.no-ranges": "Fügen Sie mindestens einen Bereich hinzu.",
  "prices.problem.range-open": "Geben Sie ein, wo dieser Bereich endet. Nur der letzte darf ohne Ende sein.",
  "prices.problem.range-empty": "Ein Bereich kann nicht bei null enden.",
  "prices.problem.range-overlaps":
    "Dieser Bereich überschneidet sich mit dem vorigen, der bis {before} reicht. Geben Sie ein höheres Ende ein.",
  "prices.problem.range-gap":
    "Kosten über {end} haben keinen Bereich. Lassen Sie das Ende des letzten Bereichs leer oder fügen Sie einen hinzu.",
  "prices.problem.rate-zero": "Geben Sie einen Kurs über null ein.",
  "prices.problem.date": "Geben Sie ein Datum ein.",
  "prices.problem.date-ahead": "Geben Sie ein Datum ein, das nicht in der Zukunft liegt.",
  "prices.problems.title": "Noch nicht gespeichert",
  "prices.problems": "Prüfen Sie die unten markierten Felder und speichern Sie erneut.",
  "prices.stale.title": "Die Regeln wurden anderswo geändert",
  "prices.stale":
    "Sie wurden inzwischen in einem anderen Fenster oder von jemand anderem gespeichert, daher wurde hier nichts geändert. Ihre Eingaben stehen noch da: Speichern Sie sie anstelle der anderen, oder verwerfen Sie sie, um die anderen zu sehen. Versuchen Sie es dann erneut.",
  "prices.saved.title": "Gespeichert",
  "prices.saved": "Produkte, die Sie ab jetzt importieren, folgen diesen Regeln.",
  "prices.saved.terms":
    "Margen werden ab jetzt damit berechnet. Die Preise in Ihrem Shop bleiben, wie sie sind. {count, plural, =0 {Kein Produkt in Ihrem Shop wird mit Verlust verkauft.} one {# Produkt in Ihrem Shop wird mit Verlust verkauft.} other {# Produkte in Ihrem Shop werden mit Verlust verkauft.}}",
  "prices.saved.terms.more":
    "Margen werden ab jetzt damit berechnet. Die Preise in Ihrem Shop bleiben, wie sie sind. Mehr als {count, number} Produkte in Ihrem Shop werden mit Verlust verkauft.",
  "prices.saved.below-cost": "Produkte mit Verlust ansehen",

  "prices.hint.falling":
    "Ein Produkt, das {cost} kostet, wird für {price} verkauft, eines für {above} aber für weniger: {lower}.",

  "prices.preview.title": "Vorschau",
  "prices.preview.rule": "Regel",
  "prices.preview.cost": "Kosten ausprobieren",
  "prices.preview.none": "Noch keine Produkte zum Anzeigen. Probieren Sie oben Kosten aus.",
  "prices.preview.problems": "Korrigieren Sie die markierten Felder, um Preise zu sehen.",
  "prices.preview.price": "Verkauft für {price}",
  "prices.preview.cost-of": "Kostet {cost}",
  "prices.preview.margin":
    "Marge{missing, select, tax { vor Steuern} both { vor Steuern} other {}} {margin, number, ::.0} %",
  "prices.preview.compare-at": "Vergleichspreis {price}",
  "prices.preview.no-price": "Keine brauchbaren Kosten, daher kein Preis.",
  "prices.preview.currency-differs": "Kein Wechselkurs von {supplierCurrency} in {shopCurrency}.",

  "prices.apply.title": "Produkte in Ihrem Shop",
  "prices.apply.help":
    "{followers, plural, one {# Produkt in Ihrem Shop folgt noch früheren Regeln. Es behält seinen Preis, und bei Preisänderungen Ihres Großhändlers gelten die früheren Regeln, bis Sie die neuen anwenden.} other {# Produkte in Ihrem Shop folgen noch früheren Regeln. Sie behalten ihre Preise, und bei Preisänderungen Ihres Großhändlers gelten die früheren Regeln, bis Sie die neuen anwenden.}}",
  "prices.apply.none":
    "Alle Produkte in Ihrem Shop folgen diesen Regeln. Wenn Sie die Regeln ändern, behalten sie ihre Preise, bis Sie die neuen Regeln hier anwenden.",
  "prices.apply.save-first":
    "Speichern Sie Ihre Änderungen, um zu sehen, was sie bei Produkten in Ihrem Shop bewirken.",
  "prices.apply.review": "Vorschau der neuen Preise",
  "prices.apply.changes":
    "{variants, plural, =0 {Keiner der Preise, die Stockbridge kennt, würde sich ändern.} one {# Variante in {products, plural, one {# Produkt} other {# Produkten}} bekommt einen neuen Preis.} other {# Varianten in {products, plural, one {# Produkt} other {# Produkten}} bekommen einen neuen Preis.}}",
  "prices.apply.incomplete":
    "Nur die ersten {variants, number} Varianten wurden betrachtet. Die übrigen folgen den neuen Regeln auch, sobald Sie sie anwenden.",
  "prices.apply.own":
    "{count, plural, one {# Variante hat einen Preis, den Sie selbst gesetzt haben. Er bleibt.} other {# Varianten haben Preise, die Sie selbst gesetzt haben. Sie bleiben.}}",
  "prices.apply.off":
    "Kein Preis in Ihrem Shop ändert sich: Sie haben Preisaktualisierungen unter „Produktaktualisierungen“ ausgeschaltet. Die neuen Regeln gelten, sobald Sie sie einschalten.",
  "prices.apply.waiting":
    "{count, plural, one {Bei # Variante haben sich die Kosten stark geändert. Ihr neuer Preis wartet auf Ihre Bestätigung.} other {Bei # Varianten haben sich die Kosten stark geändert. Ihre neuen Preise warten auf Ihre Bestätigung.}}",
  "prices.apply.ended":
    "{count, plural, one {# Variante verkauft Ihr Großhändler nicht mehr. Ihr Preis bleibt.} other {# Varianten verkauft Ihr Großhändler nicht mehr. Ihre Preise bleiben.}}",
  "prices.apply.unknown":
    "{count, plural, one {Von # Variante kennt Stockbridge den Preis in Ihrem Shop noch nicht. Er wird verglichen, wenn Sie die Regeln anwenden.} other {Von # Varianten kennt Stockbridge die Preise in Ihrem Shop noch nicht. Sie werden verglichen, wenn Sie die Regeln anwenden.}}",
  "prices.apply.unpriced":
    "{count, plural, one {Für # Variante gibt es keinen Preis, daher bleibt ihr bisheriger.} other {Für # Varianten gibt es keine Preise, daher bleiben ihre bisherigen.}}",
  "prices.apply.largest": "Größte Änderungen",
  "prices.apply.change": "{before} → {after} ({percent} %)",
  "prices.apply.submit": "Auf {followers, plural, one {# Produkt} other {# Produkte}} anwenden",
  "prices.apply.background":
    "Preise ändern sich in Ihrem Shop im Hintergrund. Bei vielen Produkten dauert das eine Weile.",
  "prices.applied.title": "Die neuen Regeln gelten",
  "prices.applied":
    "Produkte in Ihrem Shop folgen ihnen jetzt. Ihre Preise ändern sich im Hintergrund; Preise, die Sie selbst gesetzt haben, bleiben.",

  "price-edits.title": "Preise setzen",
  "price-edits.nothing-selected": "Wählen Sie in der Liste Produkte aus, dann „Preise setzen“.",
  "price-edits.unreadable": "{problem} Es wurde kein Preis geändert.",
  "price-edits.too-many":
    "{limit, plural, one {Höchstens # Variante} other {Höchstens # Varianten}} auf einmal. Grenzen Sie die Liste mit einer Suche oder einem Filter ein.",
  "price-edits.none-in-shop.title": "Für keines dieser Produkte können Sie hier Preise setzen",
  "price-edits.none-in-shop":
    "Diese Produkte sind nicht in Ihrem Shop, oder Stockbridge hält sie nicht aktuell. Importieren Sie sie zuerst.",
  "price-edits.how": "Neuer Preis",
  "price-edits.by.fixed": "Auf einen Betrag setzen",
  "price-edits.by.amount": "Jetziger Preis plus ein Betrag",
  "price-edits.by.percent": "Jetziger Preis plus Prozent",
  "price-edits.by.rule-amount": "Preis nach Ihren Regeln plus ein Betrag",
  "price-edits.by.rule-percent": "Preis nach Ihren Regeln plus Prozent",
  "price-edits.value": "Um wie viel",
  "price-edits.value.help":
    "Ein Minus senkt die Preise: -5. Null behält den Preis, von dem Ihre Wahl ausgeht.",
  "price-edits.amount": "Betrag",
  "price-edits.preview": "Vorschau",
  "price-edits.rounding":
    "Preise werden kaufmännisch auf den nächsten Betrag gerundet, den {currency} haben kann. Die Rundung Ihrer Preisregeln wird nicht noch einmal angewendet.",
  "price-edits.summary":
    "{count, plural, one {# Preis ändert} other {# Preise ändern}} sich, {kept, plural, one {# bleibt} other {# bleiben}} wie bisher.",
  "price-edits.left-out":
    "{count, plural, one {Ein ausgewähltes Produkt wird ausgelassen: Es ist nicht in Ihrem Shop, oder Stockbridge hält es nicht aktuell.} other {# ausgewählte Produkte werden ausgelassen: Diese sind nicht in Ihrem Shop, oder Stockbridge hält sie nicht aktuell.}}",
  "price-edits.more":
    "{count, plural, one {Eine weitere Variante steht} other {# weitere Varianten stehen}} hier nicht, der Preis gilt aber auch für sie.",
  "price-edits.variant": "{product}, {variant}",
  "price-edits.cost-is": "Kosten {cost}",
  "price-edits.old-is": "Jetzt {price}",
  "price-edits.new-is": "Neu {price}",
  "price-edits.include": "Den Preis von {name} setzen",
  "price-edits.below-cost": "Mit Verlust",
  "price-edits.unknown": "Unbekannt",
  "price-edits.kept.no-present": "Bleibt: Der jetzige Preis ist nicht bekannt",
  "price-edits.kept.no-rule": "Bleibt: Ihre Preisregeln ergeben keinen Preis dafür",
  "price-edits.kept.below-zero": "Bleibt: Der neue Preis wäre unter null",
  "price-edits.kept.too-high": "Bleibt: Der neue Preis wäre höher, als Shopify erlaubt",
  "price-edits.kept.same": "Bleibt: Es ist schon dieser Preis",
  "price-edits.below-cost.agree":
    "{count, plural, one {Eine Variante} other {# Varianten}} mit Verlust verkaufen",
  "price-edits.below-cost.missing":
    "Wählen Sie dies aus, wenn Sie mit Verlust verkaufen wollen, oder ändern Sie die Preise",
  "price-edits.own":
    "Sobald Sie diese Preise setzen, ändert Stockbridge sie nicht mehr, bis Sie unter „Ihre Änderungen“ wieder Ihre Preisregeln gelten lassen.",
  "price-edits.set": "{count, plural, one {# Preis} other {# Preise}} setzen",
  "price-edits.changed-meanwhile":
    "Preise, Kosten oder die Währung haben sich seit der Vorschau geändert, deshalb wurde kein Preis gesetzt",
  "price-edits.changed-meanwhile.help": "Sehen Sie sich unten die neue Vorschau an, dann setzen Sie sie.",
  "price-edits.nothing": "Kein Preis würde sich ändern",
  "price-edits.done":
    "{count, plural, one {Sie haben # Preis gesetzt; Stockbridge ändert ihn nicht mehr} other {Sie haben # Preise gesetzt; Stockbridge ändert sie nicht mehr}}",
  "price-edits.done.help":
    "{count, plural, one {Ihr Shop zeigt ihn} other {Ihr Shop zeigt sie}} in etwa einer Minute.",
  "price-edits.result": "Ergebnis",
  "price-edits.result.total":
    "{set, plural, =0 {Kein Preis wurde gesetzt} one {# Preis wurde gesetzt} other {# Preise wurden gesetzt}} in {products, plural, one {# Produkt} other {# Produkten}}",
  "price-edits.result.undone": "{total}. Sie haben das inzwischen rückgängig gemacht.",
  "price-edits.result.set": "{count, plural, one {# Preis gesetzt} other {# Preise gesetzt}}",
  "price-edits.result.kept":
    "{set, plural, =0 {Kein Preis gesetzt} one {# Preis gesetzt} other {# Preise gesetzt}}, {kept, number} wie bisher",
  "price-edits.undo": "Rückgängig machen",
  "price-edits.undo.title": "Diese Preise rückgängig machen?",
  "price-edits.undo.help":
    "Jeder Preis wird auf den vorigen zurückgesetzt. Preise, die vorher Ihren Preisregeln folgten, folgen ihnen ab der nächsten Aktualisierung wieder. Ein Preis, der sich seitdem geändert hat, bleibt, wie er ist.",
  "price-edits.undo.below-cost":
    "{count, plural, one {Einer dieser Preise brächte} other {# dieser Preise brächten}} dann Verlust, nach Abzug von Steuern, Großhandelspreis und Versand, soweit er bekannt ist.",
  "price-edits.undone": "{count, number} von {set, plural, one {# Preis} other {# Preisen}} zurückgesetzt",
  "price-edits.undone.left":
    "{count, plural, one {Ein Preis bleibt: Er hat} other {# Preise bleiben: Sie haben}} sich seitdem geändert, oder die Variante ist nicht mehr in Ihrem Shop.",
  "price-edits.other-currency": "Kein Preis wurde zurückgesetzt",
  "price-edits.other-currency.help":
    "Die vorigen Preise sind in einer anderen Währung als die jetzigen Preise Ihres Shops, oder Stockbridge kennt ihre Währung nicht. Setzen Sie die Preise stattdessen neu.",
  "price-edits.undone.before": "Diese Preise wurden rückgängig gemacht.",
  "price-edits.not-found": "Diese Preisänderung ist zu alt, um angezeigt oder rückgängig gemacht zu werden.",
  "price-edits.activity.set":
    "{count, plural, one {Sie haben # Preis gesetzt} other {Sie haben # Preise gesetzt}}",
  "price-edits.activity.undone":
    "Sie haben „Preise setzen“ vom {at, date, long} rückgängig gemacht: {count, plural, one {# Preis wird} other {# Preise werden}} zurückgesetzt",
} as const;
