import { sanitize } from "../lib/sanitize.ts";

/** Copies of copies multiply: with so few of them, a picture stays within some thousand parts. */
const MAX_USES = 24;

/**
 * Rewrites an SVG from shapes, text, colors and nothing else: no code, no links, no animation, nothing from elsewhere.
 * So it is harmless even where it is not shown as an image, and as an image it looks as before. What is clean comes back
 * as it is. Null where nothing is left to see, or more than a logo can have.
 */
export function cleanSvg(svg: string): string | null {
  const drawn = sanitize(svg, {
    allowedTags: ELEMENTS,
    allowedAttributes: { "*": [...ATTRIBUTES, ...PROPERTIES] },
    transformTags: {
      "*": (tagName, attributes) => ({ tagName, attribs: cleanAttributes(tagName, attributes) }),
    },
    // Our own list of attributes looks at values; this one knows links of pages only, and no pictures within pictures.
    allowedSchemesAppliedToAttributes: [],
    parseStyleAttributes: false,
    selfClosing: [],
    nonTextTags: ["script", "style", "foreignObject", "metadata"],
    parser: { xmlMode: true, lowerCaseTags: false, lowerCaseAttributeNames: false },
  });
  if (drawn === null || !DRAWN.test(drawn) || drawn.split("<use").length - 1 > MAX_USES) return null;
  const start = drawn.indexOf("<svg");
  const end = endOfPicture(drawn);
  if (start === -1 || end === -1) return null;
  const styles = cleanStyles(svg);
  return drawn
    .slice(start, end)
    .replace(">", styles === "" ? ">" : `><style>${styles}</style>`)
    .replace(NOT_XML, "");
}

/** Where the first picture ends: pictures may stand within a picture, but not behind it. */
function endOfPicture(drawn: string): number {
  let depth = 0;
  for (const { 0: tag, index } of drawn.matchAll(/<\/?svg\b/g)) {
    depth += tag === "<svg" ? 1 : -1;
    if (depth === 0) return index + "</svg>".length;
  }
  return -1;
}

const words = (text: string) => text.trim().split(/\s+/);

const ELEMENTS = words(`
  svg g defs symbol use title desc path rect circle ellipse line polyline polygon text tspan textPath image
  linearGradient radialGradient stop clipPath mask pattern marker`);
/** Something to see. */
const DRAWN = /<(?:path|rect|circle|ellipse|line|polyline|polygon|text|image)\b/;

const ATTRIBUTES = words(`
  id class style version viewBox preserveAspectRatio xmlns xmlns:xlink href xlink:href
  x y x1 y1 x2 y2 cx cy r rx ry fx fy width height d points pathLength transform dx dy rotate textLength lengthAdjust
  startOffset gradientUnits gradientTransform spreadMethod offset clipPathUnits maskUnits maskContentUnits patternUnits
  patternContentUnits patternTransform markerUnits markerWidth markerHeight orient refX refY`);
/** Properties that stand in attributes and in styles. */
const PROPERTIES = words(`
  color display opacity overflow visibility transform-origin mix-blend-mode isolation
  fill fill-opacity fill-rule stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin
  stroke-miterlimit stroke-opacity stroke-width paint-order vector-effect shape-rendering
  clip-path clip-rule mask mask-type marker-start marker-mid marker-end stop-color stop-opacity
  font-family font-size font-size-adjust font-stretch font-style font-variant font-weight letter-spacing word-spacing
  text-anchor text-decoration text-rendering dominant-baseline alignment-baseline baseline-shift writing-mode`);

const NAMESPACES: Record<string, string> = {
  xmlns: "http://www.w3.org/2000/svg",
  "xmlns:xlink": "http://www.w3.org/1999/xlink",
};

function cleanAttributes(tag: string, attributes: Record<string, string>): Record<string, string> {
  const cleaned = Object.entries(attributes).flatMap(([name, value]) => {
    const clean = cleanAttribute(tag, name, value);
    return clean === "" ? [] : [[name, clean] as const];
  });
  // Without it, nobody would draw the picture.
  return Object.fromEntries(tag === "svg" ? [...cleaned, ["xmlns", NAMESPACES.xmlns ?? ""]] : cleaned);
}

/** The value as it may stay; empty where it may not. */
function cleanAttribute(tag: string, name: string, value: string): string {
  if (name in NAMESPACES) return NAMESPACES[name] ?? "";
  if (name === "href" || name === "xlink:href")
    return (tag === "image" ? PICTURE : PART).test(value) ? value : "";
  if (name === "style") return cleanDeclarations(value);
  return isPlain(value) ? value : "";
}

/** A part of the same picture. */
const PART = /^#[\w.-]+$/;
/** A picture within the picture, of a kind that holds pixels only. */
const PICTURE = /^data:image\/(?:png|jpeg);base64,[\w+/=\s]+$/;

/** The functions that a value may have. */
const FUNCTION =
  /url\(\s*(["']?)#[\w.-]+\1\s*\)|\b(?:rgba?|hsla?|matrix|translate[XY]?|scale[XY]?|rotate|skew[XY])\([-+\w\s.,%]*\)/gi;
const PLAIN = /^[\p{L}\p{N}\s#.,%+'"_!-]*$/u;

/** Numbers, names and the functions above: no address and no escape, which could spell one. */
function isPlain(value: string): boolean {
  return PLAIN.test(value.replace(FUNCTION, " "));
}

/** Programs that draw keep their colors in a style sheet: its plain rules stay. */
function cleanStyles(svg: string): string {
  const sheets = svg
    .split(/<style\b/i)
    .slice(1)
    .map((sheet) => sheet.slice(sheet.indexOf(">") + 1).split(/<\/style/i, 1)[0]);
  const [first = "", ...commented] = sheets.join("\n").replaceAll("<![CDATA[", " ").split("/*");
  const tokens = [first, ...commented.map((text) => text.split("*/")[1] ?? "")].join(" ").split(/([{}])/);
  let depth = 0;
  let selector = "";
  let rules = "";
  for (const token of tokens) {
    if (token === "{") depth += 1;
    else if (token === "}") depth = Math.max(0, depth - 1);
    // What stands before a selector is an `@import` or the like.
    else if (depth === 0) selector = (token.split(";").at(-1) ?? "").trim();
    // Deeper are rules under a condition, which print has none of.
    else if (depth === 1 && SELECTOR.test(selector)) rules += ruleOf(selector, cleanDeclarations(token));
  }
  return rules;
}

function ruleOf(selector: string, declarations: string): string {
  return declarations === "" ? "" : `${selector}{${declarations}}`;
}

const SELECTOR = /^[\w\s.#,*-]+$/;

function cleanDeclarations(text: string): string {
  return text
    .split(";")
    .flatMap((declaration) => {
      const [name = "", value = "", ...more] = declaration.split(":").map((part) => part.trim());
      const stays = PROPERTIES.includes(name) && value !== "" && more.length === 0 && isPlain(value);
      return stays ? [`${name}:${value}`] : [];
    })
    .join(";");
}

/** Characters that no XML has, not even spelled as numbers. */
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
