import { describe, expect, it } from "vitest";

import { tidyTracking, trackingsOf } from "../../../app/orders/tracking/tracking-fields.ts";

const fields = (trackingNumber: string | null, trackingUrl: string | null = null) => ({
  carrier: "UPS",
  trackingNumber,
  trackingUrl,
});

describe("tidyTracking", () => {
  it.each(["N/A", "n/a", "-", "--", "pending", "TBA", "to follow", "none", "0", "0000", " ", ""])(
    "drops the placeholder %j, and a link that contains it",
    (text) => {
      const url = `https://carrier.example/${encodeURIComponent(text)}`;
      const tidied = tidyTracking(fields(text, text.trim() === "" ? null : url));
      expect(tidied).toEqual(fields(null));
    },
  );

  it.each([
    "https://carrier.example/{tracking}",
    "https://carrier.example/%7Btracking%7D",
    "https://carrier.example/?n=<number>",
    "https://carrier.example/?n=[tracking_number]",
    "https://carrier.example/?n=%s",
    "javascript:alert(1)",
    "see slip",
  ])("drops the link %s, but keeps the number", (url) => {
    expect(tidyTracking(fields("1Z84", url))).toEqual(fields("1Z84"));
  });

  it("keeps a link in the form that Shopify accepts, and a number with spaces", () => {
    const tidied = tidyTracking(fields(" 9400 1000 0000 ", " https://carrier.example/?n=9400 1000 "));
    expect(tidied).toEqual(fields("9400 1000 0000", "https://carrier.example/?n=9400%201000"));
  });

  it.each(["1Z84, 1Z93", "1Z84;1Z93", "1Z84 / 1Z93", "1Z84\n1Z93", "1Z84,1Z93,1Z84, N/A"])(
    "reads the list %j as two numbers",
    (text) => {
      expect(tidyTracking(fields(text))).toEqual(fields("1Z84, 1Z93"));
    },
  );
});

describe("trackingsOf", () => {
  const tracking = (number: string | null, url: string | null = null) => ({ company: "UPS", number, url });

  it("returns no tracking without a number", () => {
    expect(trackingsOf(tracking(null, "https://carrier.example/"))).toEqual([]);
  });

  it("returns the link with the only number", () => {
    const url = "https://carrier.example/track";
    expect(trackingsOf(tracking("1Z84", url))).toEqual([{ company: "UPS", number: "1Z84", url }]);
  });

  it("returns the link only with the number that the link contains", () => {
    const url = "https://carrier.example/1Z93";
    expect(trackingsOf(tracking("1Z84, 1Z93", url))).toEqual([
      { company: "UPS", number: "1Z84", url: null },
      { company: "UPS", number: "1Z93", url },
    ]);
  });

  it("returns the package's link with each number if Shopify doesn't know the carrier", () => {
    const url = "https://boten.example/auftrag/17";
    expect(trackingsOf({ company: "Boten Express", number: "B84, B93", url })).toEqual([
      { company: "Boten Express", number: "B84", url },
      { company: "Boten Express", number: "B93", url },
    ]);
  });

  it("returns no link that contains all numbers if Shopify knows the carrier", () => {
    const url = "https://carrier.example/1Z84,1Z93";
    expect(trackingsOf(tracking("1Z84, 1Z93", url)).map((each) => each.url)).toEqual([null, null]);
  });
});
