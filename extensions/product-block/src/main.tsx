/** @jsxImportSource preact */
import { render } from "preact";

import { ProductBlock } from "./product-block.tsx";

/** Shopify calls this function to show the block. */
export default function main() {
  render(<ProductBlock />, document.body);
}
