import type { Address, DeliveryMethod } from "./orders/order.ts";

/** Orders that the customer fetches, or that need no package, have no destination. */
export const ADDRESSED: DeliveryMethod[] = ["LOCAL", "PICKUP_POINT", "SHIPPING"];

export const NO_ADDRESS: Address = {
  firstName: null,
  lastName: null,
  company: null,
  address1: null,
  address2: null,
  city: null,
  province: null,
  provinceCode: null,
  zip: null,
  countryCode: "DE",
  phone: null,
};

export const DEFAULT_ADDRESS: Partial<Address> = {
  firstName: "Erika",
  lastName: "Mustermann",
  address1: "Heidestraße 17",
  city: "Köln",
  zip: "51147",
};

/** As much as the simulated supplier charges to most countries, so that an order loses money only if its test wants that. */
export const DEFAULT_SHIPPING = 19.9;

export const NO_CUSTOMER = { firstName: null, lastName: null, email: null, phone: null };

export const DEFAULT_CUSTOMER = {
  firstName: "Erika",
  lastName: "Mustermann",
  email: "erika@example.com",
  phone: "+4922112345",
};
