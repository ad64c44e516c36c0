import sanitizeHtml from "sanitize-html";

/**
 * Sanitizes the supplier's HTML, so that it cannot run scripts or break the shop's page. Keeps text and
 * harmless elements, removes all attributes, and closes open elements. Returns an empty text if nothing is
 * left, or if elements are nested too deeply.
 */
export function safeDescription(html: string): string {
  const safe = sanitize(html.slice(0, MAX_LENGTH), {
    allowedTags: KEPT,
    allowedAttributes: {},
    // The shop's page has its own h1, and should have only one.
    transformTags: { b: "strong", i: "em", h1: "h2" },
    nonTextTags: INVISIBLE,
  });
  return safe ?? "";
}

const ENTITY = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/gi;

/** Decodes the HTML entities of a plain text: "Salt &amp; Pepper". Leaves unknown entities unchanged. */
export function decodeEntities(text: string): string {
  return text.replace(ENTITY, (entity) =>
    // The sanitizer decodes all entities, and encodes these four again.
    sanitizeHtml(entity, { allowedTags: [] })
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">")
      .replaceAll("&quot;", '"')
      .replaceAll("&amp;", "&"),
  );
}

/**
 * Maximum number of characters, far above real descriptions. Without a limit, a reply of 8 MB could be one
 * description.
 */
const MAX_LENGTH = 200_000;

const KEPT =
  "p br hr ul ol li strong em u s sub sup small h2 h3 h4 h5 h6 blockquote pre code table thead tbody tfoot tr th td caption dl dt dd div span".split(
    " ",
  );
/** Elements that are removed together with their content. */
const INVISIBLE =
  "script style template iframe object noscript svg math title textarea select option xmp noembed noframes plaintext".split(
    " ",
  );

/** Maximum depth of nested elements, as in browsers. The parser's time grows with the square of the depth. */
const MAX_DEPTH = 200;

class TooDeep extends Error {}

/**
 * Sanitizes markup by `options`; null if elements are nested too deeply. The depth limit keeps the time linear.
 */
function sanitize(markup: string, options: sanitizeHtml.IOptions): string | null {
  let depth = 0;
  try {
    return sanitizeHtml(markup, {
      ...options,
      onOpenTag: () => {
        depth += 1;
        if (depth > MAX_DEPTH) throw new TooDeep();
      },
      onCloseTag: () => {
        depth -= 1;
      },
    });
  } catch (error) {
    if (error instanceof TooDeep) return null;
    throw error;
  }
}
