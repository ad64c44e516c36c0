import { gid } from "../ids.ts";
import { PLANS, type ShopState } from "../state.ts";
import { describeManual, describeService } from "./fulfillment-service-descriptions.ts";
import type { Resolvers } from "./resolver.ts";

export const shopResolvers: Resolvers = {
  QueryRoot: {
    shop: (_source, _args, { shop, now }) => describeShop(shop, now),
  },
};

function describeShop(shop: ShopState, now: Date): Record<string, unknown> {
  const domain = {
    id: gid("Domain", shop.id),
    host: shop.domain,
    url: `https://${shop.domain}`,
    sslEnabled: true,
  };
  const timezone = describeTimezone(shop.ianaTimezone, now);
  const address = describeAddress(shop);
  return {
    id: gid("Shop", shop.id),
    name: shop.name,
    email: shop.email,
    contactEmail: shop.email,
    description: null,
    shopOwnerName: `${shop.owner.firstName} ${shop.owner.lastName}`,
    myshopifyDomain: shop.domain,
    primaryDomain: domain,
    domains: [domain],
    url: domain.url,
    plan: describePlan(shop),
    currencyCode: shop.currencyCode,
    enabledPresentmentCurrencies: [shop.currencyCode],
    ianaTimezone: shop.ianaTimezone,
    timezoneAbbreviation: timezone.abbreviation,
    timezoneOffset: timezone.offset,
    timezoneOffsetMinutes: timezone.offsetMinutes,
    unitSystem: "METRIC_SYSTEM",
    weightUnit: "KILOGRAMS",
    taxesIncluded: shop.taxesIncluded,
    taxShipping: false,
    billingAddress: address,
    shopAddress: address,
    shipsToCountries: [shop.countryCode],
    orderNumberFormatPrefix: "#",
    orderNumberFormatSuffix: "",
    features: { marketDrivenShipping: shop.marketDrivenShipping },
    checkoutApiSupported: true,
    setupRequired: false,
    // shopify.dev: Product model, limits.
    resourceLimits: { maxProductOptions: 3, maxProductVariants: 2048 },
    fulfillmentServices: () => [
      describeManual(shop),
      ...shop.services.map((service) => describeService(shop, service)),
    ],
    createdAt: shop.createdAt.toISOString(),
    updatedAt: shop.createdAt.toISOString(),
  };
}

function describePlan(shop: ShopState): Record<string, unknown> {
  const { displayName, shopifyPlus } = PLANS[shop.plan];
  const partnerDevelopment = shop.plan === "Development";
  return { displayName, publicDisplayName: shop.plan, shopifyPlus, partnerDevelopment };
}

function describeAddress(shop: ShopState): Record<string, unknown> {
  const country = new Intl.DisplayNames("en", { type: "region" }).of(shop.countryCode) ?? shop.countryCode;
  return {
    id: gid("ShopAddress", shop.id),
    company: shop.name,
    address1: "1 Sandbox Street",
    address2: null,
    city: "Sandbox",
    zip: "10115",
    province: null,
    provinceCode: null,
    country,
    countryCodeV2: shop.countryCode,
    phone: null,
    formatted: [shop.name, "1 Sandbox Street", "10115 Sandbox", country],
  };
}

function describeTimezone(ianaTimezone: string, now: Date) {
  const part = (timeZoneName: "short" | "longOffset"): string =>
    new Intl.DateTimeFormat("en", { timeZone: ianaTimezone, timeZoneName })
      .formatToParts(now)
      .find(({ type }) => type === "timeZoneName")?.value ?? "";
  // "GMT+02:00", or plain "GMT".
  const [, sign = "+", hours = "00", minutes = "00"] = /([+-])(\d\d):(\d\d)/.exec(part("longOffset")) ?? [];
  const total = Number(hours) * 60 + Number(minutes);
  return {
    abbreviation: part("short"),
    offset: `${sign}${hours}${minutes}`,
    offsetMinutes: sign === "-" ? -total : total,
  };
}
