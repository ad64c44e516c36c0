/**
 * Every word for people, in English: ICU MessageFormat, by area. Codes are kept in rows, so a code is never given another
 * meaning; wordings may change at any time. A message says what happened, what it means for the merchant's customer,
 * and what to do.
 */
export const en = {
  // ---- Everywhere

  /** A sentence from before messages had codes, kept as it was. Nothing writes it any more. */
  "earlier-message": "{text}",
  "action.cancel": "Cancel",
  "unknown-message": "This happened in another version of Stockbridge, which this one has no words for.",
  "list-item": "“{item}”",
  "moment.long": "{at, date, long}",
  "moment.medium": "{at, date, medium}",

  // ---- Failures: the supplier's side

  "failure.supplier.write-not-confirmed":
    "Nothing was sent: ordering and branding aren't switched on yet. Contact Stockbridge support.",
  "failure.supplier.not-offered": "Your supplier has no way to do this from here. Do it on their site.",
  "failure.supplier.request-misfit":
    "Nothing was sent: your supplier wouldn't understand “{path}” as it is. Complete it, then try again.",
  "failure.supplier.unauthorized": "Your supplier didn't accept the sign-in or the key.",
  "failure.supplier.rate-limited":
    "Your supplier received too many requests and asks us to wait. Try again in a minute.",
  "failure.supplier.rejected": "Your supplier rejected the request (status {status}).",
  "failure.supplier.redirected":
    "Your supplier's address redirects somewhere else (status {status}). We didn't follow it, because your credentials would have gone along. Contact Stockbridge support.",
  "failure.supplier.server-error":
    "Your supplier's service has a problem (status {status}). Try again in a few minutes.",
  "failure.supplier.no-answer":
    "Your supplier didn't answer, or the connection broke. Try again in a few minutes.",
  "failure.supplier.down":
    "Your supplier's service isn't answering anyone right now. Stockbridge tries again automatically, and nothing is lost.",
  "failure.supplier.outcome-unknown": "Your supplier didn't say clearly whether they did what we asked.",
  "failure.supplier.unexpected-reply":
    "Your supplier's answer doesn't make sense to Stockbridge. If this continues, contact Stockbridge support.",
  "failure.supplier.unexpected-reply.at":
    "Your supplier's answer doesn't make sense to Stockbridge at “{path}”. If this continues, contact Stockbridge support.",
  "failure.supplier.product-list-stuck":
    "Your supplier's product list doesn't lead from one page to the next.",
  "failure.supplier.order-list-stuck": "Your supplier's order list doesn't lead from one page to the next.",

  // ---- Failures: the shop's side

  "failure.shop.not-installed": "Stockbridge isn't installed in this shop. Install it, then try again.",
  "failure.shop.access-lost":
    "Stockbridge has lost access to your shop. Open Stockbridge in your Shopify admin once, and everything that is waiting continues automatically.",
  "failure.shop.no-answer": "Shopify didn't answer. Stockbridge tries again automatically.",
  "failure.shop.rate-limited": "Your shop receives many requests right now, so Shopify asks us to wait.",
  "failure.shop.paused": "Shopify has paused your shop, so nothing in it can be changed right now.",
  "failure.shop.rejected": "Shopify rejected the request (status {status}).",
  "failure.shop.server-error":
    "Shopify has a problem (status {status}). Stockbridge tries again automatically.",
  "failure.shop.internal-error": "Shopify has a problem. Stockbridge tries again automatically.",
  "failure.shop.permission-missing":
    "Stockbridge is missing a permission in your shop. Open Stockbridge in your Shopify admin and accept its permissions.",
  "failure.shop.unexpected-reply": "Shopify didn't understand the request ({problem}).",
  "failure.shop.user-errors": "Shopify rejected it: {problem}.",
  "failure.shop.stock-keeps-changing":
    "The stock in your shop kept changing. Stockbridge tries again automatically.",

  // ---- Failures: ours

  "failure.ours": "Something went wrong on our side. Stockbridge tries again automatically.",
  "failure.ours.key-not-opened":
    "Stockbridge can no longer open the key it keeps for this shop. Replace the key in Settings.",

  // ---- Connection

  "connection.title": "Connection",

  // Signing in
  "connection.email": "Email",
  "connection.password": "Password",
  "connection.email.missing": "Enter the email address of your reseller account.",
  "connection.password.missing": "Enter the password of your reseller account.",
  "connection.connect.title": "Connect your reseller account",
  "connection.connect":
    "Sign in once with your account at {supplier}. Stockbridge creates an API key for this shop, stores it encrypted, and forgets your password.",
  "connection.connect.again":
    "{why, select, uninstalled {Stockbridge was uninstalled} other {This shop was disconnected}} on {at, date, long}. Your history and product links are kept: connect the same account again, and everything continues. {connect}",
  "connection.connect.submit": "Connect",
  "connection.reconnect.title": "Reconnect",
  "connection.reconnect":
    "Sign in again with your account at {supplier}. Stockbridge creates a new key, tests it, and then uses it in place of this one. Everything that is waiting continues right away.",
  "connection.reconnect.submit": "Reconnect",
  "connection.replace.title": "Replace key",
  "connection.replace":
    "Sign in again with your account at {supplier}. Stockbridge creates a new key, tests it, and then uses it in place of this one. Nothing stops in the meantime, and if anything goes wrong, this key stays in use.",
  "connection.replace.submit": "Replace key",
  "connection.connecting.title": "Connecting your shop",
  "connection.replacing.title": "Replacing the key",
  "connection.in-progress": "This takes less than a minute. The page updates automatically.",
  "connection.in-progress.label": "In progress",

  // Why there is no key: see app/connection/connect-problem.ts
  "connection.nothing-connected": "Nothing was connected.",
  "connection.nothing-changed": "Nothing was changed.",
  "connection.problem.cannot-store.title": "Stockbridge can't store a key right now",
  "connection.problem.cannot-store":
    "So it didn't ask your supplier for one, and nothing was sent. {outcome} Try again in a few minutes. If that doesn't help, contact Stockbridge support.",
  "connection.problem.too-many.title":
    "Wait {waitSeconds, plural, one {# second} other {# seconds}} before you try again",
  "connection.problem.too-many":
    "There were five sign-in attempts within a minute. Suppliers may lock an account after too many, so this pause protects yours. Nothing was sent. {outcome}",
  "connection.problem.other-account.title": "This isn't the account that your shop is connected to",
  "connection.problem.other-account":
    "Nothing was sent. {outcome} Enter the email you connected with. To switch accounts, or if your account's email has changed, disconnect first and then connect again: your products stay linked.",
  "connection.problem.wrong-account.title": "Your supplier didn't accept this email and password",
  "connection.problem.wrong-account":
    "{outcome} Check both, then try again. Use the ones you sign in with on your supplier's own site, not your Shopify ones.",
  "connection.problem.no-token.title": "Your supplier's answer to the sign-in is incomplete",
  "connection.problem.no-token":
    "Its session token is missing. {outcome} Check that you can sign in on your supplier's own site. If you can, contact Stockbridge support.",
  "connection.problem.no-sign-in.title": "Your supplier has no sign-in at its address",
  "connection.problem.no-sign-in": "It answered with status {status}. {outcome} Contact Stockbridge support.",
  "connection.problem.sign-in-failed.title": "The sign-in didn't work",
  "connection.problem.sign-in-failed": "{why} {outcome}",
  "connection.problem.not-allowed.title":
    "You're signed in, but your supplier doesn't let this account create a key",
  "connection.problem.not-allowed":
    "{outcome} Check in your profile at your supplier that your account may create API keys.",
  "connection.problem.key-later.title": "You're signed in, but your supplier hasn't created a key yet",
  "connection.problem.key-later": "{why} {outcome}",
  "connection.problem.key-rejected.title": "You're signed in, but your supplier didn't create a key",
  "connection.problem.key-rejected": "{why} {outcome}",
  "connection.problem.key-in-doubt.title": "We couldn't tell whether your supplier created a key",
  "connection.problem.key-in-doubt":
    "{why} {outcome} If there is a key named “{keyName}” under API keys in your profile at your supplier, delete it. Then try again: that creates a new one.",
  "connection.problem.changed-name.title": "Your supplier created a key under a different name",
  "connection.problem.changed-name":
    "We asked for “{keyName}” and got “{cameBackAs}”. Such a key could belong to someone else, so we didn't keep it. {outcome} Delete it under API keys in your profile at your supplier.",
  "connection.problem.key-unusable.title": "Your supplier created a new key but doesn't accept it",
  "connection.problem.key-unusable":
    "Your shop keeps the key it has. {outcome} Delete the key named “{keyName}” under API keys in your profile at your supplier, then try again later.",
  "connection.problem.not-stored.title": "The key was created but couldn't be stored",
  "connection.problem.not-stored":
    "Delete the key named “{keyName}” under API keys in your profile at your supplier. Then reload this page and {purpose, select, connect {connect again if your shop isn't connected} other {replace the key again}}.",

  // Why the supplier's products could not be read: what a check of the key showed, and what the catalog's page says
  "connection.products.not-offered.title": "Your supplier's products aren't available",
  "connection.products.not-offered":
    "You're connected, but your supplier has no product list where Stockbridge looks for it (status {status}). Contact Stockbridge support.",
  "connection.products.unauthorized.title": "Your supplier doesn't accept your key",
  "connection.products.unauthorized":
    "If you deleted the key at your supplier, replace it in Settings. If you didn't, test the connection in Settings in a few minutes.",
  "connection.products.failed.title": "Your supplier's products couldn't be read",

  // What came of a button
  "connection.already.title": "This shop is already connected",
  "connection.already":
    "The email and password you entered weren't used. To connect a different account, disconnect first.",
  "connection.running.title": "Another attempt is in progress",
  "connection.gone.title": "This shop is no longer connected",
  "connection.gone": "It was disconnected in another window or by someone else.",
  "connection.replaced.title": "Key replaced",
  "connection.replaced":
    "Stockbridge now uses the new key. Delete the old one at your supplier: its name is listed below.",
  "connection.tested.verified.title": "The connection works",
  "connection.tested.verified": "Your supplier showed its products with this key.",
  "connection.tested.unverified.title": "The key couldn't be verified",
  "connection.disconnected.title": "Disconnected",
  "connection.disconnected.zero-stock":
    "Stockbridge has forgotten the key and is setting the stock of your supplier's products in your shop to zero. Activity shows when that's done.",
  "connection.disconnected.draft":
    "Stockbridge has forgotten the key and is turning your supplier's products in your shop into drafts. Activity shows when that's done.",
  "connection.disconnected.keep":
    "Stockbridge has forgotten the key. Your products stay as they are: fulfill or refund new orders for them yourself.",

  // The connection on its page
  "connection.card.title": "Connected to {supplier}",
  "connection.state.connected": "Connected",
  "connection.state.unverified": "Connected, not verified yet",
  "connection.state.other-account": "Connected to a different account",
  "connection.state.needs-reconnecting": "Key doesn't work",
  "connection.check.not-tried": "The key hasn't been tried yet. Test the connection.",
  "connection.needs-reconnecting":
    "{why} Your supplier hasn't accepted the key since {since, date, long}. Nothing is lost: orders wait, and your products stay as they are.",
  "connection.key-name": "Key name",
  "connection.key": "Key",
  "connection.connected-since": "Connected since",
  "connection.last-checked": "Last checked",
  "connection.test": "Test connection",
  "connection.shared.title": "Another shop uses this account",
  "connection.shared":
    "Orders stay separate. Branding doesn't: your supplier keeps one branding per account, so what one shop publishes applies to the parcels of both.",

  // Disconnecting
  "connection.disconnect": "Disconnect",
  "connection.disconnect.title": "Disconnect this shop?",
  "connection.disconnect.effect":
    "Stockbridge forgets the key right away and stops working with your supplier for this shop. The key “{keyName}” still works at your supplier until you delete it there. Your history and product links are kept in case you connect again.",
  "connection.disconnect.products": "What should happen to your supplier's products in your shop?",
  "connection.disconnect.zero-stock": "Set their stock to zero",
  "connection.disconnect.zero-stock.help":
    "They stay in your shop, but customers can't order what nobody would ship. Connecting again restores their stock.",
  "connection.disconnect.draft": "Turn them into drafts",
  "connection.disconnect.draft.help":
    "Customers no longer see them. After you connect again, they stay drafts until you publish them in Shopify.",
  "connection.disconnect.keep": "Leave them as they are",
  "connection.disconnect.keep.help":
    "Customers can still order them, but nothing is sent to your supplier. You fulfill or refund those orders yourself.",
  "connection.disconnect.cancel": "Stay connected",

  // Keys that no shop uses
  "connection.orphaned-keys.title": "Keys to delete at your supplier",
  "connection.orphaned-keys":
    "Stockbridge doesn't use these keys and can't delete them for you. Sign in to {supplier}, open API keys in your profile, and delete the ones with exactly these names.",
  "connection.orphaned-key.lost":
    "May exist: we couldn't tell whether your supplier created it on {since, date, long}.",
  "connection.orphaned-key.disconnected": "Used until you disconnected. Created on {since, date, long}.",
  "connection.orphaned-key.uninstalled":
    "Used until Stockbridge was uninstalled. Created on {since, date, long}.",
  "connection.orphaned-key.replaced": "Used until you replaced it. Created on {since, date, long}.",
  "connection.orphaned-key.unusable":
    "Never used, because your supplier didn't accept it. Created on {since, date, long}.",
  "connection.orphaned-key.acknowledge": "Mark as deleted",
  "connection.orphaned-key.acknowledge.label": "Mark {keyName} as deleted",
  "connection.orphaned-key.acknowledge.title": "Did you delete this key at your supplier?",
  "connection.orphaned-key.acknowledge.effect":
    "Stockbridge removes the name “{keyName}” from the list, and won't be able to show it again.",
  "connection.orphaned-key.acknowledge.submit": "Remove from list",
  "connection.orphaned-key.acknowledge.cancel": "Keep on list",

  // Another account than before
  "connection.other-account.title": "This shop is connected to a different account than before",
  "connection.other-account":
    "{count, plural, one {# product} other {# products}} in your shop came from the previous account. Does this account have the same products? Until you decide, orders for them wait and their stock isn't updated.",
  "connection.other-account.not-read":
    "Stockbridge is still reading this account's products. Soon you'll see here how many of them it has.",
  "connection.other-account.found-none": "This account has none of them under the same number.",
  "connection.other-account.found-all": "This account has all of them under the same numbers.",
  "connection.other-account.found-some": "This account has {found, number} of them under the same numbers.",
  "connection.other-account.same": "Keep links",
  "connection.other-account.fresh": "Start fresh",
  "connection.other-account.fresh.title": "Start fresh with this account?",
  "connection.other-account.fresh.effect":
    "Stockbridge forgets that {count, plural, one {# product} other {# products}} came from your supplier. They stay in your shop as they are, but nothing is ordered for them anymore, and the links can't be restored. Import what you want to sell from this account.",
  "connection.other-account.fresh.cancel": "Not now",

  // Above pages that need a connection
  "connection.banner.needs-reconnecting.title": "Your supplier no longer accepts this shop's key",
  "connection.banner.needs-reconnecting":
    "This began on {since, date, long}. Nothing is lost: orders wait, and your products stay as they are. Everything continues once you reconnect.",
  "connection.banner.reconnect": "Reconnect",
  "connection.banner.other-account":
    "Decide whether the products you have are the same in this account. Until then, orders for them wait.",
  "connection.banner.decide": "Decide",
  "connection.connect-first.title": "Connect your reseller account first",
  "connection.connect-first.disconnected":
    "This shop was disconnected on {at, date, long}. Its history and product links are kept.",
  "connection.view-progress": "View progress",

  // Activity
  "connection.activity.connected": "Connected to your supplier with the key “{keyName}”.",
  "connection.activity.replaced":
    "Key replaced. Stockbridge now uses “{keyName}”. Delete “{oldKeyName}” at your supplier.",
  "connection.activity.unauthorized":
    "Your supplier no longer accepts the key “{keyName}”, so new orders wait. {why}",
  "connection.activity.accepted":
    "Your supplier accepts the key “{keyName}” again. Orders that were waiting continue automatically.",
  "connection.activity.disconnected":
    "Disconnected from your supplier. Stockbridge has forgotten the key “{keyName}”. It still works at your supplier until you delete it there.",
  "connection.activity.uninstalled":
    "Stockbridge was uninstalled and has forgotten the key “{keyName}”. It still works at your supplier until you delete it there.",

  // ---- Catalog

  "catalog.title": "Catalog",

  // ---- Orders: reasons

  "orders.title": "Orders",

  // ---- Orders: outcomes of attempts

  // ---- Orders: what happens next

  // ---- Orders: activity

  // ---- Orders: answers in the shop

  // ---- Orders: pages

  // ---- Parcels

  "parcels.title": "Parcels",

  // ---- Branding

  "branding.title": "Branding",
  "branding.subtitle": "What your customers find in the parcel",
  "branding.not-connected": "Your supplier keeps the branding with your account.",

  // The form
  "branding.card.brand": "Your brand",
  "branding.card.slip": "Packing slip",
  "branding.card.support": "Help for your customers",
  "branding.field.brandName": "Brand name",
  "branding.field.logo": "Logo",
  "branding.field.primaryColor": "Primary color",
  "branding.field.packingSlipMessage": "Packing slip message",
  "branding.field.returnAddress": "Return address",
  "branding.field.supportEmail": "Support email",
  "branding.field.supportPhone": "Support phone",
  "branding.help.logo": "PNG, JPEG, or SVG, up to {kilobytes, number} KB.",
  "branding.help.packingSlipMessage": "A few words to the person who opens the parcel.",
  "branding.help.returnAddress": "Where parcels are returned to, as written on a label.",
  "branding.problem.brandName":
    "Enter the name that your customers know, on one line of at most {max, number} characters.",
  "branding.problem.logo.too-large": "This file is larger than {kilobytes, number} KB. Choose a smaller one.",
  "branding.problem.logo.not-an-image": "This isn't a PNG, JPEG, or SVG image. Choose another file.",
  "branding.problem.logo.active":
    "This SVG contains scripts, links, or parts that are loaded from elsewhere. Choose a plain one, or a PNG.",
  "branding.problem.logo": "Choose the logo file again.",
  "branding.problem.primaryColor": "Enter a color such as #1a2b3c.",
  "branding.problem.packingSlipMessage": "Enter at most {max, number} characters.",
  "branding.problem.returnAddress": "Enter at most {max, number} characters.",
  "branding.problem.supportEmail": "Enter an email address such as help@example.com.",
  "branding.problem.supportPhone": "Enter a phone number in digits, such as +1 212 555 0123.",
  "branding.color.choose": "Choose primary color",
  "branding.logo.alt": "Your logo",
  "branding.logo.choose": "Choose file",
  "branding.logo.remove": "Remove logo",
  "branding.publish": "Publish",
  "branding.save": "Save",
  "branding.discard": "Discard",
  "branding.discard-draft": "Discard draft",

  // The preview
  "branding.preview.title": "Preview",
  "branding.preview.brand": "Your brand",
  "branding.preview.slip": "Packing slip · Order #1001",
  "branding.preview.returns": "Returns to",
  "branding.preview.contact": "Questions? {contact}",
  "branding.preview.note": "Your supplier decides how it looks in print.",

  // Where it stands
  "branding.state.draft": "Draft, not published",
  "branding.state.unpublished": "Not published yet",
  "branding.state.changed-elsewhere": "Changed elsewhere",
  "branding.state.published": "Version {number}",
  "branding.published.title": "Published as version {number}",
  "branding.published": "Parcels of new orders leave with it.",
  "branding.published-differently.title": "Published as version {number}, with differences",
  "branding.published-differently":
    "Your supplier accepted it but shows something else for: {fields}. Check these on your supplier's own site.",
  "branding.running.title": "Your branding is already being published",
  "branding.running": "This takes less than a minute. Reload the page then. What you entered is kept.",
  "branding.gone": "What you entered is kept. Connect in Settings, then publish.",
  "branding.rejected.title": "Your branding wasn't published",
  "branding.rejected": "{why} What you entered is kept as a draft.",
  "branding.in-doubt.title": "We couldn't tell whether your supplier received your branding",
  "branding.in-doubt":
    "Reload this page in a minute, and Stockbridge checks again. You can also publish once more: that does no harm.",
  "branding.publishing.title": "Publishing your branding",
  "branding.publishing": "This takes less than a minute. Reload the page then.",
  "branding.unread.title": "Your supplier's current settings couldn't be read",
  "branding.unread": "{why} You can continue here: what you save is kept.",
  "branding.changed-elsewhere.title": "Your supplier has different settings than you published",
  "branding.changed-elsewhere": "These differ: {fields}. Publish the ones your parcels should leave with.",
  "branding.shared":
    "Your supplier keeps one branding per account. What you publish applies to the parcels of both shops.",
  "branding.unconfirmed.title": "Publishing isn't switched on yet",
  "branding.unconfirmed":
    "Your supplier doesn't document its branding settings, so Stockbridge assumes where they are. Contact Stockbridge support to switch on publishing. What you save is kept.",
  "branding.confirmed":
    "Your supplier doesn't document its branding settings. Stockbridge support has confirmed the ones used here.",

  // Why it was not read or published
  "branding.not-offered.title": "Branding isn't available at your supplier",
  "branding.not-offered":
    "Your supplier has no branding settings where Stockbridge looks for them (status {status}). Parcels leave as your supplier packs them. Contact Stockbridge support.",
  "branding.unauthorized": "Your supplier doesn't accept your key. Test the connection in Settings.",
  "branding.not-arrived":
    "Your supplier didn't say whether they received it, and when we checked, they had other settings. Publish it again.",

  // Activity
  "branding.activity.published":
    "Published your branding as version {number}. Parcels of new orders leave with it.",
  "branding.activity.rejected": "Your branding wasn't published. {why} Your draft is kept.",
  "branding.activity.in-doubt":
    "Your supplier didn't say whether they received your branding. Open Branding, and Stockbridge checks again.",

  // ---- Activity

  "activity.title": "Activity",
  "activity.subtitle": "What Stockbridge did for your shop, kept for 90 days",
  "activity.all": "All",
  "activity.warnings": "Warnings",
  "activity.empty.title": "Nothing has happened yet",
  "activity.empty": "Connect your reseller account in Settings, and this page shows what Stockbridge does.",
  "activity.no-warnings.title": "No warnings",
  "activity.no-warnings": "When there is one, it appears here with what you can do.",
  "activity.pages": "Pages of activity",
  "activity.newer": "Newer",
  "activity.older": "Older",
  "activity.today": "Today",
  "activity.yesterday": "Yesterday",
  "activity.day": "{date, date, day}",
  "activity.time": "{at, time, short}",
  "activity.tone.info": "For your information",
  "activity.tone.success": "Done",
  "activity.tone.warning": "Warning",
  "activity.tone.critical": "Urgent",

  // ---- Home and frame

  "home.title": "Stockbridge",
  "home.menu": "Home",
  "home.connect.title": "Connect your reseller account",
  "home.connect":
    "Enter the email and password of your reseller account once. Stockbridge creates an API key for this shop at your supplier and forgets the password.",
  "home.connect.action": "Connect",
  "home.disconnected.title": "Your shop is disconnected",
  "home.disconnected":
    "It was connected until {at, date, long}. Your history and product links are kept: connect the same account again, and everything continues.",
  "home.disconnected.action": "Connect again",
  "home.connected.title": "Your shop is connected",
  "home.connected": "Browse your supplier's products and add them to your shop.",
  "home.connected.action": "Open catalog",
  "home.unverified.action": "View connection",
  "home.manage": "Manage connection",
  "home.needs-attention": "Need attention",
  "home.needs-attention.label": "{count, plural, one {# order needs} other {# orders need}} your attention",
  "home.in-progress": "In progress",
  "home.in-progress.label": "{count, plural, one {# order is} other {# orders are}} in progress",
  "home.count": "{count, number}",

  "settings.title": "Settings",

  "page.not-found.title": "Page not found",
  "page.not-found": "Choose a page from the menu.",
  "page.outdated.title": "This page is out of date",
  "page.outdated": "Nothing was changed. Reload the page, then try again.",
  "page.failed.title": "Something went wrong on our side",
  "page.failed":
    "Everything you saved is still there. Reload the page. If that doesn't help, contact Stockbridge support.",
  "page.outside-admin.title": "There is nothing here",
  "page.outside-admin": "Stockbridge works in your Shopify admin. Open it there, under Apps.",

  "outage.title": "Your supplier isn't answering right now",
  outage:
    "Since {since, time, short}, your supplier hasn't answered any shop. Your orders wait and nothing is lost. Stockbridge continues automatically once your supplier is back.",

  // Ordering: paused or on, and automatic ordering
  "ordering.title": "Orders",
  "ordering.state.on": "On",
  "ordering.state.paused": "Paused",
  "ordering.on": "When you request fulfillment in Shopify, the order goes to your supplier right away.",
  "ordering.pause": "Pause ordering",
  "ordering.resume": "Resume ordering",
  "ordering.paused.title": "Ordering is paused",
  "ordering.paused": "You paused it. Orders wait until you resume ordering in Settings. None are lost.",
  "ordering.paused.action": "Open Settings",
  "ordering.paused.since":
    "You paused ordering on {at, date, long}. Orders wait and none are lost. Updates on earlier orders still come in.",
  "ordering.paused-for-all.title": "Ordering is paused for all shops",
  "ordering.paused-for-all":
    "Stockbridge support has paused it. Orders wait and continue automatically once it is resumed.",
  "ordering.automatic.title": "Automatic ordering",
  "ordering.automatic": "Request fulfillment for every paid order",
  "ordering.automatic.help":
    "Orders with your supplier's products that are paid from now on go to your supplier without your review. Earlier orders aren't affected.",
  "ordering.automatic.since": "On since {at, date, long}",

  // Access to the shop
  "access.lost":
    "Stockbridge has lost access to your shop. Orders, products and tracking wait, and nothing is lost. Open Stockbridge in your Shopify admin once, and everything continues automatically.",
  "access.restored": "Stockbridge has access to your shop again. Everything that waited continues.",
  "access.permissions-missing":
    "Stockbridge is missing permissions in your shop: {permissions}. What needs them fails until you open Stockbridge in your Shopify admin and accept its permissions.",
  "access.permissions-granted": "Stockbridge has all the permissions it needs again.",
} as const;
