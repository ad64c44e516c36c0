/** Connecting to the supplier: sign-in, key, disconnecting, and activity. */
export const connection = {
  "connection.title": "Verbindung",

  // Signing in
  "connection.email": "E-Mail",
  "connection.password": "Passwort",
  "connection.email.missing": "Geben Sie die E-Mail-Adresse Ihres Wiederverkäuferkontos ein.",
  "connection.password.missing": "Geben Sie das Passwort Ihres Wiederverkäuferkontos ein.",
  "connection.connect.title": "Verbinden Sie Ihr Wiederverkäuferkonto",
  "connection.connect":
    "Melden Sie sich einmal mit Ihrem Konto bei {supplier} an. Stockbridge erstellt einen API-Schlüssel für diesen Shop, speichert ihn verschlüsselt und vergisst Ihr Passwort.",
  "connection.connect.again":
    "{why, select, uninstalled {Stockbridge wurde am {at, date, long} deinstalliert.} other {Dieser Shop wurde am {at, date, long} getrennt.}} Ihr Verlauf und Ihre Produktverknüpfungen bleiben erhalten: Verbinden Sie dasselbe Konto wieder, dann läuft alles weiter. {connect}",
  "connection.connect.submit": "Verbinden",
  "connection.reconnect.title": "Wieder verbinden",
  "connection.reconnect":
    "Melden Sie sich erneut mit Ihrem Konto bei {supplier} an. Stockbridge erstellt einen neuen Schlüssel, testet ihn und verwendet ihn dann statt des bisherigen. Alles, was wartet, läuft sofort weiter.",
  "connection.reconnect.submit": "Wieder verbinden",
  "connection.replace.title": "Schlüssel ersetzen",
  "connection.replace":
    "Melden Sie sich erneut mit Ihrem Konto bei {supplier} an. Stockbridge erstellt einen neuen Schlüssel, testet ihn und verwendet ihn dann statt des bisherigen. Bis dahin läuft alles weiter, und wenn etwas schiefgeht, bleibt dieser Schlüssel in Gebrauch.",
  "connection.replace.submit": "Schlüssel ersetzen",
  "connection.connecting.title": "Ihr Shop wird verbunden",
  "connection.replacing.title": "Der Schlüssel wird ersetzt",
  "connection.in-progress": "Das dauert weniger als eine Minute. Die Seite aktualisiert sich automatisch.",
  "connection.in-progress.label": "Läuft",

  // Reasons why we got no key (app/connection/connect-problem.ts)
  "connection.nothing-connected": "Es wurde nichts verbunden.",
  "connection.nothing-changed": "Es wurde nichts geändert.",
  "connection.problem.cannot-store.title": "Stockbridge kann gerade keinen Schlüssel speichern",
  "connection.problem.cannot-store":
    "Daher hat es Ihren Großhändler nicht um einen gebeten, und es wurde nichts gesendet. {outcome} Versuchen Sie es in einigen Minuten erneut. Wenn das nicht hilft, wenden Sie sich an den Stockbridge-Support.",
  "connection.problem.too-many.title":
    "Warten Sie {waitSeconds, plural, one {# Sekunde} other {# Sekunden}}, bevor Sie es erneut versuchen",
  "connection.problem.too-many":
    "Es gab fünf Anmeldeversuche innerhalb einer Minute. Großhändler sperren ein Konto eventuell nach zu vielen, daher schützt diese Pause Ihres. Es wurde nichts gesendet. {outcome}",
  "connection.problem.sign-ins-paused.title":
    "Die Anmeldung ist für {waitSeconds, plural, one {# Sekunde} other {# Sekunden}} pausiert",
  "connection.problem.sign-ins-paused":
    "In kurzer Zeit gab es zu viele Anmeldeversuche, bei diesem Konto oder von allen Shops zusammen. Großhändler sperren ein Konto dafür eventuell, daher schützt diese Pause Ihres. Es wurde nichts gesendet. {outcome}",
  "connection.problem.other-account.title": "Das ist nicht das Konto, mit dem Ihr Shop verbunden ist",
  "connection.problem.other-account":
    "Es wurde nichts gesendet. {outcome} Geben Sie die E-Mail-Adresse ein, mit der Sie sich verbunden haben. Um das Konto zu wechseln, oder wenn sich die E-Mail-Adresse Ihres Kontos geändert hat, trennen Sie zuerst die Verbindung und verbinden Sie dann neu: Ihre Produkte bleiben verknüpft.",
  "connection.problem.sign-in-rejected.title":
    "Ihr Großhändler hat diese E-Mail-Adresse und dieses Passwort nicht akzeptiert",
  "connection.problem.sign-in-rejected":
    "{outcome} Prüfen Sie beide und versuchen Sie es erneut. Verwenden Sie die, mit denen Sie sich auf der Website Ihres Großhändlers anmelden, nicht die von Shopify.",
  "connection.problem.no-token.title": "Die Antwort Ihres Großhändlers auf die Anmeldung ist unvollständig",
  "connection.problem.no-token":
    "Ihr fehlt das Sitzungstoken. {outcome} Prüfen Sie, ob Sie sich auf der Website Ihres Großhändlers anmelden können. Wenn ja, wenden Sie sich an den Stockbridge-Support.",
  "connection.problem.no-sign-in.title": "Ihr Großhändler hat unter seiner Adresse keine Anmeldung",
  "connection.problem.no-sign-in":
    "Er hat mit Status {status} geantwortet. {outcome} Wenden Sie sich an den Stockbridge-Support.",
  "connection.problem.sign-in-failed.title": "Die Anmeldung hat nicht geklappt",
  "connection.problem.sign-in-failed": "{why} {outcome}",
  "connection.problem.not-allowed.title":
    "Sie sind angemeldet, aber Ihr Großhändler lässt dieses Konto keinen Schlüssel erstellen",
  "connection.problem.not-allowed":
    "{outcome} Prüfen Sie in Ihrem Profil auf der Website Ihres Großhändlers, ob Ihr Konto API-Schlüssel erstellen darf.",
  "connection.problem.key-later.title":
    "Sie sind angemeldet, aber Ihr Großhändler hat noch keinen Schlüssel erstellt",
  "connection.problem.key-later": "{why} {outcome}",
  "connection.problem.key-rejected.title":
    "Sie sind angemeldet, aber Ihr Großhändler hat keinen Schlüssel erstellt",
  "connection.problem.key-rejected": "{why} {outcome}",
  "connection.problem.key-in-doubt.title": "Es ist unklar, ob Ihr Großhändler einen Schlüssel erstellt hat",
  "connection.problem.key-in-doubt":
    "{why} {outcome} Wenn in Ihrem Profil auf der Website Ihres Großhändlers unter API-Schlüssel einer mit dem Namen „{keyName}“ steht, löschen Sie ihn. Versuchen Sie es dann erneut: Das erstellt einen neuen.",
  "connection.problem.changed-name.title":
    "Ihr Großhändler hat einen Schlüssel unter einem anderen Namen erstellt",
  "connection.problem.changed-name":
    "Wir haben um „{keyName}“ gebeten und „{cameBackAs}“ erhalten. Ein solcher Schlüssel könnte jemand anderem gehören, daher haben wir ihn nicht behalten. {outcome} Löschen Sie ihn unter API-Schlüssel in Ihrem Profil auf der Website Ihres Großhändlers.",
  "connection.problem.key-unusable.title":
    "Ihr Großhändler hat einen neuen Schlüssel erstellt, akzeptiert ihn aber nicht",
  "connection.problem.key-unusable":
    "Ihr Shop behält seinen bisherigen Schlüssel. {outcome} Löschen Sie den Schlüssel „{keyName}“ unter API-Schlüssel in Ihrem Profil auf der Website Ihres Großhändlers und versuchen Sie es später erneut.",
  "connection.problem.not-stored.title": "Der Schlüssel wurde erstellt, konnte aber nicht gespeichert werden",
  "connection.problem.not-stored":
    "Löschen Sie den Schlüssel „{keyName}“ unter API-Schlüssel in Ihrem Profil auf der Website Ihres Großhändlers. Laden Sie dann diese Seite neu und {purpose, select, connect {verbinden Sie sich erneut, wenn Ihr Shop nicht verbunden ist} other {ersetzen Sie den Schlüssel erneut}}.",

  // Reasons why the supplier's products can't be read, on the pages of the connection and the catalog
  "connection.products.not-offered.title": "Die Produkte Ihres Großhändlers sind nicht verfügbar",
  "connection.products.not-offered":
    "Sie sind verbunden, aber Ihr Großhändler hat keine Produktliste, wo Stockbridge sie sucht (Status {status}). Wenden Sie sich an den Stockbridge-Support.",
  "connection.products.unauthorized.title": "Ihr Großhändler akzeptiert Ihren Schlüssel nicht",
  "connection.products.unauthorized":
    "Wenn Sie den Schlüssel auf der Website Ihres Großhändlers gelöscht haben, ersetzen Sie ihn in den Einstellungen. Wenn nicht, testen Sie die Verbindung in den Einstellungen in einigen Minuten.",
  "connection.products.failed.title": "Die Produkte Ihres Großhändlers konnten nicht gelesen werden",

  // Results of buttons
  "connection.already.title": "Dieser Shop ist bereits verbunden",
  "connection.already":
    "Die eingegebene E-Mail-Adresse und das Passwort wurden nicht verwendet. Um ein anderes Konto zu verbinden, trennen Sie zuerst die Verbindung.",
  "connection.running.title": "Ein anderer Versuch läuft gerade",
  "connection.gone.title": "Dieser Shop ist nicht mehr verbunden",
  "connection.gone": "Er wurde in einem anderen Fenster oder von jemand anderem getrennt.",
  "connection.replaced.title": "Schlüssel ersetzt",
  "connection.replaced":
    "Stockbridge verwendet jetzt den neuen Schlüssel. Löschen Sie den alten auf der Website Ihres Großhändlers: Sein Name steht unten.",
  "connection.tested.verified.title": "Die Verbindung funktioniert",
  "connection.tested.verified": "Ihr Großhändler hat mit diesem Schlüssel seine Produkte gezeigt.",
  "connection.tested.unverified.title": "Der Schlüssel konnte nicht überprüft werden",
  "connection.disconnected.title": "Getrennt",
  "connection.disconnected.zero-stock":
    "Stockbridge hat den Schlüssel vergessen und setzt den Bestand der Produkte Ihres Großhändlers in Ihrem Shop auf null. Die Aktivität zeigt, wann das erledigt ist.",
  "connection.disconnected.draft":
    "Stockbridge hat den Schlüssel vergessen und macht die Produkte Ihres Großhändlers in Ihrem Shop zu Entwürfen. Die Aktivität zeigt, wann das erledigt ist.",
  "connection.disconnected.location-removed":
    "Stockbridge hat den Schlüssel vergessen und seinen Standort mit dem Bestand dort entfernt. Wenn Sie sich wieder verbinden, kommen Standort und Bestand zurück.",
  "connection.location-not-removed.title":
    "Shopify hat den Standort nicht entfernt, daher ist Ihr Shop noch verbunden",
  "connection.disconnected.keep":
    "Stockbridge hat den Schlüssel vergessen. Ihre Produkte bleiben, wie sie sind: Führen Sie neue Bestellungen dafür selbst aus oder erstatten Sie sie.",

  // The connection on its page
  "connection.card.title": "Verbunden mit {supplier}",
  "connection.state.connected": "Verbunden",
  "connection.state.unverified": "Verbunden, noch nicht überprüft",
  "connection.state.other-account": "Mit einem anderen Konto verbunden",
  "connection.state.needs-reconnecting": "Schlüssel funktioniert nicht",
  "connection.check.not-tried": "Der Schlüssel wurde noch nicht ausprobiert. Testen Sie die Verbindung.",
  "connection.needs-reconnecting":
    "{why} Ihr Großhändler akzeptiert den Schlüssel seit {since, date, long} nicht. Nichts geht verloren: Bestellungen warten, und Ihre Produkte bleiben, wie sie sind.",
  "connection.account": "Konto",
  "connection.key-name": "Name des Schlüssels",
  "connection.key": "Schlüssel",
  "connection.connected-since": "Verbunden seit",
  "connection.last-checked": "Zuletzt geprüft",
  "connection.which-account":
    "Um zu sehen, welches Konto das ist, melden Sie sich auf der Website Ihres Großhändlers an: Im richtigen Konto steht dieser Schlüsselname unter „API-Schlüssel“. Sobald Sie den Schlüssel ersetzen, zeigt Stockbridge hier einen Teil der E-Mail-Adresse des Kontos.",
  "connection.which-account.shown":
    "Stockbridge bewahrt nur diesen Teil Ihrer E-Mail-Adresse auf, verschlüsselt. Auf der Website Ihres Großhändlers steht dieser Schlüsselname im richtigen Konto unter „API-Schlüssel“.",
  "connection.test": "Verbindung testen",
  "connection.shared.title": "Ein anderer Shop verwendet dieses Konto",
  "connection.shared":
    "Bestellungen bleiben getrennt. Das Branding nicht: Ihr Großhändler führt eines pro Konto, daher gilt für die Pakete beider Shops, was einer veröffentlicht.",

  // Disconnecting
  "connection.disconnect": "Trennen",
  "connection.disconnect.title": "Diesen Shop trennen?",
  "connection.disconnect.effect":
    "Stockbridge vergisst den Schlüssel sofort und arbeitet für diesen Shop nicht mehr mit Ihrem Großhändler. Der Schlüssel „{keyName}“ funktioniert weiter, bis Sie ihn auf der Website Ihres Großhändlers löschen. Ihr Verlauf und Ihre Produktverknüpfungen bleiben erhalten, falls Sie sich wieder verbinden.",
  "connection.disconnect.orders":
    "{count, plural, one {# Bestellung ist} other {# Bestellungen sind}} in Bearbeitung. Was noch nicht bestellt ist, wartet, bis Sie dasselbe Konto wieder verbinden. Was Ihr Großhändler hat, versendet er noch, aber bis dahin kommt keine Sendungsverfolgung in Shopify an.",
  "connection.disconnect.orders.more":
    "Mehr als {count, number} Bestellungen sind in Bearbeitung. Was noch nicht bestellt ist, wartet, bis Sie dasselbe Konto wieder verbinden. Was Ihr Großhändler hat, versendet er noch, aber bis dahin kommt keine Sendungsverfolgung in Shopify an.",
  "connection.disconnect.attention":
    "{count, plural, one {# Bestellung braucht} other {# Bestellungen brauchen}} Ihre Aufmerksamkeit. Wenn eine unklar ist, fragen Sie zuerst Ihren Großhändler: Bis Sie dasselbe Konto wieder verbinden, kann Stockbridge nicht erkennen, ob er sie hat.",
  "connection.disconnect.attention.more":
    "Mehr als {count, number} Bestellungen brauchen Ihre Aufmerksamkeit. Wenn eine unklar ist, fragen Sie zuerst Ihren Großhändler: Bis Sie dasselbe Konto wieder verbinden, kann Stockbridge nicht erkennen, ob er sie hat.",
  "connection.disconnect.products": "Was soll mit den Produkten Ihres Großhändlers in Ihrem Shop geschehen?",
  "connection.disconnect.zero-stock": "Ihren Bestand auf null setzen",
  "connection.disconnect.zero-stock.help":
    "Sie bleiben in Ihrem Shop, aber Kunden können nicht bestellen, was Ihr Großhändler nicht versenden würde. Wenn Sie sich wieder verbinden, kehrt der Bestand zurück.",
  "connection.disconnect.draft": "Zu Entwürfen machen",
  "connection.disconnect.draft.help":
    "Kunden sehen sie nicht mehr. Wenn Sie sich wieder verbinden, bleiben sie Entwürfe, bis Sie sie in Shopify veröffentlichen.",
  "connection.disconnect.keep": "Lassen, wie sie sind",
  "connection.disconnect.keep.help":
    "Kunden können sie weiter bestellen, aber nichts geht an Ihren Großhändler. Sie führen diese Bestellungen selbst aus oder erstatten sie.",
  "connection.disconnect.rates":
    "Ihre Versandtarife für diese Produkte bleiben in Ihrem Shop. Sie können sie unter „Versandtarife“ entfernen.",
  "connection.disconnect.location": "Den Stockbridge-Standort aus Shopify entfernen",
  "connection.disconnect.location.help":
    "Wählen Sie das, wenn Sie endgültig aufhören. Shopify löscht den Fulfillment-Service, seinen Standort und den Bestand Ihres Großhändlers dort, sodass diese Produkte nur noch von Ihren eigenen Standorten verkauft werden. Bestellungen, die dort noch offen sind, gehen an einen Ihrer Standorte und bekommen keine Sendungsverfolgung von Stockbridge.",
  "connection.disconnect.cancel": "Verbunden bleiben",

  // Keys that no shop uses
  "connection.orphaned-keys.title": "Auf der Website Ihres Großhändlers zu löschende Schlüssel",
  "connection.orphaned-keys":
    "Stockbridge verwendet diese Schlüssel nicht und kann sie nicht für Sie löschen. Melden Sie sich bei {supplier} an, öffnen Sie in Ihrem Profil die API-Schlüssel und löschen Sie die mit genau diesen Namen.",
  "connection.orphaned-key.lost":
    "Existiert vielleicht: Es ist unklar, ob Ihr Großhändler ihn am {since, date, long} erstellt hat.",
  "connection.orphaned-key.disconnected":
    "Verwendet, bis Sie die Verbindung getrennt haben. Erstellt am {since, date, long}.",
  "connection.orphaned-key.uninstalled":
    "Verwendet, bis Stockbridge deinstalliert wurde. Erstellt am {since, date, long}.",
  "connection.orphaned-key.replaced":
    "Verwendet, bis Sie ihn ersetzt haben. Erstellt am {since, date, long}.",
  "connection.orphaned-key.unusable":
    "Nie verwendet, weil Ihr Großhändler ihn nicht akzeptiert hat. Erstellt am {since, date, long}.",
  "connection.orphaned-key.acknowledge": "Als gelöscht kennzeichnen",
  "connection.orphaned-key.acknowledge.title":
    "Haben Sie diesen Schlüssel auf der Website Ihres Großhändlers gelöscht?",
  "connection.orphaned-key.acknowledge.effect":
    "Stockbridge entfernt den Namen „{keyName}“ von der Liste und kann ihn nicht wieder anzeigen.",
  "connection.orphaned-key.acknowledge.submit": "Von der Liste entfernen",
  "connection.orphaned-key.acknowledge.cancel": "Auf der Liste lassen",

  // A different account than before
  "connection.other-account.title": "Dieser Shop ist mit einem anderen Konto verbunden als zuvor",
  "connection.other-account":
    "{count, plural, one {# Produkt in Ihrem Shop stammt} other {# Produkte in Ihrem Shop stammen}} aus dem vorherigen Konto. Hat dieses Konto dieselben Produkte? Bis Sie entscheiden, warten Bestellungen dafür, und der Bestand wird nicht aktualisiert.",
  "connection.other-account.not-read":
    "Stockbridge liest noch die Produkte dieses Kontos. Bald sehen Sie hier, wie viele davon es hat.",
  "connection.other-account.found-none": "Dieses Konto hat keines davon unter derselben Nummer.",
  "connection.other-account.found-all": "Dieses Konto hat alle davon unter denselben Nummern.",
  "connection.other-account.found-some": "Dieses Konto hat {found, number} davon unter denselben Nummern.",
  "connection.other-account.same": "Verknüpfungen behalten",
  "connection.other-account.fresh": "Neu beginnen",
  "connection.other-account.fresh.title": "Mit diesem Konto neu beginnen?",
  "connection.other-account.fresh.effect":
    "Stockbridge vergisst, dass {count, plural, one {# Produkt von Ihrem Großhändler stammt. Es bleibt in Ihrem Shop, wie es ist, aber es wird nichts mehr dafür bestellt, und die Verknüpfung lässt sich nicht wiederherstellen.} other {# Produkte von Ihrem Großhändler stammen. Sie bleiben in Ihrem Shop, wie sie sind, aber es wird nichts mehr dafür bestellt, und die Verknüpfungen lassen sich nicht wiederherstellen.}} Importieren Sie, was Sie aus diesem Konto verkaufen möchten.",
  "connection.other-account.fresh.cancel": "Jetzt nicht",

  // Banners on other pages
  "connection.banner.needs-reconnecting.title":
    "Ihr Großhändler akzeptiert den Schlüssel dieses Shops nicht mehr",
  "connection.banner.needs-reconnecting":
    "Das begann am {since, date, long}. Nichts geht verloren: Bestellungen warten, und Ihre Produkte bleiben, wie sie sind. Alles läuft weiter, sobald Sie sich wieder verbinden.",
  "connection.banner.reconnect": "Wieder verbinden",
  "connection.banner.other-account":
    "Entscheiden Sie, ob Ihre Produkte in diesem Konto dieselben sind. Bis dahin warten Bestellungen dafür.",
  "connection.banner.decide": "Entscheiden",
  "connection.connect-first.title": "Verbinden Sie zuerst Ihr Wiederverkäuferkonto",
  "connection.connect-first.disconnected":
    "Dieser Shop wurde am {at, date, long} getrennt. Sein Verlauf und seine Produktverknüpfungen bleiben erhalten.",
  "connection.view-progress": "Fortschritt ansehen",

  // Activity
  "connection.activity.connected": "Mit Ihrem Großhändler verbunden, mit dem Schlüssel „{keyName}“.",
  "connection.activity.replaced":
    "Schlüssel ersetzt. Stockbridge verwendet jetzt „{keyName}“. Löschen Sie „{oldKeyName}“ auf der Website Ihres Großhändlers.",
  "connection.activity.unauthorized":
    "Ihr Großhändler akzeptiert den Schlüssel „{keyName}“ nicht mehr, daher warten neue Bestellungen. {why}",
  "connection.activity.accepted":
    "Ihr Großhändler akzeptiert den Schlüssel „{keyName}“ wieder. Bestellungen, die gewartet haben, laufen automatisch weiter.",
  "connection.activity.disconnected":
    "Von Ihrem Großhändler getrennt. Stockbridge hat den Schlüssel „{keyName}“ vergessen. Er funktioniert weiter, bis Sie ihn auf der Website Ihres Großhändlers löschen.",
  "connection.activity.uninstalled":
    "Stockbridge wurde deinstalliert und hat den Schlüssel „{keyName}“ vergessen. Er funktioniert weiter, bis Sie ihn auf der Website Ihres Großhändlers löschen.",
} as const;
