/**
 * The worker thread of `drawSvg`: draws one SVG as a PNG. A hundred bytes of SVG can keep the renderer busy for
 * minutes; `drawSvg` can terminate a thread. Node runs this file from source, so it imports nothing of the app.
 *
 * The renderer is WebAssembly and has no access to files or to the network.
 */
import { readFileSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";

import { initWasm, Resvg } from "@resvg/resvg-wasm";

/**
 * Lengths of the longer side in pixels. We use the first one at which the PNG is small enough. In print, 1,000
 * pixels are 8 cm.
 */
const SIDES = [1000, 500, 250];

/**
 * Tokens of well-formed XML. The first group is text, which the renderer silently leaves out because it has
 * no fonts. The second group is a link to a picture that the renderer cannot load.
 */
const TOKEN =
  /<!--.*?-->|<!\[CDATA\[.*?\]\]>|<(?:[^\s<>/:]+:)?(?:(text|foreignObject)[\s/>]|((?:image|feImage|use)\s[^>]*?\bhref\s*=\s*["'](?!#|data:image\/(?:png|jpe?g|gif|webp)[;,])))/gs;

/**
 * Matches an entity whose value contains markup, because `TOKEN` would not see text in it. Entities with URLs,
 * as Adobe Illustrator writes them, do not match.
 */
const MARKUP_IN_ENTITY = /<!DOCTYPE[^>[]*\[(?:<!ENTITY\s|[^<&\]])*(?:<(?!!ENTITY\s)|&)/;

const { svg, maxBytes } = workerData as { svg: string; maxBytes: number };
await initWasm(readFileSync(new URL(import.meta.resolve("@resvg/resvg-wasm/index_bg.wasm"))));
parentPort?.postMessage(draw());

function draw(): { png: Uint8Array } | { problem: "not-drawn" | "text" | "linked" | "too-large" } {
  try {
    if (MARKUP_IN_ENTITY.test(svg)) return { problem: "not-drawn" };
    const { width, height } = new Resvg(svg);
    // The renderer has accepted the SVG, so it is well-formed. On a comment that never ends, the pattern would
    // take quadratic time.
    const tokens = [...svg.matchAll(TOKEN)];
    if (tokens.some(([, text]) => text)) return { problem: "text" };
    if (tokens.some(([, , link]) => link)) return { problem: "linked" };
    for (const value of SIDES) {
      const picture = new Resvg(svg, {
        fitTo: { mode: width >= height ? "width" : "height", value },
      }).render();
      if (picture.pixels.every((byte) => byte === 0)) return { problem: "not-drawn" };
      const png = picture.asPng();
      if (png.length <= maxBytes) return { png };
    }
    return { problem: "too-large" };
  } catch {
    // The renderer's error is about XML or its limits, and would not help the merchant.
    return { problem: "not-drawn" };
  }
}
