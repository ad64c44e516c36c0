import { catalog } from "../../en/catalog.ts";
import { imports } from "../../en/imports.ts";
import { links } from "../../en/links.ts";
import { prices } from "../../en/prices.ts";
import { sync } from "../../en/sync.ts";

/** Texts of the catalog, of imported products and of their updates. */
export const texts = { ...catalog, ...prices, ...imports, ...links, ...sync };
