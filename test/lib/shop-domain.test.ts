import { expect, it } from "vitest";

import { shopDomain } from "../../app/lib/shop-domain.ts";

it.each([
  "example.myshopify.com",
  "7.myshopify.com",
  "a-b-2.myshopify.com",
  `${"a".repeat(99)}.myshopify.com`,
])("accepts the shop domain %s", (domain) => {
  expect(shopDomain.parse(domain)).toBe(domain);
});

it.each([
  "",
  "example.com",
  "myshopify.com",
  ".myshopify.com",
  "-a.myshopify.com",
  "Example.myshopify.com",
  "a.b.myshopify.com",
  "a_b.myshopify.com",
  "a.myshopify.com.evil.com",
  "evil.com/a.myshopify.com",
  "evil.com#.myshopify.com",
  "a@b.myshopify.com",
  "a.myshopify.com:443",
  "amyshopify.com",
  "axmyshopify.com",
  " a.myshopify.com",
  "a.myshopify.com\n",
  "a.myshopify.com\0",
  "https://a.myshopify.com",
  `${"a".repeat(100)}.myshopify.com`,
])("rejects the shop domain %j", (text) => {
  expect(shopDomain.safeParse(text).success).toBe(false);
});
