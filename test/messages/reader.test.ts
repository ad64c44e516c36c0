import { describe, expect, it } from "vitest";

import { en } from "../../app/messages/en.ts";
import { languages } from "../../app/messages/languages.ts";
import type { Message } from "../../app/messages/message.ts";
import { writtenLanguage } from "../../app/messages/all-languages.server.ts";
import { translate } from "../../app/messages/translate.ts";

const texts = {
  ...en,
  "earlier-message": "{at, date, long}; {count, plural, one {# order} other {# orders}}; {cost}",
};

/** Says a moment, a count and an amount in English to a reader. */
function say(numbers: string, at = "2026-11-26T20:04:00.000Z"): string {
  const t = translate("en", texts, { numbers, timeZone: "Europe/Berlin" });
  const cost = { amount: "1234.50", currency: "EUR" };
  return t({ code: "earlier-message", at, count: 1200, cost } as unknown as Message).replaceAll(/\s/g, " ");
}

describe("translate for a reader", () => {
  it("formats numbers, money and times for the reader's country, and keeps the text's language", () => {
    expect(say("en-US")).toBe("November 26, 2026 at 9:04 PM; 1,200 orders; €1,234.50");
    expect(say("en-GB")).toBe("26 November 2026 at 21:04; 1,200 orders; €1,234.50");
    expect(say("de-DE")).toBe("November 26, 2026 at 21:04; 1.200 orders; 1.234,50 €");
  });

  it("writes a margin with the reader's decimal sign, and always with one decimal", () => {
    const margin = (locale: string, value: string, missing = "none") =>
      translate(locale, languages[locale]?.texts ?? en)("catalog.margin", { margin: value, missing });
    expect(margin("en", "33.3")).toBe("33.3% margin");
    expect(margin("de", "33.0")).toBe("33,0 % Marge");
    expect(margin("de", "-6.7")).toBe("-6,7 % Marge");
    expect(margin("en", "33.3", "both")).toBe("33.3% margin before tax");
    expect(margin("de", "33.3", "tax")).toBe("33,3 % Marge vor Steuern");
  });

  it("writes a date without a time as the same day in every time zone", () => {
    const t = translate("en", texts, { numbers: "en", timeZone: "America/New_York" });
    expect(t("activity.day", { date: "2026-11-26" })).toBe("Thursday, November 26, 2026");
  });
});

describe("writtenLanguage", () => {
  it.each([
    ["the admin's language", "de", "en-US,en;q=0.9", "de"],
    ["the browser's country for the admin's language", "en", "fr-CA,en-GB;q=0.9,en;q=0.8", "en-GB"],
    ["the admin's own country first", "pt-BR", "pt-PT,pt;q=0.9", "pt-BR"],
    ["the browser's language if the admin names none", "", "sv-SE,sv;q=0.9", "sv-SE"],
    ["English if neither names a language", "../etc", "*, x_y;q=1", "en"],
    ["no extensions of a tag", "de-DE-u-nu-arab", "", "de-DE"],
  ])("returns %s", (_, locale, accepted, expected) => {
    const request = new Request(`http://127.0.0.1/app?locale=${encodeURIComponent(locale)}`, {
      headers: { "accept-language": accepted },
    });
    expect(writtenLanguage(request)).toBe(expected);
  });
});
