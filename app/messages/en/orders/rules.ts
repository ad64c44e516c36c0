/** Rules for automatic ordering: reasons why a rule holds an order back, and facts that rules judged. */
export const rules = {
  "rules.title": "Rules",
  // Reasons why a rule holds an order back, on the tab To send and in the preview of rules
  "rules.kept.test": "Test orders are never sent automatically.",
  "rules.kept.on-request": "Held by one of your workflows in Shopify Flow. Send the order when it's ready.",
  "rules.kept.ask": "Your rules ask you before each order.",
  "rules.kept.tag": "Held because of its tag, which your rules never send: {tags}.",
  "rules.kept.no-tag": "Held because it has none of the tags that your rules send: {tags}.",
  "rules.kept.country": "Held because it goes to a country that your rules leave out: {country}.",
  "rules.kept.no-country":
    "Held because your rules choose by country, and Shopify doesn't show a country for this order.",
  "rules.kept.risk-high":
    "Held because Shopify shows a high fraud risk. Check the order in Shopify before you send it.",
  "rules.kept.risk-medium":
    "Held because Shopify shows a medium fraud risk. Check the order in Shopify before you send it.",
  "rules.kept.risk-pending": "Waits for Shopify's fraud analysis, which isn't finished yet.",
  "rules.kept.risk-missing":
    "Waits for Shopify's fraud analysis, for up to 15 minutes. Without a result by then, the order is sent.",
  "rules.kept.currency":
    "Held because its total of {total} can't be compared with your limit in {currency}. Enter the limit under Rules in your shop's currency.",
  "rules.kept.amount": "Held because its total of {total} is above your limit of {limit}.",
  "rules.kept.above-daily": "Held because its total of {total} alone is above your daily limit of {limit}.",
  "rules.kept.delay":
    "Waits because of your delay of {minutes, plural, =60 {1 hour} =1440 {24 hours} other {# minutes}}.",
  "rules.kept.daily": "Waits because your orders go out daily at {time}.",
  "rules.kept.orders-today":
    "Waits for tomorrow because your daily limit of {limit, plural, one {# order} other {# orders}} is reached.",
  "rules.kept.money-today": "Waits for tomorrow because it would exceed your daily limit of {limit}.",
  "rules.kept.until": "Next check: {at, date, medium}",

  // Rules that allowed an order, on its page
  "rules.passed.title": "Automatic ordering",
  "rules.passed.by": "Requested automatically {at}, by version {version, number} of your rules:",
  "rules.passed.by-default": "Requested automatically {at}, by the rules that apply until you save your own:",
  "rules.passed.delay":
    "Your delay of {minutes, plural, =60 {1 hour} =1440 {24 hours} other {# minutes}} had ended.",
  "rules.passed.daily": "Your daily time, {time}, had come.",
  "rules.passed.total": "Total: {total}",
  "rules.passed.amount": "Total: {total}, not above your limit of {limit}",
  "rules.passed.tags": "Had a tag that your rules send: {tags}",
  "rules.passed.no-tags": "Had none of the tags that your rules hold: {tags}",
  "rules.passed.country": "Country: {country}, which your rules send to",
  "rules.passed.risk-none": "Fraud risk: Shopify showed none",
  "rules.passed.risk-low": "Fraud risk: low",
  "rules.passed.risk-pending": "Fraud risk: not assessed yet",
  "rules.passed.risk-medium": "Fraud risk: medium",
  "rules.passed.risk-high": "Fraud risk: high",
  "rules.passed.orders-per-day": "Within your daily limit of {limit, plural, one {# order} other {# orders}}",
  "rules.passed.money-per-day": "Within your daily limit of {limit}",

  // Activity
  "rules.activity.kept":
    "You chose to keep sending each order yourself. Automatic ordering stays off until you switch it on in Settings.",
  "rules.activity.saved": "Rules for automatic ordering saved as version {version, number}.",
  "rules.activity.held":
    "Order {order} wasn't sent automatically. {why} Send it under Orders, To send, if you want it.",
  "rules.activity.limit":
    "Automatic ordering has reached a daily limit. {why} Send orders yourself under Orders, To send, or change the limit under Rules.",
} as const;
