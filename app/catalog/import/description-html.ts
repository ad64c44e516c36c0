/**
 * Rebuilds a description from the harmless parts of the supplier's HTML: text, and some elements without attributes. No
 * part of the input is passed on as it is, so it does not matter how a browser would read a broken tag: it becomes text.
 * Elements are closed in order, so that the shop's page around the description stays intact.
 */
export function safeDescription(html: string): string {
  const open: string[] = [];
  let safe = "";
  for (const [token] of html.slice(0, MAX_LENGTH).replace(INVISIBLE, "").matchAll(TOKENS)) {
    const [, slash, written] = TAG.exec(token) ?? [];
    if (written === undefined) {
      if (!/^<[/!?]/.test(token)) safe += escape(token);
      continue;
    }
    const name = RENAMED[written.toLowerCase()] ?? written.toLowerCase();
    if (VOID.has(name)) {
      safe += `<${name}>`;
    } else if (!KEPT.has(name)) {
      continue;
    } else if (slash === "") {
      open.push(name);
      safe += `<${name}>`;
    } else if (open.includes(name)) {
      for (let last = open.pop(); last !== undefined; last = open.pop()) {
        safe += `</${last}>`;
        if (last === name) break;
      }
    }
  }
  return (
    safe +
    open
      .toReversed()
      .map((name) => `</${name}>`)
      .join("")
  );
}

/** Comments, and elements whose content is not for readers. Where the closing tag is missing, they reach to the end. */
const INVISIBLE =
  /<!--[\s\S]*?(?:-->|$)|<(script|style|template|iframe|object|noscript|svg|math|title|textarea|select)\b[\s\S]*?(?:<\/\1\s*>|$)/gi;
/** A tag, or the text up to the next one; a lone "<" is text. No part can match in two ways, so it takes linear time. */
const TOKENS = /<[/!?]?[a-z][^<>]*>|<[!?][^<>]*>|<|[^<]+/gi;
/** More than any description has; the supplier's reply has no limit of its own. */
const MAX_LENGTH = 200_000;
const TAG = /^<(\/?)([a-z][a-z0-9]*)(?=[\s/>])/i;

const KEPT = new Set(
  "p ul ol li strong em u s sub sup small h2 h3 h4 h5 h6 blockquote pre code table thead tbody tfoot tr th td caption dl dt dd div span".split(
    " ",
  ),
);
const VOID = new Set(["br", "hr"]);
/** A shop's page has its own first heading. */
const RENAMED: Record<string, string | undefined> = { b: "strong", i: "em", h1: "h2" };

/** A reference such as &amp; stays one; any other ampersand becomes text. */
function escape(text: string): string {
  return text
    .replace(/&(?!(?:[a-z][a-z0-9]{1,30}|#\d{1,7}|#x[\da-f]{1,6});)/gi, "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}
