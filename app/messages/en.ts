import { blocks } from "./en/blocks.ts";
import { texts as orders } from "./languages/en/orders.ts";
import { texts as products } from "./languages/en/products.ts";
import { texts as rest } from "./languages/en/rest.ts";
import { texts as seldom } from "./languages/en/seldom.ts";
import { texts as shared } from "./languages/en/shared.ts";

/**
 * All texts for people, in English: ICU MessageFormat, one file per area. Rows store codes, so a code never changes its
 * meaning; wordings may change at any time. A message says what happened, what it means for the merchant's customer,
 * and what to do.
 */
export const en = { ...shared, ...orders, ...products, ...rest, ...seldom, ...blocks };
