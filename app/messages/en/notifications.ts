/** E-mails to the merchant, and the pages for them. */
export const notifications = {
  "notifications.address.missing": "Enter an email address",
  "notifications.address.invalid": "Enter an email address such as orders@example.com",
  "notifications.address.long": "This email address is too long",
  "notifications.address.letters": "Use an email address with only the letters a to z before the @",
  "notifications.address.quoted": "Email addresses in quotation marks aren't supported. Use another one",
  "notifications.address.already": "This email address is already on the list",
  "notifications.address.too-many": "Five addresses are the limit. Remove one first",
  "notifications.address.too-often": "Too many confirmations were sent today. Try again tomorrow",
  "notifications.mail.why": "You get this email because this address was entered in Stockbridge for {shop}.",
  "notifications.mail.unsubscribe": "Unsubscribe",
  "notifications.mail.confirmation.subject": "Confirm your email address for Stockbridge",
  "notifications.mail.confirmation.text":
    "This address was entered in Stockbridge to receive notifications of the shop {shop}. Confirm it within seven days.",
  "notifications.mail.confirmation.link": "Confirm this address",
  "notifications.mail.confirmation.ignore":
    "If you don't know this shop, ignore this email. You won't get another one.",
  "notifications.mail.urgent.subject":
    "Stockbridge: {count, plural, one {# thing needs} other {# things need}} your attention",
  "notifications.mail.digest.subject":
    "Stockbridge: your daily summary, {count, plural, one {# notification} other {# notifications}}",
  "notifications.mail.intro": "Stockbridge reports for {shop}:",
  "notifications.mail.more": "{count, plural, one {and # more} other {and # more}}",
  "notifications.mail.order-needs-attention":
    "{count, plural, one {# order needs} other {# orders need}} your attention",
  "notifications.mail.supplier-canceled":
    "Your supplier canceled {count, plural, one {# order} other {# orders}}",
  "notifications.mail.order-in-doubt":
    "It's unclear whether your supplier has {count, plural, one {# order} other {# orders}}",
  "notifications.mail.key-refused":
    "Your supplier no longer accepts the connection. Orders and products wait until you reconnect",
  "notifications.mail.price-moved":
    "The cost of {count, plural, one {# product has} other {# products has}} changed more than you allow. New prices wait for your approval",
  "notifications.mail.discontinued":
    "Your supplier no longer sells {count, plural, one {# product} other {# products}}",
  "notifications.mail.sold-out":
    "{count, plural, one {# product is} other {# products are}} sold out, completely or in some variants",
  "notifications.mail.below-cost": "{count, plural, one {# product sells} other {# products sell}} at a loss",
  "notifications.mail.setup-broken": "Something in your setup needs to be fixed",
  "notifications.mail.about": "{name}: {what}",
  "notifications.mail.held-by-rule": "Held by your rules",
  "notifications.mail.cost": "cost from {costBefore} to {cost}",
  "notifications.mail.cost-and-price":
    "cost from {costBefore} to {cost}, price from {priceBefore} to {price}",
  "notifications.mail.and-variants":
    "{what}, and {count, plural, one {# more variant} other {# more variants}}",
  "notifications.mail.price-and-cost": "price {price}, your supplier's cost {cost}",
  "notifications.mail.sold-out-variants": "{count} of {all} variants",
  "notifications.mail.still-offered": "your shop may still offer it",
  "notifications.mail.stock-is-zero": "its stock is zero now",
  "notifications.mail.is-draft": "it is a draft now",
  "notifications.subtitle": "Emails about what needs your attention.",
  "notifications.no-server":
    "Email isn't set up for this installation of Stockbridge, so no emails are sent. Contact Stockbridge support. Everything is still listed under Activity.",
  "notifications.recipients": "Email addresses",
  "notifications.recipients.help":
    "Up to five. Each gets an email with a link to confirm it, and can unsubscribe at any time.",
  "notifications.recipients.new": "New email address",
  "notifications.recipients.add": "Add address",
  "notifications.recipients.remove": "Remove",
  "notifications.recipients.none": "No address yet.",
  "notifications.recipients.confirmed": "Confirmed",
  "notifications.recipients.unconfirmed": "Waiting for confirmation",
  "notifications.problem.address-refused":
    "The mail server doesn't accept this address. Remove it, and add it again once it works.",
  "notifications.problem.content-refused":
    "The mail server didn't accept the last email. Contact Stockbridge support.",
  "notifications.problem.unanswered":
    "The mail server didn't answer, so the last email may not have arrived. Look under Activity. Later events are sent to this address again. If it isn't confirmed yet, remove it and add it again.",
  "notifications.problem.given-up":
    "The last email couldn't be sent for three days. Look under Activity. Later events are sent to this address again. If it isn't confirmed yet, remove it and add it again.",
  "notifications.events": "Events",
  "notifications.mode.instant": "Right away",
  "notifications.mode.digest": "In the daily summary",
  "notifications.mode.off": "Off",
  "notifications.bundled": "Events to be sent right away are bundled: at most one email in ten minutes.",
  "notifications.digest-time": "Time of the daily summary",
  "notifications.digest-time.help": "In your shop's time zone.",
  "notifications.digest-time.missing": "Choose a time for the daily summary",
  "notifications.kept": "Stockbridge keeps a list of these events and emails for {days} days.",
  "notifications.event.order-needs-attention": "An order needs attention",
  "notifications.event.supplier-canceled": "Your supplier canceled an order",
  "notifications.event.order-in-doubt": "It is unclear if your supplier has an order",
  "notifications.event.key-refused": "Your supplier no longer accepts the connection",
  "notifications.event.price-moved":
    "A cost changed more than you allow, and the price waits for your approval",
  "notifications.event.discontinued": "A product was discontinued",
  "notifications.event.sold-out": "A product or one of its variants is sold out",
  "notifications.event.below-cost": "A product sells at a loss",
  "notifications.event.setup-broken": "Something in your setup needs to be fixed",
  "notifications.link.invalid.title": "This link doesn't work",
  "notifications.link.invalid":
    "It's incomplete or no longer valid. Copy the whole link from the email, or open Stockbridge in your Shopify admin.",
  "notifications.link.confirm.title": "Confirm your email address",
  "notifications.link.confirm": "Press the button to get notifications for {shop} from Stockbridge.",
  "notifications.link.confirm.button": "Confirm",
  "notifications.link.confirm.done": "This address is confirmed. You'll get notifications for {shop}.",
  "notifications.link.confirm.gone":
    "This address is no longer on the list of {shop}. Add it again in Stockbridge.",
  "notifications.link.unsubscribe.title": "Unsubscribe",
  "notifications.link.unsubscribe":
    "Press the button to get no more notifications for {shop} from Stockbridge.",
  "notifications.link.unsubscribe.button": "Unsubscribe",
  "notifications.link.unsubscribe.done":
    "You won't get any more notifications for {shop}. Your address was deleted.",
} as const;
