import sanitizeHtml from "sanitize-html";

/** As deep as a browser goes. The parser's time grows with the square of it. */
const MAX_DEPTH = 200;

class TooDeep extends Error {}

/**
 * Markup of a stranger, reduced to what `options` allow, in time that grows with its length alone. Null where its elements
 * are nested deeper than in any document.
 */
export function sanitize(markup: string, options: sanitizeHtml.IOptions): string | null {
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
