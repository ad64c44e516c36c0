import sanitizeHtml from "sanitize-html";

/** Maximum depth of browsers. The parser's time grows with the square of the depth. */
const MAX_DEPTH = 200;

class TooDeep extends Error {}

/**
 * Reduces foreign markup to what `options` allow, in linear time. Null if its elements are nested too deeply.
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
