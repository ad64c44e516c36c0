/** Shipping rates for the supplier's products. */
export const shipping = {
  "shipping.subtitle": "What your customers pay for shipping of your supplier's products.",
  "shipping.activity.saved": "Shipping rates were saved.",
  "shipping.activity.removed": "Shipping rates were removed.",
  "shipping.not-created": "Shopify didn't create the shipping profile.",
  "shipping.problem.scope":
    "Stockbridge is no longer allowed to edit shipping settings. Your rates in the shop stay as they are, but new products aren't added, so customers may not be able to check out with them. Allow it again, and Stockbridge continues.",
  "shipping.problem.deleted":
    "The Stockbridge shipping profile was deleted in your shop, so its rates no longer apply. Save the rates to create it again.",
  "shipping.problem.service-gone":
    "The Stockbridge fulfillment service was deleted in your shop, and its location with it. Customers can't buy your supplier's products from there, so these rates apply to nothing right now. Once the service is created again, they apply to its new location.",
  "shipping.open-home": "Open Home",
  "shipping.problem.currency":
    "Your rates are in {before}, but your shop now sells in {now}. Check the amounts and save them again.",
  "shipping.form.title-missing": "Enter a name, such as Standard shipping",
  "shipping.form.name-missing": "Enter a name for this group",
  "shipping.form.no-countries": "Choose at least one country",
  "shipping.form.country-twice": "{country} is already in another group",
  "shipping.form.two-rests": "Only one group can be for the rest of the world",
  "shipping.form.not-rising": "Enter more than in the step above",
  "shipping.form.free-from-zero": "Enter more than zero, or set the rate itself to zero",
  "shipping.first-title": "Standard shipping",
  "shipping.everywhere": "All countries",
  "shipping.connect-first":
    "Shipping rates are for your supplier's products. Connect your supplier first, then enter them here.",
  "shipping.first.title": "Let customers check out",
  "shipping.first":
    "Your supplier ships these products from the Stockbridge location. Customers can buy them once there are shipping rates for it. Enter your rates here, and Stockbridge keeps them in your shop for all products of your supplier, also for those that you import later.",
  "shipping.first.action": "Enter shipping rates",
  "shipping.permission":
    "When you save, Shopify asks you to let Stockbridge edit shipping settings. Stockbridge uses that for one shipping profile of its own, and never changes yours.",
  "shipping.declined.title": "Stockbridge isn't allowed to edit shipping settings",
  "shipping.declined":
    "Nothing was saved. Without that permission, Stockbridge can't add your rates to your shop. Save again to allow it.",
  "shipping.stale.title": "These rates changed meanwhile",
  "shipping.stale":
    "They were saved on another page, so nothing was saved now. Reload this page, and make your changes again.",
  "shipping.problems.title": "Nothing was saved yet",
  "shipping.problems": "Correct the marked fields, then save again.",
  "shipping.unreadable.title": "Shopify doesn't show your shop's currency right now",
  "shipping.disconnected":
    "You're disconnected from your supplier. These rates stay in your shop, so customers can still check out with the products that you keep on sale. Remove the rates if you no longer need them.",
  "shipping.old-model":
    "Your supplier's products leave your own shipping profile and get the rates of this page instead. Products that you also stock at your own locations stay in your profile. Your own profiles don't change otherwise.",
  "shipping.state.title": "In your shop",
  "shipping.state.none": "No rates",
  "shipping.state.pending": "Being updated",
  "shipping.state.stopped": "Stopped",
  "shipping.state.live": "Up to date",
  "shipping.state.removing": "Being removed",
  "shipping.state.in-profile":
    "{count, plural, =0 {No variant of your supplier has these rates yet.} one {# variant of your supplier has these rates.} other {# variants of your supplier have these rates.}}",
  "shipping.state.waiting":
    "{count, plural, one {# variant gets these rates next.} other {# variants get these rates next.}}",
  "shipping.state.own-stock":
    "{count, plural, one {# variant isn't included, because you also have stock of it at another location. It keeps the rates of your own shipping profile.} other {# variants aren't included, because you also have stock of them at another location. They keep the rates of your own shipping profile.}}",
  "shipping.allow": "Allow editing shipping settings",
  "shipping.retry": "Try again",
  "shipping.remove": "Remove rates",
  "shipping.remove.title": "Remove these shipping rates?",
  "shipping.remove.help":
    "Stockbridge deletes its shipping profile in your shop. After that, only your own shipping rates can apply to your supplier's products. If none includes the Stockbridge location, customers can't check out with them.",
  "shipping.rate-title": "Name at checkout",
  "shipping.rate-title.help": "Your customers see it beside the price.",
  "shipping.group.new": "New group",
  "shipping.group.default": "Country group {number}",
  "shipping.group.add": "Add country group",
  "shipping.group.remove": "Remove group {name}",
  "shipping.group.name": "Name of the group",
  "shipping.group.name.help": "Only you see it.",
  "shipping.group.rest": "All countries that are in no other group",
  "shipping.countries": "Countries",
  "shipping.countries.search": "Search countries",
  "shipping.basis": "How the rate is calculated",
  "shipping.basis.flat": "One rate",
  "shipping.basis.value": "By order value",
  "shipping.basis.weight": "By weight",
  "shipping.from.value": "Order value from",
  "shipping.from.weight": "Weight from",
  "shipping.price": "Rate",
  "shipping.step.add": "Add step",
  "shipping.step.remove": "Remove step {number}",
  "shipping.free-from": "Free from an order value of",
  "shipping.free-from.help": "Leave it empty if shipping is never free.",
  "shipping.charges.title": "What your supplier charges",
  "shipping.charges":
    "{orders, plural, one {Your supplier charged {usual} for shipping of your last order.} other {For shipping of your last # orders, your supplier usually charged {usual}. The lowest charge was {lowest}, the highest {highest}.}}",
  "shipping.preview.title": "Preview",
  "shipping.preview.country": "Customer's country",
  "shipping.preview.value": "Price of your supplier's products in the cart",
  "shipping.preview.weight": "Weight of your supplier's products in the cart",
  "shipping.preview.own": "Your own rate",
  "shipping.preview.own.help": "For your own products in the same cart.",
  "shipping.preview.problems": "Complete the rates to see what customers pay.",
  "shipping.preview.no-rate":
    "Customers in {country} can't check out with your supplier's products, because the country is in no group. Add it to a group, or choose “All countries that are in no other group” in one.",
  "shipping.preview.alone": "Shipping of your supplier's products: {price}",
  "shipping.preview.mixed":
    "With your own products in the same cart, Shopify adds up both rates: {price} + {own} = {total}",
  "shipping.preview.markets":
    "Your own rates belong to your markets. How they combine with these depends on your markets' shipping options.",
  "shipping.free-groups":
    "{groups}: customers never pay for shipping here, while your supplier may charge you for it. Enter a rate if that isn't what you want.",
  "shipping.no-rest":
    "Customers in countries that are in no group can't check out with your supplier's products.",
} as const;
