/** Connecting to the supplier: sign-in, key, disconnecting, and activity. */
export const connection = {
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

  // Reasons why we got no key (app/connection/connect-problem.ts)
  "connection.nothing-connected": "Nothing was connected.",
  "connection.nothing-changed": "Nothing was changed.",
  "connection.problem.cannot-store.title": "Stockbridge can't store a key right now",
  "connection.problem.cannot-store":
    "So it didn't ask your supplier for one, and nothing was sent. {outcome} Try again in a few minutes. If that doesn't help, contact Stockbridge support.",
  "connection.problem.too-many.title":
    "Wait {waitSeconds, plural, one {# second} other {# seconds}} before you try again",
  "connection.problem.too-many":
    "There were five sign-in attempts within a minute. Suppliers may lock an account after too many, so this pause protects yours. Nothing was sent. {outcome}",
  "connection.problem.sign-ins-paused.title":
    "Signing in is paused for {waitSeconds, plural, one {# second} other {# seconds}}",
  "connection.problem.sign-ins-paused":
    "Too many sign-ins were tried in a short time, to this account or by all shops together. Suppliers may lock an account for that, so this pause protects yours. Nothing was sent. {outcome}",
  "connection.problem.other-account.title": "This isn't the account that your shop is connected to",
  "connection.problem.other-account":
    "Nothing was sent. {outcome} Enter the email you connected with. To switch accounts, or if your account's email has changed, disconnect first and then connect again: your products stay linked.",
  "connection.problem.sign-in-rejected.title": "Your supplier didn't accept this email and password",
  "connection.problem.sign-in-rejected":
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
    "{outcome} Check in your profile on your supplier's site that your account may create API keys.",
  "connection.problem.key-later.title": "You're signed in, but your supplier hasn't created a key yet",
  "connection.problem.key-later": "{why} {outcome}",
  "connection.problem.key-rejected.title": "You're signed in, but your supplier didn't create a key",
  "connection.problem.key-rejected": "{why} {outcome}",
  "connection.problem.key-in-doubt.title": "We couldn't tell whether your supplier created a key",
  "connection.problem.key-in-doubt":
    "{why} {outcome} If there is a key named “{keyName}” under API keys in your profile on your supplier's site, delete it. Then try again: that creates a new one.",
  "connection.problem.changed-name.title": "Your supplier created a key under a different name",
  "connection.problem.changed-name":
    "We asked for “{keyName}” and got “{cameBackAs}”. Such a key could belong to someone else, so we didn't keep it. {outcome} Delete it under API keys in your profile on your supplier's site.",
  "connection.problem.key-unusable.title": "Your supplier created a new key but doesn't accept it",
  "connection.problem.key-unusable":
    "Your shop keeps the key it has. {outcome} Delete the key named “{keyName}” under API keys in your profile on your supplier's site, then try again later.",
  "connection.problem.not-stored.title": "The key was created but couldn't be stored",
  "connection.problem.not-stored":
    "Delete the key named “{keyName}” under API keys in your profile on your supplier's site. Then reload this page and {purpose, select, connect {connect again if your shop isn't connected} other {replace the key again}}.",

  // Reasons why the supplier's products can't be read, on the pages of the connection and the catalog
  "connection.products.not-offered.title": "Your supplier's products aren't available",
  "connection.products.not-offered":
    "You're connected, but your supplier has no product list where Stockbridge looks for it (status {status}). Contact Stockbridge support.",
  "connection.products.unauthorized.title": "Your supplier doesn't accept your key",
  "connection.products.unauthorized":
    "If you deleted the key on your supplier's site, replace it in Settings. If you didn't, test the connection in Settings in a few minutes.",
  "connection.products.failed.title": "Your supplier's products couldn't be read",

  // Results of buttons
  "connection.already.title": "This shop is already connected",
  "connection.already":
    "The email and password you entered weren't used. To connect a different account, disconnect first.",
  "connection.running.title": "Another attempt is in progress",
  "connection.gone.title": "This shop is no longer connected",
  "connection.gone": "It was disconnected in another window or by someone else.",
  "connection.replaced.title": "Key replaced",
  "connection.replaced":
    "Stockbridge now uses the new key. Delete the old one on your supplier's site: its name is listed below.",
  "connection.tested.verified.title": "The connection works",
  "connection.tested.verified": "Your supplier showed its products with this key.",
  "connection.tested.unverified.title": "The key couldn't be verified",
  "connection.disconnected.title": "Disconnected",
  "connection.disconnected.zero-stock":
    "Stockbridge has forgotten the key and is setting the stock of your supplier's products in your shop to zero. Activity shows when that's done.",
  "connection.disconnected.draft":
    "Stockbridge has forgotten the key and is turning your supplier's products in your shop into drafts. Activity shows when that's done.",
  "connection.disconnected.location-removed":
    "Stockbridge has forgotten the key and removed its location with the stock there. Connecting again adds the location and restores the stock.",
  "connection.location-not-removed.title":
    "Shopify didn't remove the location, so your shop is still connected",
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
  "connection.account": "Account",
  "connection.key-name": "Key name",
  "connection.key": "Key",
  "connection.connected-since": "Connected since",
  "connection.last-checked": "Last checked",
  "connection.which-account":
    "To see which account this is, sign in to your supplier's site: the right account lists this key name under API keys. Once you replace the key, Stockbridge shows a part of the account's email address here.",
  "connection.which-account.shown":
    "Stockbridge keeps only this part of your email address, encrypted. On your supplier's site, the account lists this key name under API keys.",
  "connection.test": "Test connection",
  "connection.shared.title": "Another shop uses this account",
  "connection.shared":
    "Orders stay separate. Branding doesn't: your supplier keeps one branding per account, so what one shop publishes applies to the packages of both.",

  // Disconnecting
  "connection.disconnect": "Disconnect",
  "connection.disconnect.title": "Disconnect this shop?",
  "connection.disconnect.effect":
    "Stockbridge forgets the key right away and stops working with your supplier for this shop. The key “{keyName}” still works until you delete it on your supplier's site. Your history and product links are kept in case you connect again.",
  "connection.disconnect.orders":
    "{count, plural, one {# order is} other {# orders are}} in progress. What isn't ordered yet waits until you connect the same account again. What your supplier has, they still send, but until then no tracking reaches Shopify.",
  "connection.disconnect.orders.more":
    "More than {count, number} orders are in progress. What isn't ordered yet waits until you connect the same account again. What your supplier has, they still send, but until then no tracking reaches Shopify.",
  "connection.disconnect.attention":
    "{count, plural, one {# order needs} other {# orders need}} your attention. If one is in doubt, check with your supplier first: until you connect the same account again, Stockbridge can't tell whether they have it.",
  "connection.disconnect.attention.more":
    "More than {count, number} orders need your attention. If one is in doubt, check with your supplier first: until you connect the same account again, Stockbridge can't tell whether they have it.",
  "connection.disconnect.products": "What should happen to your supplier's products in your shop?",
  "connection.disconnect.zero-stock": "Set their stock to zero",
  "connection.disconnect.zero-stock.help":
    "They stay in your shop, but customers can't order what your supplier wouldn't ship. Connecting again restores their stock.",
  "connection.disconnect.draft": "Turn them into drafts",
  "connection.disconnect.draft.help":
    "Customers no longer see them. After you connect again, they stay drafts until you publish them in Shopify.",
  "connection.disconnect.keep": "Leave them as they are",
  "connection.disconnect.keep.help":
    "Customers can still order them, but nothing is sent to your supplier. You fulfill or refund those orders yourself.",
  "connection.disconnect.rates":
    "Your shipping rates for these products stay in your shop. You can remove them under “Shipping rates”.",
  "connection.disconnect.location": "Remove the Stockbridge location from Shopify",
  "connection.disconnect.location.help":
    "Choose this if you're leaving for good. Shopify deletes the fulfillment service, its location and your supplier's stock there, so these products are sold only from your own locations. Orders that are still open there move to one of yours and get no tracking from Stockbridge.",
  "connection.disconnect.cancel": "Stay connected",

  // Keys that no shop uses
  "connection.orphaned-keys.title": "Keys to delete on your supplier's site",
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
  "connection.orphaned-key.acknowledge.title": "Did you delete this key on your supplier's site?",
  "connection.orphaned-key.acknowledge.effect":
    "Stockbridge removes the name “{keyName}” from the list, and won't be able to show it again.",
  "connection.orphaned-key.acknowledge.submit": "Remove from list",
  "connection.orphaned-key.acknowledge.cancel": "Keep on list",

  // A different account than before
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

  // Banners on other pages
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
    "Key replaced. Stockbridge now uses “{keyName}”. Delete “{oldKeyName}” on your supplier's site.",
  "connection.activity.unauthorized":
    "Your supplier no longer accepts the key “{keyName}”, so new orders wait. {why}",
  "connection.activity.accepted":
    "Your supplier accepts the key “{keyName}” again. Orders that were waiting continue automatically.",
  "connection.activity.disconnected":
    "Disconnected from your supplier. Stockbridge has forgotten the key “{keyName}”. It still works until you delete it on your supplier's site.",
  "connection.activity.uninstalled":
    "Stockbridge was uninstalled and has forgotten the key “{keyName}”. It still works until you delete it on your supplier's site.",
} as const;
