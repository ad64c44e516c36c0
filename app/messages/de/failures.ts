/** Reasons for failures: the supplier's, the shop's, and our own. Other messages quote them. */
export const failures = {
  // The supplier's side
  "failure.supplier.write-not-confirmed":
    "Es wurde nichts gesendet: Bestellen und Branding sind noch nicht freigeschaltet. Wenden Sie sich an den Stockbridge-Support.",
  "failure.supplier.not-offered":
    "Ihr Großhändler bietet das von hier aus nicht an. Erledigen Sie es auf seiner Website.",
  "failure.supplier.request-misfit":
    "Es wurde nichts gesendet: „{path}“ würde Ihr Großhändler so nicht verstehen. Ergänzen Sie es und versuchen Sie es erneut.",
  "failure.supplier.unauthorized": "Ihr Großhändler hat die Anmeldung oder den Schlüssel nicht akzeptiert.",
  "failure.supplier.rate-limited":
    "Ihr Großhändler hat zu viele Anfragen erhalten und bittet uns, etwas zu warten.",
  "failure.supplier.rejected": "Ihr Großhändler hat die Anfrage abgelehnt (Status {status}).",
  "failure.supplier.rejected.says": "Ihr Großhändler hat die Anfrage abgelehnt und schreibt: „{sentence}“.",
  "failure.supplier.rejected.silent": "Ihr Großhändler hat die Anfrage abgelehnt und nennt keinen Grund.",
  "failure.supplier.redirected":
    "Die Adresse Ihres Großhändlers leitet an eine andere weiter (Status {status}). Wir sind ihr nicht gefolgt, weil Ihre Zugangsdaten mitgegangen wären. Wenden Sie sich an den Stockbridge-Support.",
  "failure.supplier.server-error":
    "Der Dienst Ihres Großhändlers hat ein Problem (Status {status}). Das ist meist nach einigen Minuten vorbei.",
  "failure.supplier.no-answer":
    "Ihr Großhändler hat nicht geantwortet, oder die Verbindung ist abgebrochen. Das ist meist nach einigen Minuten vorbei.",
  "failure.supplier.never-sent":
    "Es wurde nichts gesendet. {obstacle, select, host {Die Adresse Ihres Großhändlers ist nicht bekannt. Das ist meist nach einigen Minuten vorbei.} refused {Unter der Adresse Ihres Großhändlers nimmt niemand Verbindungen an. Das ist meist nach einigen Minuten vorbei.} certificate {Das Zertifikat unter der Adresse Ihres Großhändlers gilt nicht für sie. Wenden Sie sich an den Stockbridge-Support.} tls {Die Adresse Ihres Großhändlers bietet keine sichere Verbindung. Wenden Sie sich an den Stockbridge-Support.} network {Dieser Server hat keine Netzwerkverbindung. Das ist meist nach einigen Minuten vorbei.} forbidden {Dieser Server darf sich nicht mit der Adresse Ihres Großhändlers verbinden, daher hat ihn nichts verlassen. Wenden Sie sich an den Stockbridge-Support.} other {Es kam keine Verbindung zur Adresse Ihres Großhändlers zustande. Das ist meist nach einigen Minuten vorbei.}}",
  "failure.supplier.down":
    "Der Dienst Ihres Großhändlers antwortet gerade niemandem. Stockbridge versucht es automatisch erneut, nichts geht verloren.",
  "failure.supplier.outcome-unknown":
    "Ihr Großhändler hat nicht klar gesagt, ob er die Anfrage ausgeführt hat.",
  "failure.supplier.outcome-unknown.says":
    "Ihr Großhändler hat nicht klar gesagt, ob er die Anfrage ausgeführt hat. Er schreibt: „{sentence}“.",
  "failure.supplier.unexpected-reply":
    "Stockbridge versteht die Antwort Ihres Großhändlers nicht. Wenn das so bleibt, wenden Sie sich an den Stockbridge-Support.",
  "failure.supplier.unexpected-reply.at":
    "Stockbridge versteht die Antwort Ihres Großhändlers bei „{path}“ nicht. Wenn das so bleibt, wenden Sie sich an den Stockbridge-Support.",
  "failure.supplier.product-list-stuck":
    "Die Produktliste Ihres Großhändlers führt nicht von einer Seite zur nächsten, daher kann Stockbridge sie nicht ganz lesen. Wenn das so bleibt, wenden Sie sich an den Stockbridge-Support.",
  "failure.supplier.order-list-endless":
    "Die Bestellliste Ihres Großhändlers endet nicht, daher kann Stockbridge nicht prüfen, ob er jede Ihrer Bestellungen genau einmal hat. Wenn das so bleibt, wenden Sie sich an den Stockbridge-Support.",
  "failure.supplier.order-list-stuck":
    "Die Bestellliste Ihres Großhändlers führt nicht von einer Seite zur nächsten, daher kann Stockbridge sie nicht ganz lesen. Wenn das so bleibt, wenden Sie sich an den Stockbridge-Support.",

  // The shop's side

  "failure.shop.not-installed":
    "Stockbridge ist in diesem Shop nicht installiert. Installieren Sie es und versuchen Sie es erneut.",
  "failure.shop.access-lost":
    "Stockbridge hat keinen Zugriff mehr auf Ihren Shop. Öffnen Sie Stockbridge einmal in Ihrem Shopify-Adminbereich, dann läuft alles, was wartet, automatisch weiter.",
  "failure.shop.no-answer": "Shopify hat nicht geantwortet. Stockbridge versucht es automatisch erneut.",
  "failure.shop.rate-limited": "Ihr Shop erhält gerade viele Anfragen, daher bittet Shopify uns zu warten.",
  "failure.shop.closed":
    "Shopify hat Ihren Shop pausiert oder geschlossen. Alles wartet und läuft automatisch weiter, sobald der Shop wieder geöffnet ist.",
  "failure.shop.daily-variants":
    "Shopify nimmt von einem Shop mit 50.000 oder mehr Varianten 1.000 neue pro Tag an. Stockbridge macht morgen weiter.",
  "failure.shop.still-creating":
    "Shopify legt die Varianten dieses Produkts noch an. Stockbridge macht automatisch weiter.",
  "failure.shop.rejected": "Shopify hat die Anfrage abgelehnt (Status {status}).",
  "failure.shop.server-error":
    "Shopify hat ein Problem (Status {status}). Stockbridge versucht es automatisch erneut.",
  "failure.shop.internal-error": "Shopify hat ein Problem. Stockbridge versucht es automatisch erneut.",
  "failure.shop.permission-missing":
    "Stockbridge fehlt eine Berechtigung in Ihrem Shop. Öffnen Sie Stockbridge in Ihrem Shopify-Adminbereich und akzeptieren Sie seine Berechtigungen.",
  "failure.shop.bulk-denied":
    "Shopify lässt Stockbridge gerade keine Massenvorgänge ausführen, daher geht es Seite für Seite voran und dauert länger.",
  "failure.shop.address-denied":
    "Shopify lehnt Anfragen vom Server von Stockbridge ab. Wenden Sie sich an den Stockbridge-Support. Alles wartet und läuft weiter, sobald das behoben ist.",
  "failure.shop.service-gone":
    "Der Fulfillment-Service von Stockbridge wurde in Shopify gelöscht. Öffnen Sie die Startseite, um ihn neu anzulegen.",
  "failure.shop.unexpected-reply":
    "Stockbridge versteht die Antwort von Shopify nicht. Wenn das so bleibt, wenden Sie sich an den Stockbridge-Support.",
  "failure.shop.unexpected-reply.says":
    "Stockbridge versteht die Antwort von Shopify nicht. Shopify schreibt: „{problem}“.",
  "failure.shop.user-errors": "Shopify hat es abgelehnt: {problem}.",
  "failure.shop.stock-keeps-changing":
    "Der Bestand in Ihrem Shop hat sich laufend geändert. Stockbridge versucht es automatisch erneut.",

  // Our own failures

  "failure.ours": "Bei uns ist etwas schiefgegangen. Stockbridge versucht es automatisch erneut.",
  "failure.ours.product-list-too-long":
    "Die Produktliste Ihres Großhändlers ist länger als {limit, number} Produkte, mehr kann Stockbridge nicht lesen. Die bisher gelesenen Produkte bleiben, wie sie sind. Wenden Sie sich an den Stockbridge-Support.",
  "failure.ours.key-not-opened":
    "Stockbridge kann den Schlüssel dieses Shops nicht mehr öffnen. Ersetzen Sie ihn in den Einstellungen.",
} as const;
