/** The page for shipping methods, and for notes that we send with an order. */
export const methods = {
  "methods.title": "Shipping methods and notes",
  "methods.subtitle": "What goes along with an order to your supplier.",
  "methods.saved": "Saved",
  "methods.saved.text": "Orders that waited for this continue.",
  "methods.problems": "Some fields need your attention",

  "methods.assign.title": "Shipping methods",
  "methods.assign":
    "Choose how your supplier ships for each shipping method that your customers choose. A method is listed here after the first order that has it.",
  "methods.assign.none": "No order with a shipping method has come in yet.",
  "methods.assign.not-taken": "Your supplier takes no shipping method with an order, so none is sent.",
  "methods.choice.open": "Not assigned",
  "methods.choice.none": "Your supplier's usual shipping",
  "methods.choice.named": "A method of your supplier…",
  "methods.named": "Your supplier's name for “{method}”",
  "methods.others": "All other orders",
  "methods.others.help": "Orders without a shipping method, and orders whose method isn't assigned.",
  "methods.hold": "Hold orders whose method isn't assigned",
  "methods.hold.help":
    "They wait until you assign the method here, so that a customer who paid for Express doesn't get Standard. Orders without a shipping method aren't held.",
  "methods.problem.missing": "Enter your supplier's name for this method.",
  "methods.problem.too-long": "Enter at most {most} characters.",
  "methods.problem.not-offered": "Your supplier doesn't offer “{method}”. Choose another one.",

  "methods.note.title": "Notes",
  "methods.note":
    "The message that you write when you request fulfillment in Shopify goes along as the order's note. Your supplier takes {most, number} characters. Stockbridge holds an order whose note is longer, and never cuts it off.",
  "methods.note.not-taken":
    "Your supplier takes no note with an order. An order whose fulfillment you request with a message waits until you say that it goes without.",
  "methods.note.customers": "Also send your customer's note",
  "methods.note.customers.help":
    "Stockbridge reads the note of the order in Shopify when it orders, sends it to your supplier, and doesn't keep it. Choose this if your customers write notes for the people who pack their orders.",

  "orders.activity.method-seen":
    "A customer chose the shipping method “{method}”, which isn't assigned to one of your supplier's. Its orders are sent like all other orders, until you assign it.",
  "orders.activity.methods-changed": "You changed the shipping methods of your supplier's orders.",
  "orders.button.methods": "Assign shipping methods",

  "methods.texts.title": "Texts on items",
  "methods.texts":
    "A text that your customer enters for an item, such as an engraving, goes to your supplier with that item. Your supplier takes {most, number} characters per item. An order with a longer text waits, and you decide once what happens with it. Stockbridge doesn't keep these texts, only their names.",
  "methods.texts.not-taken":
    "Your supplier takes no text with an item, such as an engraving. The first order with one waits, and you decide what happens with such texts of that product. Stockbridge doesn't keep these texts, only their names.",
  "methods.texts.in-note": "{title}: “{name}” goes into the order's note",
  "methods.texts.left-out": "{title}: “{name}” is left out",
  "methods.texts.forget": "Ask me again",
  "methods.forgotten": "The next order with this text waits for your decision",
  "orders.activity.texts-in-note":
    "You chose that texts of {title} go into the order's note if your supplier doesn't take them with the item.",
  "orders.activity.texts-left-out":
    "You chose that texts of {title} are left out if your supplier doesn't take them with the item.",

  "methods.card": "Choose how your supplier ships for each shipping method of your shop.",
  "methods.card.open":
    "{count, plural, one {# shipping method of your shop isn't} other {# shipping methods of your shop aren't}} assigned to one of your supplier's yet.",
  "methods.card.action": "Manage",
  "methods.card.action.long": "Manage shipping methods and notes",
} as const;
