import type { Catalogue } from "./catalogue.ts";
import { diceFor } from "./dice.ts";
import { markup } from "./markup.ts";

/** Returns the path of a product's or variant's picture, below the service's address. */
export function imagePath(id: string): string {
  return `/images/${id}.svg`;
}

/** The picture of product or variant `id` as SVG text, or undefined when the catalog has no such thing. */
export function drawImage(catalogue: Catalogue, id: string): string | undefined {
  const product = catalogue.product(id) ?? catalogue.variant(id)?.product;
  if (!product) return undefined;
  const options = Object.values(catalogue.variant(id)?.variant.options ?? {}).join(", ");
  const hue = String(diceFor(product.index, 3)(360));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600" viewBox="0 0 600 600" font-family="sans-serif">`,
    markup`<rect width="600" height="600" fill="hsl(${hue} 45% 86%)"/>`,
    markup`<circle cx="300" cy="240" r="130" fill="hsl(${hue} 45% 46%)"/>`,
    markup`<text x="300" y="460" font-size="32" text-anchor="middle">${product.name}</text>`,
    markup`<text x="300" y="510" font-size="24" text-anchor="middle">${options}</text>`,
    `</svg>`,
  ].join("");
}
