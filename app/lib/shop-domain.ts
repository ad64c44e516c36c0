import { z } from "zod";

/** A shop's permanent domain, `<name>.myshopify.com`. The brand proves that it was validated. */
export type ShopDomain = string & z.$brand<"ShopDomain">;

/** Accepts domains as Shopify issues them: lowercase letters, digits and hyphens before `.myshopify.com`. */
export const shopDomain = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,98}\.myshopify\.com$/, "is not a shop address such as example.myshopify.com")
  .brand<"ShopDomain">();
