import { sanitize } from "../../lib/sanitize.ts";

/**
 * Sanitizes the supplier's HTML: keeps text and some elements without attributes, closed in order, so that
 * the shop's page around the description stays intact. Returns an empty text if nothing is left.
 */
export function safeDescription(html: string): string {
  const safe = sanitize(html.slice(0, MAX_LENGTH), {
    allowedTags: KEPT,
    allowedAttributes: {},
    // The shop's page has its own h1.
    transformTags: { b: "strong", i: "em", h1: "h2" },
    nonTextTags: INVISIBLE,
  });
  return safe ?? "";
}

/** More than any description has. Without a limit, one description could fill a reply of 8 MB. */
const MAX_LENGTH = 200_000;

const KEPT =
  "p br hr ul ol li strong em u s sub sup small h2 h3 h4 h5 h6 blockquote pre code table thead tbody tfoot tr th td caption dl dt dd div span".split(
    " ",
  );
/** Elements whose content is not for readers. */
const INVISIBLE =
  "script style template iframe object noscript svg math title textarea select option xmp noembed noframes plaintext".split(
    " ",
  );
