import { catalog } from "../../de/catalog.ts";
import { imports } from "../../de/imports.ts";
import { links } from "../../de/links.ts";
import { prices } from "../../de/prices.ts";
import { sync } from "../../de/sync.ts";

/** Texts of the catalog, of imported products and of their updates. */
export const texts = { ...catalog, ...prices, ...imports, ...links, ...sync };
