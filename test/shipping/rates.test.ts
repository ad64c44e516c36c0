import { describe, expect, it } from "vitest";

import { COUNTRIES, namedCountries } from "../../app/shop/countries.ts";
import { freeGroups, rateFor, zonesOf } from "../../app/shipping/rates.ts";
import { type GroupForm, readRatesForm, toRatesForm } from "../../app/shipping/rates-form.ts";
import { adminSchema } from "../sandbox/shop/admin-schema.ts";

const GERMANY: GroupForm = {
  name: "Germany",
  restOfWorld: false,
  countries: ["DE"],
  basis: "flat",
  steps: [{ from: "", price: "4,90" }],
  freeFrom: "",
};

function read(groups: Partial<GroupForm>[], currency = "EUR") {
  return readRatesForm(
    { title: "Standard", groups: groups.map((each) => ({ ...GERMANY, ...each })) },
    currency,
  );
}

function rates(groups: Partial<GroupForm>[], currency = "EUR") {
  const found = read(groups, currency);
  if (!found.ok) throw new Error(JSON.stringify(found.problems));
  return found.rates;
}

function problemsOf(groups: Partial<GroupForm>[], currency = "EUR") {
  const found = read(groups, currency);
  return found.ok
    ? {}
    : Object.fromEntries(Object.entries(found.problems).map(([path, { code }]) => [path, code]));
}

/** The conditions of each rate, as "price ≥ 20 ≤ 49.99". */
function methods(groups: Partial<GroupForm>[], currency = "EUR") {
  return zonesOf(rates(groups, currency)).flatMap(({ methodDefinitionsToCreate }) =>
    [methodDefinitionsToCreate ?? []].flat().map((method) => {
      const conditions = [
        ...[method.priceConditionsToCreate ?? []]
          .flat()
          .map(({ operator, criteria }) => [operator, criteria?.amount]),
        ...[method.weightConditionsToCreate ?? []]
          .flat()
          .map(({ operator, criteria }) => [operator, criteria?.value]),
      ].map(([operator, limit]) => `${operator === "LESS_THAN_OR_EQUAL_TO" ? "≤" : "≥"} ${String(limit)}`);
      return [String(method.rateDefinition?.price.amount), ...conditions].join(" ");
    }),
  );
}

describe("the price steps of a shipping group", () => {
  const byValue: Partial<GroupForm> = {
    basis: "value",
    steps: [
      { from: "", price: "5" },
      { from: "20", price: "3" },
    ],
  };

  it.each([
    ["EUR", ["5 ≤ 19.99", "3 ≥ 20 ≤ 49.99", "0 ≥ 50"]],
    ["JPY", ["5 ≤ 19", "3 ≥ 20 ≤ 49", "0 ≥ 50"]],
    // Intl shows forints without decimals, but a discount gives a cart some.
    ["HUF", ["5 ≤ 19.99", "3 ≥ 20 ≤ 49.99", "0 ≥ 50"]],
    ["KWD", ["5 ≤ 19.999", "3 ≥ 20 ≤ 49.999", "0 ≥ 50"]],
  ])("end one minor unit before the next step and before free shipping, in %s", (currency, expected) => {
    expect(methods([{ ...byValue, freeFrom: "50" }], currency)).toEqual(expected);
  });

  it("end one gram before the next step if they go by weight", () => {
    const steps = [
      { from: "", price: "5" },
      { from: "2,5", price: "9" },
    ];
    expect(methods([{ basis: "weight", steps, freeFrom: "80" }])).toEqual(["5 ≤ 2.499", "9 ≥ 2.5", "0 ≥ 80"]);
  });

  it("leave out steps above the amount from which shipping is free", () => {
    expect(methods([{ ...byValue, freeFrom: "15" }])).toEqual(["5 ≤ 14.99", "0 ≥ 15"]);
  });

  it("become a single rate without a condition if there is only one step", () => {
    expect(methods([{}])).toEqual(["4.9"]);
  });
});

describe("rateFor", () => {
  const groups = rates([
    { freeFrom: "50" },
    {
      name: "Rest",
      restOfWorld: true,
      countries: [],
      basis: "weight",
      steps: [
        { from: "", price: "9" },
        { from: "2", price: "19" },
      ],
    },
  ]);

  it.each([
    ["DE", "49.99", "1", "4.90"],
    ["DE", "50", "1", "0.00"],
    ["JP", "10", "1.999", "9.00"],
    ["JP", "10", "2", "19.00"],
  ])("charges for %s, a value of %s and a weight of %s: %s", (country, value, weight, price) => {
    expect(rateFor(groups, { country, value, weight })).toBe(price);
  });

  it("has no rate for a country in no group", () => {
    expect(rateFor(rates([{}]), { country: "FR", value: "1", weight: "1" })).toBeNull();
  });

  it("writes the rate with the decimals of its currency", () => {
    const kuwait = rates([{ steps: [{ from: "", price: "1.255" + "0" }] }], "KWD");
    expect(rateFor(kuwait, { country: "DE", value: "1", weight: "1" })).toBe("1.255");
    expect(
      rateFor(rates([{ steps: [{ from: "", price: "500" }] }], "JPY"), {
        country: "DE",
        value: "1",
        weight: "1",
      }),
    ).toBe("500");
  });
});

describe("freeGroups", () => {
  it("names exactly the groups in which customers never pay", () => {
    const { groups } = rates([
      { steps: [{ from: "", price: "0" }] },
      { name: "Rest", restOfWorld: true, countries: [], freeFrom: "20" },
    ]);
    expect(freeGroups(groups)).toEqual(["Germany"]);
  });
});

describe("readRatesForm", () => {
  it("says what is wrong with each input", () => {
    expect(
      problemsOf([
        { name: " ", countries: [], steps: [{ from: "", price: "-1" }] },
        { countries: ["AT", "DE"], freeFrom: "0" },
        {
          countries: ["AT"],
          basis: "value",
          steps: [
            { from: "", price: "1" },
            { from: "0", price: "4.9999" },
          ],
        },
        { restOfWorld: true },
        { restOfWorld: true },
      ]),
    ).toEqual({
      "groups.0.name": "shipping.form.name-missing",
      "groups.0.countries": "shipping.form.no-countries",
      "groups.0.steps.0.price": "number.negative",
      "groups.1.freeFrom": "shipping.form.free-from-zero",
      "groups.2.countries": "shipping.form.country-twice",
      "groups.2.steps.1.from": "shipping.form.not-rising",
      "groups.2.steps.1.price": "number.too-precise",
      "groups.4.countries": "shipping.form.two-rests",
    });
    expect(problemsOf([{ steps: [{ from: "", price: "4.90" }] }], "JPY")).toEqual({
      "groups.0.steps.0.price": "number.too-precise",
    });
  });

  it("accepts a rate of zero", () => {
    expect(problemsOf([{ steps: [{ from: "", price: "0" }] }])).toEqual({});
  });

  it("reads the form that toRatesForm writes, with decimal points or commas", () => {
    const saved = rates([
      {
        basis: "weight",
        steps: [
          { from: "", price: "4.9" },
          { from: "1.250" + "0", price: "7" },
        ],
        freeFrom: "99.5",
      },
    ]);
    for (const sign of [".", ","] as const)
      expect(readRatesForm(toRatesForm(saved, sign), "EUR")).toEqual({ ok: true, rates: saved });
  });
});

it("offers shipping rates for every country that an address in Shopify can have", async () => {
  const { schema } = await adminSchema();
  const codes = schema.getType("CountryCode");
  const named = codes && "getValues" in codes ? codes.getValues().map(({ name }) => name) : [];
  expect([...COUNTRIES].toSorted()).toEqual(named.filter((name) => !["AN", "ZZ"].includes(name)).toSorted());
});

it("names each country once, in every language", () => {
  for (const language of ["en", "de", "fr", "ja"]) {
    const names = namedCountries(language).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  }
});

describe("toRatesForm", () => {
  it.each([
    ["EUR", "4.9", "4.90"],
    ["EUR", "20", "20.00"],
    ["JPY", "500", "500"],
    ["KWD", "1.25", "1.25"],
    // "1.125" could be read as one thousand.
    ["KWD", "1.125", "1.1250"],
  ])("writes an amount of %s with the decimals of its currency: %s as %s", (currency, price, typed) => {
    const group = { name: "All", countries: "rest-of-world", basis: "flat", freeFrom: null } as const;
    const groups = [{ ...group, steps: [{ from: "0", price }] }];
    expect(toRatesForm({ title: "Standard", currency, groups }, ".").groups[0]?.steps[0]?.price).toBe(typed);
  });

  it("leaves out a country that no longer exists", () => {
    const saved = rates([{ countries: ["DE"] }]);
    const groups = saved.groups.map((group) => ({ ...group, countries: ["AN", "DE"] }));
    expect(toRatesForm({ ...saved, groups }, ".").groups[0]?.countries).toEqual(["DE"]);
  });
});
