import { describe, expect, it } from "vitest";

import { parseProductFilter, productParameters } from "../../../app/catalog/search/product-filter.ts";

const none = {
  query: "",
  category: null,
  brand: null,
  min: null,
  max: null,
  inStock: false,
  show: "all",
  sinceDays: null,
  changedDays: null,
};

describe("parseProductFilter", () => {
  it("selects everything for an empty address", () => {
    expect(parseProductFilter(new URLSearchParams())).toEqual({
      filter: none,
      sort: "best",
      typed: "",
      cut: false,
    });
  });

  it("reads a filter back from the address that was written for it", () => {
    const address =
      "q=m%C3%BCller+tee&category=K%C3%BCche&brand=%26&min=1.50&max=20&stock=1&show=imported&since=7&sort=-cost";
    const { filter, sort } = parseProductFilter(new URLSearchParams(address));
    expect(filter).toEqual({
      query: "müller tee",
      category: "Küche",
      brand: "&",
      min: "1.50",
      max: "20",
      inStock: true,
      show: "imported",
      sinceDays: 7,
      changedDays: null,
    });
    expect(productParameters(filter, sort).toString()).toBe(address);
  });

  it("ignores invalid values", () => {
    const odd = "min=12,5&max=-1&stock=yes&show=nonsense&since=0&sort=random&category=&brand=";
    expect(parseProductFilter(new URLSearchParams(odd)).filter).toEqual(none);
  });

  it("cuts a query to 200 characters and reports it", () => {
    const { filter, typed, cut } = parseProductFilter(new URLSearchParams({ q: `${"a".repeat(199)}😀b` }));
    expect(filter.query).toHaveLength(200);
    expect(filter.query.isWellFormed()).toBe(true);
    expect(typed).toHaveLength(202);
    expect(cut).toBe(true);
  });
});
