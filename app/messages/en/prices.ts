/** Price rules and exchange rates. */
export const prices = {
  "prices.open": "Open prices",
  "prices.title": "Prices",
  "prices.subtitle": "How your shop's prices are made from what your supplier charges you.",
  "prices.catalog": "Catalog",
  "prices.default.title": "Default rule",
  "prices.default.help": "For every product whose category has no rule of its own.",
  "prices.by": "How the price is made",
  "prices.by.percent": "Percentage on top of your cost",
  "prices.by.amount": "Fixed amount on top of your cost",
  "prices.by.ranges": "Ranges by cost",
  "prices.value.percent": "Percentage on top",
  "prices.value.amount": "Amount on top",
  "prices.kind": "Kind",
  "prices.kind.percent": "Percent",
  "prices.kind.amount": "Amount",
  "prices.range.up-to": "Costs up to",
  "prices.range.above": "and above",
  "prices.range.help":
    "A range begins where the one above it ends. Costs that are exactly at an end belong to the range that ends there. Leave the last end empty.",
  "prices.range.add": "Add range",
  "prices.range.remove": "Remove range {number}",
  "prices.rounding": "Round up to",
  "prices.rounding.none": "Don't round",
  "prices.rounding.99": "Ends in .99",
  "prices.rounding.95": "Ends in .95",
  "prices.rounding.whole": "Whole amount",
  "prices.costs.title": "Tax and shipping",
  "prices.costs.help":
    "Margins, and the lowest margin of a rule, are for an order of one item. The tax and shipping that you enter here are deducted from them. What you leave empty isn't. Payment fees aren't known, so they aren't deducted.",
  "prices.costs.supplier-prices": "Your supplier's prices are",
  "prices.costs.supplier-prices.help":
    "Most suppliers' prices don't include tax. Choose “With tax that I reclaim” only if they include tax that you get back. Tax that you don't get back is part of your cost: choose “Without tax”.",
  "prices.costs.supplier-prices.open": "Not answered yet: taken as without tax",
  "prices.costs.supplier-prices.net": "Without tax",
  "prices.costs.supplier-prices.gross": "With tax that I reclaim",
  "prices.costs.supplier-tax": "Tax in your supplier's prices",
  "prices.costs.sales-tax": "Tax in your shop's prices",
  "prices.costs.sales-tax.help":
    "Your shop's prices include tax, as set in Shopify. Enter the rate, so that Stockbridge can deduct it from margins. Until then, margins look higher than they are. The profit of an order is right either way: it uses the tax that your customer paid.",
  "prices.costs.sales-tax.unknown":
    "If your shop's prices include tax, enter the rate, so that Stockbridge can deduct it from margins. If they don't, leave this empty. The profit of an order is right either way: it uses the tax that your customer paid.",
  "prices.costs.sales-tax.excluded":
    "Your shop's prices don't include tax, as set in Shopify. There's nothing to enter.",
  "prices.costs.shipping": "Your supplier's usual shipping per order",
  "prices.costs.shipping.help":
    "Margins and lowest margins are calculated with it. The expected profit of an order uses it until orders to its country show what shipping costs. Leave it empty if you don't know.",
  "prices.costs.shipping.recent": "Your last orders cost {charge} each for shipping.",
  "prices.costs.shipping.use": "Enter {charge}",
  "prices.margin-floor": "Lowest margin",
  "prices.margin-floor.help":
    "Calculated like the margins shown: for an order of one item, after deducting what you enter under Tax and shipping. Where the rule makes less, the price is raised. Leave it empty for no lowest margin.",
  "prices.compare-at": "Compare-at price",
  "prices.compare-at.help": "In percent above the price, shown crossed out. Leave it empty for none.",
  "prices.categories.title": "Rules by category",
  "prices.categories.help": "Products of these categories follow their own rule instead of the default rule.",
  "prices.categories.add": "Add rule",
  "prices.categories.choose": "Choose a category",
  "prices.categories.remove": "Remove rule",
  "prices.rates.title": "Exchange rates",
  "prices.rates.help":
    "Your supplier's prices are in another currency than your shop's. Prices are made with the rate that you enter here, and orders are checked for losses with the same one.",
  "prices.rates.rate": "1 {from} in {to}",
  "prices.rates.date": "As of",
  "prices.rates.missing.title": "Enter an exchange rate",
  "prices.rates.missing":
    "Your supplier's prices are in {currencies}, and your shop sells in {shopCurrency}. Until you enter an exchange rate below, these products can't be imported, and Stockbridge can't tell whether their orders lose money.",
  "prices.rates.old.title": "Your exchange rate is old",
  "prices.rates.old":
    "You entered your rate for {currencies} more than {days, number} days ago. Stockbridge still uses it. If the currency has moved since, your prices may be too low: update it below.",
  "prices.other-currency.title": "Your shop's currency has changed",
  "prices.other-currency":
    "The amounts in your rules were entered in {currency}, and your shop now sells in {shopCurrency}. Until you have checked the amounts and saved, products that follow these rules can't be imported.",
  "prices.unreadable.title": "Prices can't be shown",
  "prices.unreadable": "{problem} Then open this page again.",

  "prices.problem.category-twice": "“{category}” has a rule already. Remove one of them.",
  "prices.problem.no-ranges": "Add at least one range.",
  "prices.problem.range-open": "Enter where this range ends. Only the last range can be without an end.",
  "prices.problem.range-empty": "A range can't end at zero.",
  "prices.problem.range-overlaps":
    "This range overlaps the one before it, which goes up to {before}. Enter a higher end.",
  "prices.problem.range-gap":
    "Costs above {end} have no range. Leave the end of the last range empty, or add a range.",
  "prices.problem.rate-zero": "Enter a rate above zero.",
  "prices.problem.date": "Enter a date.",
  "prices.problem.date-ahead": "Enter a date that isn't in the future.",
  "prices.problems.title": "Not saved yet",
  "prices.problems": "Check the fields marked below, then save again.",
  "prices.stale.title": "The rules were changed somewhere else",
  "prices.stale":
    "They were saved in another window or by someone else meanwhile, so nothing was changed here. What you entered is still shown: save it in place of theirs, or discard it to see theirs. Then try again.",
  "prices.saved.title": "Saved",
  "prices.saved": "Products that you import from now on follow these rules.",
  "prices.saved.terms":
    "Margins are calculated with it from now on. The prices in your shop stay as they are. {count, plural, =0 {No product in your shop sells at a loss.} one {# product in your shop sells at a loss.} other {# products in your shop sell at a loss.}}",
  "prices.saved.terms.more":
    "Margins are calculated with it from now on. The prices in your shop stay as they are. More than {count, number} products in your shop sell at a loss.",
  "prices.saved.below-cost": "View products that sell at a loss",

  "prices.hint.falling":
    "A product that costs {cost} sells for {price}, but one that costs {above} sells for less: {lower}.",

  "prices.preview.title": "Preview",
  "prices.preview.rule": "Rule",
  "prices.preview.cost": "Try a cost",
  "prices.preview.none": "No products to show yet. Try a cost above.",
  "prices.preview.problems": "Fix the fields that are marked to see prices.",
  "prices.preview.price": "Sells for {price}",
  "prices.preview.cost-of": "Costs {cost}",
  "prices.preview.margin":
    "Margin{missing, select, tax { before tax} both { before tax} other {}} {margin, number, ::.0}%",
  "prices.preview.compare-at": "Compare at {price}",
  "prices.preview.no-price": "No usable cost, so no price.",
  "prices.preview.currency-differs": "No exchange rate from {supplierCurrency} to {shopCurrency}.",

  "prices.apply.title": "Products in your shop",
  "prices.apply.help":
    "{followers, plural, one {# product} other {# products}} in your shop still follow earlier rules. They keep their prices, and when your supplier's prices change, the earlier rules apply, until you apply the new ones.",
  "prices.apply.none":
    "All products in your shop follow these rules. If you change the rules, they keep their prices until you apply the new rules here.",
  "prices.apply.save-first": "Save your changes to see what they do to products in your shop.",
  "prices.apply.review": "Preview new prices",
  "prices.apply.changes":
    "{variants, plural, =0 {None of the prices that Stockbridge knows would change.} one {# variant in {products, plural, one {# product} other {# products}} gets a new price.} other {# variants in {products, plural, one {# product} other {# products}} get a new price.}}",
  "prices.apply.incomplete":
    "Only the first {variants, number} variants were looked at. The others follow the new rules too once you apply them.",
  "prices.apply.own":
    "{count, plural, one {# variant has a price that you set yourself. It stays.} other {# variants have prices that you set yourself. They stay.}}",
  "prices.apply.off":
    "No price in your shop changes: you have turned off price updates under Product updates. The new rules count from when you turn them on.",
  "prices.apply.waiting":
    "{count, plural, one {# variant has a cost that has changed a lot. Its new price waits for your approval.} other {# variants have costs that have changed a lot. Their new prices wait for your approval.}}",
  "prices.apply.ended":
    "{count, plural, one {# variant is no longer sold by your supplier. Its price stays.} other {# variants are no longer sold by your supplier. Their prices stay.}}",
  "prices.apply.unknown":
    "{count, plural, one {For # variant, Stockbridge doesn't know the price in your shop yet. It is compared when you apply the rules.} other {For # variants, Stockbridge doesn't know the prices in your shop yet. They are compared when you apply the rules.}}",
  "prices.apply.unpriced":
    "{count, plural, one {There is no price for # variant, so what it has stays.} other {There are no prices for # variants, so what they have stays.}}",
  "prices.apply.largest": "Largest changes",
  "prices.apply.change": "{before} → {after} ({percent}%)",
  "prices.apply.submit": "Apply to {followers, plural, one {# product} other {# products}}",
  "prices.apply.background":
    "Prices change in your shop in the background. With many products that takes a while.",
  "prices.applied.title": "The new rules apply",
  "prices.applied":
    "Products in your shop follow them now. Their prices change in the background; prices that you set yourself stay.",

  "price-edits.title": "Set prices",
  "price-edits.nothing-selected": 'Select products in the list, then choose "Set prices".',
  "price-edits.unreadable": "{problem} No price was changed.",
  "price-edits.too-many":
    "{limit, plural, one {At most # variant} other {At most # variants}} at once. Narrow the list by a search or a filter.",
  "price-edits.none-in-shop.title": "None of these products can get prices here",
  "price-edits.none-in-shop":
    "They aren't in your shop, or Stockbridge doesn't keep them up to date. Import them first.",
  "price-edits.how": "New price",
  "price-edits.by.fixed": "Set to an amount",
  "price-edits.by.amount": "Present price plus an amount",
  "price-edits.by.percent": "Present price plus a percentage",
  "price-edits.by.rule-amount": "Price by your rules plus an amount",
  "price-edits.by.rule-percent": "Price by your rules plus a percentage",
  "price-edits.value": "By how much",
  "price-edits.value.help": "A minus lowers prices: -5. Zero keeps the price that your choice starts from.",
  "price-edits.amount": "Amount",
  "price-edits.preview": "Preview",
  "price-edits.rounding":
    "Prices are rounded to the nearest amount that {currency} can have; halves go up. The rounding of your price rules isn't applied again.",
  "price-edits.summary":
    "{count, plural, one {# price changes} other {# prices change}}, {kept, plural, one {# stays} other {# stay}} as before.",
  "price-edits.left-out":
    "{count, plural, one {One selected product is} other {# selected products are}} left out: not in your shop, or not kept up to date by Stockbridge.",
  "price-edits.more":
    "{count, plural, one {One more variant isn't listed here, but its price changes too.} other {# more variants aren't listed here, but their prices change too.}}",
  "price-edits.variant": "{product}, {variant}",
  "price-edits.cost-is": "Cost {cost}",
  "price-edits.old-is": "Now {price}",
  "price-edits.new-is": "New {price}",
  "price-edits.include": "Set the price of {name}",
  "price-edits.below-cost": "At a loss",
  "price-edits.unknown": "Unknown",
  "price-edits.kept.no-present": "Stays: the present price isn't known",
  "price-edits.kept.no-rule": "Stays: your price rules make no price for it",
  "price-edits.kept.below-zero": "Stays: the new price would be below zero",
  "price-edits.kept.too-high": "Stays: the new price would be higher than Shopify allows",
  "price-edits.kept.same": "Stays: it is this price already",
  "price-edits.below-cost.agree": "{count, plural, one {Sell one variant} other {Sell # variants}} at a loss",
  "price-edits.below-cost.missing": "Select this if you want to sell at a loss, or change the prices",
  "price-edits.own":
    "Once you set these prices, Stockbridge no longer changes them, until you let your price rules set them again under Your changes.",
  "price-edits.set": "{count, plural, one {Set # price} other {Set # prices}}",
  "price-edits.changed-meanwhile":
    "Prices, costs or the currency have changed since the preview, so no price was set",
  "price-edits.changed-meanwhile.help": "Look at the new preview below, then set them.",
  "price-edits.nothing": "No price would change",
  "price-edits.done":
    "{count, plural, one {You set # price; Stockbridge no longer changes it} other {You set # prices; Stockbridge no longer changes them}}",
  "price-edits.done.help":
    "{count, plural, one {Your shop shows it} other {Your shop shows them}} within a minute.",
  "price-edits.result": "Result",
  "price-edits.result.total":
    "{set, plural, =0 {No price was set} one {# price was set} other {# prices were set}} in {products, plural, one {# product} other {# products}}",
  "price-edits.result.undone": "{total}. You have undone this since.",
  "price-edits.result.set": "{count, plural, one {# price set} other {# prices set}}",
  "price-edits.result.kept":
    "{set, plural, =0 {No price set} one {# price set} other {# prices set}}, {kept, number} as before",
  "price-edits.undo": "Undo",
  "price-edits.undo.title": "Undo these prices?",
  "price-edits.undo.help":
    "Each price goes back to what it was before. Prices that followed your price rules until then will follow them again from the next update on. A price that has changed since stays as it is.",
  "price-edits.undo.below-cost":
    "{count, plural, one {One of these prices} other {# of these prices}} would then sell at a loss, after tax, your supplier's price and any known shipping.",
  "price-edits.undone": "{count, number} of {set, plural, one {# price} other {# prices}} set back",
  "price-edits.undone.left":
    "{count, plural, one {One price stays: it has} other {# prices stay: they have}} changed since, or the variant is gone from your shop.",
  "price-edits.other-currency": "No price was set back",
  "price-edits.other-currency.help":
    "The former prices are in another currency than your shop's prices now, or Stockbridge doesn't know their currency. Set the prices again instead.",
  "price-edits.undone.before": "These prices were undone.",
  "price-edits.not-found": "This change of prices is too old to be shown or undone.",
  "price-edits.activity.set": "{count, plural, one {You set # price} other {You set # prices}}",
  "price-edits.activity.undone":
    "You undid “Set prices” of {at, date, long}: {count, plural, one {# price is set back} other {# prices are set back}}",
} as const;
