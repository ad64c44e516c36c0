import { expect, it } from "vitest";

import { cleanText } from "../../app/lib/clean-text.ts";

it.each([
  ["Kerkstraat \u206012", "Kerkstraat 12"],
  ["\u2060", ""],
  ["\u200b\u00ad\u202e\ufeff ", ""],
  [" Heidestraße 17\r\nHinterhaus\t\u2028 ", "Heidestraße 17 Hinterhaus"],
  ["a \n\u2060\n b", "a b"],
  ["\u0000Ku\u0308hn\u0007", "Kühn"],
  ["山田\u3000", "山田"],
  ["half an emoji \ud83d", "half an emoji"],
  ["O’Hara-Łuczak, c/o №5 😀", "O’Hara-Łuczak, c/o №5 😀"],
])("cleanText turns %j into %j", (typed, clean) => {
  expect(cleanText(typed)).toBe(clean);
});
