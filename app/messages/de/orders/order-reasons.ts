/** Reasons why an order waits, needs the merchant, or has ended. */
export const orderReasons = {
  "orders.reason.not-connected.label": "Nicht verbunden",
  "orders.reason.not-connected":
    "Ihr Shop ist nicht mit Ihrem Großhändler verbunden, daher wartet diese Bestellung. Verbinden Sie ihn in den Einstellungen, dann läuft sie automatisch weiter.",
  "orders.reason.ordering-paused.label": "Das Bestellen ist pausiert",
  "orders.reason.ordering-paused":
    "Sie haben das Bestellen pausiert, daher wartet diese Bestellung. Setzen Sie es in den Einstellungen fort, dann läuft sie automatisch weiter.",
  "orders.reason.ordering-paused-by-support.label": "Das Bestellen wurde vom Stockbridge-Support pausiert",
  "orders.reason.ordering-paused-by-support":
    "Der Stockbridge-Support hat das Bestellen für Ihren Shop pausiert. Diese Bestellung läuft automatisch weiter, wenn er es fortsetzt.",
  "orders.reason.ordering-paused-for-all.label": "Das Bestellen ist für alle Shops pausiert",
  "orders.reason.ordering-paused-for-all":
    "Der Stockbridge-Support hat das Bestellen für alle Shops pausiert. Diese Bestellung läuft automatisch weiter, wenn er es fortsetzt.",
  "orders.reason.ordering-doubtful.label": "Wartet auf klare Antworten",
  "orders.reason.ordering-doubtful":
    "Ihr Großhändler hat nicht klar gesagt, ob er die letzten Bestellungen angenommen hat, daher versucht Stockbridge eine nach der anderen. Diese läuft automatisch weiter, sobald eine gelingt.",
  "orders.reason.not-confirmed.label": "Das Bestellen ist noch nicht freigeschaltet",
  "orders.reason.not-confirmed":
    "Das Bestellen ist noch nicht freigeschaltet, daher wurde nichts bestellt. Wenden Sie sich an den Stockbridge-Support. Die Bestellung läuft automatisch weiter, sobald es freigeschaltet ist.",
  "orders.reason.unpaid.label": "Nicht bezahlt",
  "orders.reason.unpaid":
    "Die Bestellung ist nicht vollständig bezahlt, daher wurde nichts bestellt. Ziehen Sie die Zahlung ein oder kennzeichnen Sie die Bestellung in Shopify als bezahlt, dann läuft sie automatisch weiter. Sie können sie auch vor der Bezahlung an Ihren Großhändler senden.",
  "orders.reason.test-order.label": "Testbestellung",
  "orders.reason.test-order":
    "Das ist eine Testbestellung: Kein Kunde zahlt dafür, daher wurde nichts bestellt. Senden Sie sie trotzdem, dann versendet und berechnet Ihr Großhändler sie wie jede andere, oder stornieren Sie sie in Stockbridge.",
  "orders.reason.on-hold.label": "In Shopify zurückgehalten",
  "orders.reason.on-hold":
    "Das Fulfillment wird in Shopify zurückgehalten. Geben Sie es dort frei, dann läuft die Bestellung automatisch weiter.",
  "orders.reason.held-on-request.label": "Von Shopify Flow zurückgehalten",
  "orders.reason.held-on-request":
    "Einer Ihrer Workflows in Shopify Flow hält diese Bestellung zurück, daher wurde nichts bestellt. Um sie zu senden, klicken Sie auf „Erneut versuchen“.",
  "orders.reason.payment-not-shown.label": "Zu alt, um die Zahlung zu prüfen",
  "orders.reason.payment-not-shown":
    "Die Bestellung ist älter als 60 Tage, und solche zeigt Shopify Apps nicht. Stockbridge kann daher nicht erkennen, ob sie bezahlt ist. Bestellen Sie direkt bei Ihrem Großhändler und führen Sie sie dann in Shopify aus.",
  "orders.reason.not-shipped.label": "Wird nicht versendet",
  "orders.reason.not-shipped":
    "{delivery, select, pick_up {Ihr Kunde holt diese Bestellung ab} pickup_point {Ihr Kunde holt diese Bestellung an einem Abholpunkt ab} local {Diese Bestellung wird lokal geliefert} retail {Diese Bestellung wurde in einem Geschäft verkauft} other {Diese Bestellung braucht keine Lieferung}}, daher kann Ihr Großhändler sie nicht versenden. Führen Sie sie selbst in Shopify aus, oder ändern Sie die Lieferart und versuchen Sie es erneut.",
  "orders.reason.unlinked-variant.label": "Ein Produkt ist nicht verknüpft",
  "orders.reason.unlinked-variant":
    "{lines}: nicht mit einem Produkt Ihres Großhändlers verknüpft, daher wurde von dieser Bestellung nichts bestellt. Wenn Ihr Großhändler es verkauft, verknüpfen Sie es unter „Verknüpfungen“, dann läuft die Bestellung automatisch weiter. Wenn nicht, führen Sie sie selbst aus.",
  "orders.reason.account-changed.label": "Mit einem anderen Konto verknüpft",
  "orders.reason.account-changed":
    "{lines}: verknüpft, als Ihr Shop mit einem anderen Konto verbunden war, daher wurde von dieser Bestellung nichts bestellt. Geben Sie in den Einstellungen an, ob Ihre Produkte im heutigen Konto dieselben sind, dann läuft die Bestellung automatisch weiter.",
  "orders.reason.no-sku.label": "Eine Variante hat keine SKU",
  "orders.reason.no-sku":
    "{lines}: keine SKU, und ohne eine führt Shopify nichts aus. Geben Sie der Variante in Shopify eine SKU und versuchen Sie es erneut.",
  "orders.reason.no-quantity.label": "Nichts mehr auszuführen",
  "orders.reason.no-quantity":
    "Alle Artikel dieser Anforderung wurden entfernt oder anders ausgeführt. Stornieren Sie diese Bestellung in Stockbridge oder fordern Sie in Shopify erneut Fulfillment an.",
  "orders.reason.no-address.label": "Lieferadresse fehlt",
  "orders.reason.no-address":
    "Die Bestellung hat keine Lieferadresse. Fügen Sie in Shopify eine hinzu und versuchen Sie es erneut.",
  "orders.reason.address-not-shown.label": "Shopify verbirgt die Adresse",
  "orders.reason.address-not-shown":
    "Shopify zeigt Stockbridge die Namen und Adressen Ihrer Kunden nicht, daher kann nichts versendet werden. Wenden Sie sich an den Stockbridge-Support: Shopify muss den Zugriff auf Kundendaten genehmigen. Dann läuft die Bestellung automatisch weiter.",
  "orders.reason.no-name.label": "Name fehlt",
  "orders.reason.no-name":
    "Die Lieferadresse hat keinen Namen. Fügen Sie ihn der Bestellung in Shopify hinzu und versuchen Sie es erneut.",
  "orders.reason.no-street.label": "Straße fehlt",
  "orders.reason.no-street":
    "Die Lieferadresse hat keine Straße. Fügen Sie sie der Bestellung in Shopify hinzu und versuchen Sie es erneut.",
  "orders.reason.no-city.label": "Ort fehlt",
  "orders.reason.no-city":
    "Die Lieferadresse hat keinen Ort. Fügen Sie ihn der Bestellung in Shopify hinzu und versuchen Sie es erneut.",
  "orders.reason.no-postcode.label": "Postleitzahl fehlt",
  "orders.reason.no-postcode":
    "Die Lieferadresse hat keine Postleitzahl. Fügen Sie sie der Bestellung in Shopify hinzu und versuchen Sie es erneut.",
  "orders.reason.no-country.label": "Land fehlt",
  "orders.reason.no-country":
    "Die Lieferadresse hat kein Land. Fügen Sie es der Bestellung in Shopify hinzu und versuchen Sie es erneut.",
  "orders.reason.unknown-province.label": "Bundesland oder Provinz unbekannt",
  "orders.reason.unknown-province":
    "Shopify kennt das Bundesland oder die Provinz in der Lieferadresse nicht, Ihr Großhändler könnte also an den falschen Ort senden. Wählen Sie es in der Adresse der Bestellung in Shopify aus der Liste und versuchen Sie es erneut.",
  "orders.reason.method-not-assigned.label": "Versandart nicht zugeordnet",
  "orders.reason.method-not-assigned":
    "Ihr Kunde hat die Versandart „{method}“ gewählt. Sie ist keiner Ihres Großhändlers zugeordnet, daher wurde nichts bestellt. Ordnen Sie sie zu, dann läuft die Bestellung automatisch weiter.",
  "orders.reason.method-not-offered.label": "Versandart nicht mehr angeboten",
  "orders.reason.method-not-offered":
    "Ihr Großhändler bietet die Versandart „{method}“, die Sie für diese Bestellung gewählt haben, nicht mehr an, daher wurde nichts bestellt. Wählen Sie eine andere, dann läuft die Bestellung automatisch weiter.",
  "orders.reason.note-not-taken.label": "Ihr Großhändler nimmt keine Notiz an",
  "orders.reason.note-not-taken":
    "Sie haben mit der Anforderung eine Nachricht gesendet, und Ihr Großhändler nimmt keine Notiz mit einer Bestellung an, daher wurde nichts bestellt. Senden Sie die Bestellung ohne sie oder stornieren Sie sie in Stockbridge.",
  "orders.reason.note-too-long.label": "Die Notiz ist zu lang",
  "orders.reason.note-too-long":
    "Die Notiz dieser Bestellung hat {length, number} Zeichen, und Ihr Großhändler nimmt {most, number} an, daher wurde nichts bestellt. Sie besteht aus Ihrer Nachricht mit der Anforderung und, wenn Sie das gewählt haben, der Notiz und den Texten Ihres Kunden. Kürzen Sie die Notiz Ihres Kunden in Shopify und versuchen Sie es erneut, oder senden Sie die Bestellung ohne Notiz.",
  "orders.reason.texts-not-taken.label": "Über den Text Ihres Kunden ist zu entscheiden",
  "orders.reason.texts-not-taken":
    "{lines}: Ihr Kunde hat einen Text eingegeben, etwa eine Gravur, den Ihr Großhändler nicht mit dem Artikel annimmt, daher wurde nichts bestellt. Entscheiden Sie auf der Seite der Bestellung, was damit geschieht, dann läuft sie weiter.",
  "orders.reason.discontinued.label": "Nicht mehr bei Ihrem Großhändler",
  "orders.reason.discontinued":
    "{lines}: Ihr Großhändler verkauft das nicht mehr. Erstatten Sie Ihrem Kunden den Betrag oder führen Sie die Bestellung selbst aus.",
  "orders.reason.out-of-stock.label": "Nicht vorrätig",
  "orders.reason.out-of-stock":
    "{lines}: Ihr Großhändler hat nicht genug vorrätig. Die Bestellung läuft automatisch weiter, sobald sich das ändert, oder Sie stornieren sie in Stockbridge.",
  "orders.reason.price-unreadable.label": "Preis des Großhändlers nicht lesbar",
  "orders.reason.price-unreadable":
    "{lines}: Der Preis des Großhändlers ist nicht lesbar, daher wurde nichts bestellt. Bitten Sie ihn um Korrektur. Die Bestellung läuft automatisch weiter, sobald der Preis lesbar ist, oder Sie stornieren sie in Stockbridge.",
  "orders.reason.stock-unreadable.label": "Bestand des Großhändlers nicht lesbar",
  "orders.reason.stock-unreadable":
    "{lines}: Der Bestand des Großhändlers ist nicht lesbar, daher wurde nichts bestellt. Bitten Sie ihn um Korrektur. Die Bestellung läuft automatisch weiter, sobald der Bestand lesbar ist, oder Sie stornieren sie in Stockbridge.",
  "orders.reason.product-unreadable.label": "Produkt des Großhändlers nicht lesbar",
  "orders.reason.product-unreadable":
    "{lines}: Was Ihr Großhändler zu diesem Produkt sendet, ist nicht lesbar, daher wurde nichts zu einem vielleicht veralteten Preis bestellt. Die Bestellung läuft automatisch weiter, sobald es lesbar ist, oder Sie stornieren sie in Stockbridge.",
  "orders.reason.other-currency.label": "Kosten in anderer Währung",
  "orders.reason.other-currency":
    "Der Preis Ihres Großhändlers ist in einer anderen Währung als der Ihres Shops, daher kann Stockbridge nicht erkennen, ob diese Bestellung Verlust bringt, und es wurde nichts bestellt: {lines}. Geben Sie auf der Seite „Preise“ des Katalogs einen Wechselkurs ein, dann wird sie innerhalb einer Stunde erneut geprüft, oder bestellen Sie trotzdem, oder stornieren Sie sie in Stockbridge.",
  "orders.reason.below-cost.label": "Kostet mehr, als sie einbringt",
  "orders.reason.below-cost":
    "Diese Bestellung würde Verlust bringen{total}, daher wurde nichts bestellt: {lines}. Bestellen Sie trotzdem oder stornieren Sie sie in Stockbridge. Sie läuft automatisch weiter, wenn die Kosten sinken.",
  "orders.reason.cost-rose.label": "Die Kosten sind gestiegen",
  "orders.reason.cost-rose":
    "Ihre Kosten sind um mehr als ein Fünftel gestiegen, daher wurde nichts bestellt: {lines}. Bestellen Sie trotzdem oder stornieren Sie sie in Stockbridge. Sie läuft automatisch weiter, wenn die Kosten sinken.",
  // Reasons in lists, which have no buttons for the order, so the texts mention none
  "orders.reason-with-lines": "{label}: {lines}",
  "orders.reason-with-loss": "{label}{total}: {lines}",
  "orders.loss": " (sie bringt ohne Steuern {paid} und kostet {cost}; der Versand ist nicht bekannt)",
  "orders.loss-with-shipping":
    " (sie bringt ohne Steuern {paid} und kostet {cost} plus etwa {shipping} Versand)",
  "orders.loss-not-known":
    " (ein Artikel kostet mehr, als er einbringt, und der Gewinn der ganzen Bestellung ist nicht bekannt)",
  // A line of an order with its cost per piece, compared with its price or its earlier cost
  "orders.cost-line.other-currency":
    "{quantity} × „{title}“ kostet {cost} pro Stück und wird für {against} pro Stück verkauft",
  "orders.cost-line.below-cost":
    "{quantity} × „{title}“ kostet {cost} pro Stück und wird für {against} pro Stück verkauft",
  "orders.cost-line.cost-rose": "{quantity} × „{title}“ kostet {cost} pro Stück statt {against}",
  "orders.reason.already-ordered.label": "Schon bestellt",
  "orders.reason.already-ordered":
    "{lines}: Ihr Großhändler hat schon so viele Artikel, wie Ihr Kunde bestellt hat, daher wurde nichts weiter bestellt. Prüfen Sie die anderen Fulfillment-Anforderungen dieser Bestellung. Wenn eine davon storniert wird, läuft diese automatisch weiter.",
  "orders.reason.already-at-supplier.label": "Bei Ihrem Großhändler noch offen",
  "orders.reason.already-at-supplier":
    "Ihr Großhändler hat diese Bestellung (seine Nummer {number}), obwohl sie in Stockbridge auf das Bestellen wartet. Daher wird nichts weiter bestellt. Wenn Sie seine möchten, stornieren Sie diese in Stockbridge und führen Sie sie in Shopify aus, sobald er versendet. Wenn nicht, stornieren Sie seine auf seiner Website und versuchen Sie es erneut.",
  "orders.reason.service-gone.label": "Fulfillment-Service gelöscht",
  "orders.reason.service-gone":
    "Der Fulfillment-Service von Stockbridge wurde in Shopify gelöscht, während diese Bestellung wartete, daher wurde nichts bestellt. Wenn Ihr Großhändler sie versenden soll, legen Sie den Service auf der Startseite neu an. Wenn Sie sie selbst ausführen, stornieren Sie sie in Stockbridge.",
  "orders.reason.service-replaced.label": "Seit dem Löschen des Service an einem anderen Standort",
  "orders.reason.service-replaced":
    "Der Fulfillment-Service von Stockbridge wurde in Shopify gelöscht, während diese Bestellung wartete, und sie ist dem neuen nicht zugewiesen. Es wurde nichts bestellt. Wenn Ihr Großhändler sie versenden soll, ändern Sie ihren Standort in Shopify auf den neuen Stockbridge-Standort und fordern Sie erneut Fulfillment an. Wenn Sie sie selbst ausführen, stornieren Sie sie in Stockbridge.",
  "orders.reason.key-unauthorized.label": "Schlüssel nicht akzeptiert",
  "orders.reason.key-unauthorized":
    "Ihr Großhändler akzeptiert den Schlüssel Ihres Shops nicht, daher wartet diese Bestellung. Testen Sie die Verbindung in den Einstellungen. Wenn Sie den Schlüssel auf der Website Ihres Großhändlers gelöscht haben, ersetzen Sie ihn in den Einstellungen.",
  "orders.reason.key-not-opened.label": "Schlüssel nicht verwendbar",
  "orders.reason.key-not-opened":
    "Stockbridge kann den Schlüssel Ihres Shops nicht mehr öffnen, daher wartet diese Bestellung. Ersetzen Sie ihn in den Einstellungen.",

  "orders.reason.never-sent.label": "Großhändler antwortet nicht",
  "orders.reason.never-sent":
    "Ihr Großhändler war nicht erreichbar, daher wurde noch nichts bestellt. Stockbridge versucht es automatisch erneut.",
  "orders.reason.too-late.label": "Das Bestellen hat zu lange gedauert",
  "orders.reason.too-late":
    "Die Vorbereitung der Bestellung hat zu lange gedauert, daher wurde nichts gesendet. Stockbridge versucht es automatisch erneut.",
  "orders.reason.rejected.label": "Von Ihrem Großhändler abgelehnt",
  "orders.reason.rejected":
    "{explanation} Beheben Sie das Problem, wenn Sie können, und versuchen Sie es erneut.",
  "orders.reason.ended-at-once.label": "Von Ihrem Großhändler abgelehnt",
  "orders.reason.ended-at-once":
    "Ihr Großhändler hat die Bestellung angenommen (seine Nummer {number}) und sofort {status, select, rejected {abgelehnt} other {storniert}}, es wird also nichts gesendet. Fragen Sie ihn nach dem Grund und versuchen Sie es dann erneut.",
  "orders.reason.proven-not-ordered.label": "Wird erneut bestellt",
  "orders.reason.proven-not-ordered":
    "Ihr Großhändler hat diese Bestellung nicht, daher bestellt Stockbridge sie erneut.",
  "orders.reason.confirmed-not-ordered.label": "Wird bestellt",
  "orders.reason.confirmed-not-ordered":
    "Sie haben bestätigt, dass Ihr Großhändler diese Bestellung nicht hat, daher bestellt Stockbridge sie.",

  "orders.reason.unclear.label": "Keine klare Antwort",
  "orders.reason.unclear": "{explanation} Ihr Großhändler hat diese Bestellung vielleicht.",
  "orders.reason.abandoned.label": "Beim Bestellen unterbrochen",
  "orders.reason.abandoned":
    "Stockbridge wurde beim Bestellen unterbrochen, vor oder nach dem Senden. Ihr Großhändler hat die Bestellung vielleicht.",
  "orders.reason.found-dead.label": "Gefunden, aber nicht mehr aktiv",
  "orders.reason.found-dead":
    "Ihr Großhändler hat diese Bestellung (seine Nummer {number}), hat sie aber {status, select, rejected {abgelehnt} other {storniert}}.",
  "orders.reason.found-different.label": "Gefunden, aber anders",
  "orders.reason.found-different":
    "Ihr Großhändler hat eine Bestellung (seine Nummer {number}), deren Referenz oder Artikel von dem abweichen, was Stockbridge gesendet hat.",
  "orders.reason.found-twice.label": "Mehrfach gefunden",
  "orders.reason.found-twice":
    "Ihr Großhändler hat diese Bestellung mehrfach (seine Nummern {numbers}). Stornieren Sie bei ihm alle bis auf eine.",
  "orders.reason.found-unreadable.label": "Gefunden, vielleicht mehrfach",
  "orders.reason.found-unreadable":
    "Ihr Großhändler hat diese Bestellung (seine Nummer {number}) und unter derselben Referenz eine weitere, die Stockbridge nicht lesen kann. Vergleichen Sie die beiden auf seiner Website.",
  "orders.reason.not-found.label": "Bisher nicht gefunden",
  "orders.reason.not-found": "{explanation}",
  "orders.reason.accepted-before-records.label": "Vor Beginn unserer Aufzeichnungen angenommen",
  "orders.reason.accepted-before-records":
    "Shopify zeigt diese Anforderung als angenommen, aber das war vor Beginn unserer Aufzeichnungen, daher weiß Stockbridge nicht, ob Ihr Großhändler sie hat. Fragen Sie ihn und bestätigen Sie unten, was Sie gefunden haben. Bis dahin wird nichts bestellt.",
  "orders.reason.found-for-earlier-request.label": "Für eine frühere Anforderung gefunden",
  "orders.reason.found-for-earlier-request":
    "Ihr Großhändler hat eine Bestellung (seine Nummer {number}, unsere Referenz {reference}) zu einer früheren Anforderung derselben Bestellung in Shopify. Hier ist sie beendet oder nicht bekannt. Wenn jene Bestellung für diese Artikel ist, bestätigen Sie unten ihre Nummer, dann wird nichts weiter bestellt. Wenn nicht oder wenn Sie sie dort stornieren, bestätigen Sie, dass diese nicht bestellt wurde.",
  "orders.reason.unreadable-for-earlier-request.label": "Vielleicht für eine frühere Anforderung bestellt",
  "orders.reason.unreadable-for-earlier-request":
    "Zu einer früheren Anforderung derselben Bestellung in Shopify (unsere Referenz {reference}) antwortet Ihr Großhändler mit etwas, das Stockbridge nicht lesen kann und das hier nicht bekannt ist. Suchen Sie dort nach dieser Referenz. Wenn Sie eine Bestellung für diese Artikel finden, bestätigen Sie unten ihre Nummer, dann wird nichts weiter bestellt. Wenn nicht oder wenn Sie sie dort stornieren, bestätigen Sie, dass diese nicht bestellt wurde.",
  "orders.reason.cannot-tell.label": "Konnte nicht geprüft werden",
  "orders.reason.cannot-tell": "{explanation}",

  "orders.reason.supplier-unreachable.label": "Großhändler antwortet nicht",
  "orders.reason.supplier-unreachable":
    "Ihr Großhändler antwortet nicht, daher wartet diese Bestellung. Stockbridge versucht es automatisch erneut, nichts geht verloren.",
  "orders.reason.supplier-rate-limited.label": "Großhändler bittet zu warten",
  "orders.reason.supplier-rate-limited":
    "Ihr Großhändler hat zu viele Anfragen erhalten und bittet Stockbridge zu warten. Es versucht es automatisch erneut.",
  "orders.reason.supplier-rejected.label": "Anfrage von Ihrem Großhändler abgelehnt",
  "orders.reason.supplier-rejected": "{explanation} Stockbridge versucht es automatisch erneut.",
  "orders.reason.supplier-unexpected-reply.label": "Unklare Antwort Ihres Großhändlers",
  "orders.reason.supplier-unexpected-reply": "{explanation} Stockbridge versucht es automatisch erneut.",
  "orders.reason.supplier-outcome-unknown.label": "Keine klare Antwort Ihres Großhändlers",
  "orders.reason.supplier-outcome-unknown":
    "Ihr Großhändler hat nicht klar gesagt, ob er die Anfrage ausgeführt hat. Stockbridge prüft es automatisch erneut.",
  "orders.reason.shop-unreachable.label": "Shopify antwortet nicht",
  "orders.reason.shop-unreachable": "{explanation}",
  "orders.reason.shop-rate-limited.label": "Shopify bittet zu warten",
  "orders.reason.shop-rate-limited":
    "Ihr Shop erhält gerade viele Anfragen, daher bittet Shopify Stockbridge zu warten. Es versucht es automatisch erneut.",
  "orders.reason.shop-rejected.label": "Anfrage von Shopify abgelehnt",
  "orders.reason.shop-rejected":
    "{explanation} Wenden Sie sich an den Stockbridge-Support, wenn das so bleibt.",
  "orders.reason.shop-unexpected-reply.label": "Unklare Antwort von Shopify",
  "orders.reason.shop-unexpected-reply":
    "{explanation} Wenden Sie sich an den Stockbridge-Support, wenn das so bleibt.",
  "orders.reason.shop-outcome-unknown.label": "Keine klare Antwort von Shopify",
  "orders.reason.shop-outcome-unknown":
    "Shopify hat nicht klar gesagt, ob es die Anfrage ausgeführt hat. Stockbridge prüft es automatisch erneut.",
  "orders.reason.permission-missing.label": "Berechtigung fehlt",
  "orders.reason.permission-missing":
    "Stockbridge fehlt eine Berechtigung in Ihrem Shop. Öffnen Sie Stockbridge in Ihrem Shopify-Adminbereich, akzeptieren Sie seine Berechtigungen und versuchen Sie es erneut.",
  "orders.reason.access-lost.label": "Kein Zugriff auf Ihren Shop",
  "orders.reason.access-lost":
    "Stockbridge hat keinen Zugriff mehr auf Ihren Shop. Öffnen Sie Stockbridge einmal in Ihrem Shopify-Adminbereich, dann läuft diese Bestellung automatisch weiter.",
  "orders.reason.shop-gone.label": "Stockbridge ist nicht installiert",
  "orders.reason.shop-gone":
    "Stockbridge ist in diesem Shop nicht installiert, daher wartet diese Bestellung.",
  "orders.reason.ours.label": "Problem bei uns",
  "orders.reason.ours": "Bei uns ist etwas schiefgegangen. Stockbridge versucht es automatisch erneut.",
  "orders.reason.still-waiting.label": "Nach mehreren Versuchen nicht bestellt",
  "orders.reason.still-waiting":
    "Stockbridge hat mehrmals versucht, das zu bestellen, und versucht es weiter. Beim letzten Mal: {explanation} Wenn Ihr Kunde nicht warten kann, stornieren Sie die Bestellung in Stockbridge und bestellen Sie selbst bei Ihrem Großhändler.",

  "orders.reason.not-accepted.label": "In Shopify nicht angenommen",
  "orders.reason.not-accepted":
    "Ihr Großhändler hat die Bestellung, aber Shopify ließ Stockbridge die Anforderung nicht annehmen. {explanation} Prüfen Sie das Fulfillment in Shopify. Stockbridge versucht es automatisch erneut.",
  "orders.reason.not-declined.label": "In Shopify nicht abgelehnt",
  "orders.reason.not-declined":
    "Diese Bestellung wird storniert, aber Shopify ließ Stockbridge die Anforderung nicht ablehnen. {explanation} Prüfen Sie das Fulfillment in Shopify. Stockbridge versucht es automatisch erneut.",
  "orders.reason.part-not-requested.label": "In Shopify nicht angefordert",
  "orders.reason.part-not-requested":
    "Stockbridge sendet einen Teil dieser Bestellung, aber Shopify lässt es das Fulfillment nicht erneut anfordern. {explanation} Prüfen Sie die Bestellung in Shopify. Stockbridge versucht es automatisch erneut.",
  "orders.reason.request-rejected.label": "Anforderung in Shopify abgelehnt",
  "orders.reason.request-rejected":
    "Shopify zeigt, dass Stockbridge diese Anforderung abgelehnt hat, und Stockbridge hat keine Aufzeichnung des Grundes. Ihr Großhändler hat nichts davon bekommen. Wenn Ihr Kunde sie noch möchte, fordern Sie in Shopify erneut Fulfillment an.",
  "orders.reason.request-gone.label": "Anforderung in Shopify storniert",
  "orders.reason.request-gone":
    "Die Anforderung wurde in Shopify storniert, während Ihr Großhändler die Bestellung annahm. Stockbridge storniert sie bei ihm.",
  "orders.reason.gone.label": "Anforderung in Shopify storniert",
  "orders.reason.gone":
    "Die Anforderung wurde in Shopify storniert, bevor etwas bestellt war. Wenn Ihr Kunde die Artikel noch möchte, fordern Sie in Shopify erneut Fulfillment an.",
  "orders.reason.not-ours.label": "Anderem Standort zugewiesen",
  "orders.reason.not-ours":
    "Shopify hat das einem anderen Standort zugewiesen, daher führt Stockbridge es nicht aus. Es wurde nichts bestellt.",
  "orders.reason.rejected-since-ended.label": "Beendet und Anforderung abgelehnt",
  "orders.reason.rejected-since-ended":
    "Die Bestellung {number} bei Ihrem Großhändler ist beendet, und Stockbridge hat die Anforderung in Shopify abgelehnt. Es wurde nichts erneut bestellt. Wenn Ihr Kunde die Artikel noch möchte, fordern Sie in Shopify erneut Fulfillment an.",
  "orders.reason.not-ordered-again.label": "Nicht erneut bestellt",
  "orders.reason.not-ordered-again":
    "Die Bestellung {number} bei Ihrem Großhändler ist beendet. Es wurde nichts erneut bestellt, weil die neue Anforderung storniert oder einem anderen Standort zugewiesen wurde. Wenn Ihr Kunde die Artikel noch möchte, fordern Sie in Shopify erneut Fulfillment an.",

  "orders.reason.changed-in-shop.label": "In Shopify geändert",
  "orders.reason.changed-in-shop":
    "Diese Bestellung wurde in Shopify geändert, nachdem Ihr Großhändler sie erhalten hatte: {changes}. Seine Bestellung {number} bleibt, wie sie war. Fragen Sie ihn, ob er sie noch ändern kann.",

  "orders.reason.address-changed-too-late.label": "Adresse zu spät geändert",
  "orders.reason.address-changed-too-late":
    "Die Lieferadresse dieser Bestellung wurde in Shopify geändert, aber ihr letztes Paket war schon zur alten Adresse unterwegs. Teilen Sie Ihrem Großhändler jetzt die neue Adresse und seine Nummer {number} mit und fragen Sie, ob er oder der Versanddienst das Paket umleiten kann. Sagen Sie Ihrem Kunden, wohin es geht.",

  "orders.reason.not-canceled.label": "Konnte nicht storniert werden",
  "orders.reason.not-canceled": "{explanation}",
  "orders.reason.update-differs.label": "Aktualisierung passt nicht",
  "orders.reason.update-differs":
    "Die Aktualisierung Ihres Großhändlers zu seiner Bestellung {number} passt nicht zu dieser Bestellung: Referenz oder Artikel weichen vom Bestellten ab. Stockbridge ignoriert sie. Vergleichen Sie die beiden auf seiner Website und fragen Sie ihn, wenn sie abweichen.",
  "orders.reason.unknown-to-supplier.label": "Ihrem Großhändler nicht mehr bekannt",
  "orders.reason.unknown-to-supplier":
    "Ihr Großhändler hat diese Bestellung angenommen und sagt jetzt, es gebe keine Bestellung {number}. Fragen Sie ihn danach. Wenn Ihr Shop mit einem anderen Konto verbunden ist als beim Bestellen, verbinden Sie jenes wieder.",
  "orders.reason.other-account.label": "In Ihrem vorherigen Konto",
  "orders.reason.other-account":
    "Ihr Großhändler führt diese Bestellung (seine Nummer {number}) in dem Konto, mit dem Ihr Shop zuvor verbunden war. Dem heutigen Konto zeigt er sie nicht, daher kann Stockbridge sie weder verfolgen noch stornieren. Um sie nachzusehen oder zu stornieren, melden Sie sich auf seiner Website beim vorherigen Konto an. Wenn Sie jenes Konto wieder verbinden, verfolgt Stockbridge die Bestellung wieder.",
  "orders.reason.update-unreadable.label": "Aktualisierungen nicht lesbar",
  "orders.reason.update-unreadable":
    "Die Aktualisierungen Ihres Großhändlers zu seiner Bestellung {number} sind nicht lesbar, daher erreicht die Sendungsverfolgung Shopify nicht. {explanation} Stockbridge versucht es weiter.",
  "orders.reason.rest-canceled.label": "Ihr Großhändler hat den Rest storniert",
  "orders.reason.rest-canceled":
    "Ihr Großhändler hat einen Teil seiner Bestellung {number} gesendet und den Rest storniert. Erstatten Sie Ihrem Kunden, was fehlt, senden Sie es von anderswo, oder fordern Sie für den Rest in Shopify Fulfillment an, dann wird er noch einmal bestellt.",
  "orders.reason.canceled-after-shipping.label": "Storniert, nachdem sie als versendet gemeldet war",
  "orders.reason.canceled-after-shipping":
    "Ihr Großhändler hat seine Bestellung {number} als versendet gemeldet und später storniert, ohne für alle Artikel ein Paket zu zeigen. Fragen Sie ihn, ob er etwas gesendet hat. Erstatten Sie Ihrem Kunden, was er nicht gesendet hat, oder senden Sie es von anderswo.",
  "orders.reason.canceled-at-supplier.label": "Von Ihrem Großhändler storniert",
  "orders.reason.canceled-at-supplier":
    "Ihr Großhändler hat seine Bestellung {number} storniert, es wird also nichts gesendet. Erstatten Sie Ihrem Kunden den Betrag, senden Sie von anderswo, oder fordern Sie in Shopify erneut Fulfillment an, dann wird noch einmal bestellt.",
  "orders.reason.rejected-at-supplier.label": "Von Ihrem Großhändler abgelehnt",
  "orders.reason.rejected-at-supplier":
    "Ihr Großhändler hat seine Bestellung {number} abgelehnt, es wird also nichts gesendet. Erstatten Sie Ihrem Kunden den Betrag, senden Sie von anderswo, oder fordern Sie in Shopify erneut Fulfillment an, dann wird noch einmal bestellt.",
  "orders.reason.duplicate-at-supplier.label": "Doppelt bestellt",
  "orders.reason.duplicate-at-supplier":
    "Ihr Großhändler hat diese Bestellung zweimal: seine Nummern {number} und {other}. Stornieren Sie dort eine davon. Stockbridge verfolgt {number}.",
  "orders.reason.still-open-at-supplier.label": "Bei Ihrem Großhändler noch offen",
  "orders.reason.still-open-at-supplier":
    "Diese Bestellung ist hier beendet, aber Ihr Großhändler hat sie noch (seine Nummer {number}). Stornieren Sie sie dort, sonst wird sie versendet, und Sie zahlen dafür.",
  "orders.reason.differs-at-supplier.label": "Weicht vom Bestellten ab",
  "orders.reason.differs-at-supplier":
    "Die Bestellung {number} Ihres Großhändlers weicht vom Bestellten ab: {differences}. Pakete mit den Artikeln Ihres Kunden erreichen Shopify weiterhin. Fragen Sie Ihren Großhändler nach dem Grund.",
  "orders.reason.missing-ordered-again.label": "Fehlende Artikel erneut bestellt",
  "orders.reason.missing-ordered-again":
    "Die Bestellung {number} Ihres Großhändlers enthält einige Artikel nicht mehr. Wie gewünscht fordert Stockbridge sie in Shopify erneut an und bestellt sie noch einmal.",
  "orders.reason.missing-not-allowed.label": "Berechtigung fehlt, um Artikel erneut zu bestellen",
  "orders.reason.missing-not-allowed":
    "Stockbridge darf in Ihrem Shop kein Fulfillment anfordern, daher sind die in der Bestellung {number} Ihres Großhändlers fehlenden Artikel noch nicht erneut bestellt. Schalten Sie in den Einstellungen das automatische Bestellen ein, erlauben Sie es und versuchen Sie es erneut.",
  "orders.reason.missing-not-ordered.label": "Fehlende Artikel nicht erneut bestellt",
  "orders.reason.missing-not-ordered":
    "Die in der Bestellung {number} Ihres Großhändlers fehlenden Artikel werden nicht erneut bestellt. {explanation} Prüfen Sie die Bestellung in Shopify. Wenn sie Ihrem Kunden noch fehlen, fordern Sie dort Fulfillment an.",
  "orders.nothing-left-to-request": "Shopify hat von dieser Bestellung nichts mehr anzufordern.",
  "orders.reason.shipment-not-shown.label": "Paket nicht in Shopify",
  "orders.reason.shipment-not-shown":
    "Shopify zeigt {shipments, plural, one {ein Paket} other {# Pakete}} dieser Bestellung nicht, Ihr Kunde wurde also nicht darüber informiert. Unten steht der Grund. Lassen Sie es dann erneut anzeigen.",
  "orders.reason.canceled.label": "Wie gewünscht storniert",
  "orders.reason.canceled":
    "Ihr Großhändler hat seine Bestellung {number} wie gewünscht storniert. Wenn Ihr Kunde sie noch möchte, fordern Sie in Shopify erneut Fulfillment an.",
  "orders.reason.canceled-unsent.label": "Vor dem Bestellen storniert",
  "orders.reason.canceled-unsent":
    "Storniert, bevor etwas bestellt war. Wenn Ihr Kunde sie noch möchte, fordern Sie in Shopify erneut Fulfillment an.",
} as const;
