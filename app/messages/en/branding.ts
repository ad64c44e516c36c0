/** The Branding page. Its entries in Activity, with the reasons for a failed publication, are in activity.ts. */
export const branding = {
  "branding.subtitle": "What your customers find in the package",

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
  "branding.help.packingSlipMessage": "A few words to the person who opens the package.",
  "branding.help.returnAddress": "Where packages are returned to, as written on a label.",
  "branding.problem.brandName":
    "Enter the brand name your customers know: one line, at most {max, number} characters.",
  "branding.problem.logo.too-large": "This file is larger than {kilobytes, number} KB. Choose a smaller one.",
  "branding.problem.logo.not-an-image": "This isn't a PNG, JPEG, or SVG image. Choose another file.",
  "branding.problem.logo.not-drawn":
    "This SVG can't be drawn: it is empty, damaged, or too complex. Save it again with plain shapes, or choose a PNG.",
  "branding.problem.logo.text":
    "This SVG contains text, and its font isn't part of the file. Convert the text to paths, or choose a PNG.",
  "branding.problem.logo.linked":
    "This SVG shows a picture that isn't part of the file. Embed it as PNG or JPEG, or choose a PNG.",
  "branding.problem.logo.busy": "Other logos are being prepared right now. Wait a minute, then save again.",
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
  "branding.stale.title": "Your branding was changed somewhere else",
  "branding.stale":
    "It was saved in another window or by someone else meanwhile, so nothing was saved or published here. What you entered is still shown: save it in place of theirs, or discard it to see theirs.",
  "branding.discard-draft": "Discard draft",

  // The preview
  "branding.preview.title": "Preview",
  "branding.preview.brand": "Your brand",
  "branding.preview.slip": "Packing slip · Order #1001",
  "branding.preview.returns": "Returns to",
  "branding.preview.contact": "Questions? {contact}",
  "branding.preview.note": "Your supplier decides how it looks in print.",

  // State
  "branding.state.draft": "Draft, not published",
  "branding.state.unpublished": "Not published yet",
  "branding.state.elsewhere": "Not published with this account",
  "branding.state.changed-elsewhere": "Changed elsewhere",
  "branding.state.published": "Version {number}",
  "branding.published.title": "Published as version {number}",
  "branding.published": "New orders ship with it.",
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
  "branding.changed-elsewhere": "These differ: {fields}. Publish the ones your packages should ship with.",
  "branding.elsewhere.title": "Your branding isn't published with this account",
  "branding.elsewhere":
    "You published version {number} with another account of your supplier. Packages of new orders ship without your branding until you publish it again.",
  "branding.shared":
    "Your supplier keeps one branding per account. What you publish applies to the packages of both shops.",
  "branding.unconfirmed.title": "Publishing isn't switched on yet",
  "branding.unconfirmed":
    "Your supplier doesn't document its branding settings, so Stockbridge assumes where they are. Contact Stockbridge support to switch on publishing. What you save is kept.",
  "branding.confirmed": "Stockbridge support has confirmed that branding works with your supplier.",

  // Reasons why we could not read or publish the branding
  "branding.not-offered.title": "Your supplier offers no branding",

  "branding.version.title": "Branding version {number}",
  "branding.version.published": "Published on {at, date, long}",
} as const;
