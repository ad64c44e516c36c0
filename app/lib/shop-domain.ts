import { z } from "zod";

/** A shop's permanent address, `<name>.myshopify.com`, validated once on entry and trusted inside. */
export type ShopDomain = string & z.$brand<"ShopDomain">;

/** Accepts exactly what Shopify issues: lowercase letters, digits and hyphens before `.myshopify.com`. */
export const shopDomain = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,98}\.myshopify\.com$/, "is not a shop address such as example.myshopify.com")
  .brand<"ShopDomain">();
