import { type MessageFormatElement, parse, TYPE } from "@formatjs/icu-messageformat-parser";
import { describe, expect, it } from "vitest";

import { languagesFor, languages } from "../../app/messages/languages.ts";
import "../../app/messages/all-languages.server.ts";
import { en } from "../../app/messages/en.ts";
import { translate } from "../../app/messages/translate.ts";

const CODES = Object.keys(en);
const others = Object.entries(languages).filter(([tag]) => tag !== "en");

it("the app has the languages of which it has files: German and English", () => {
  expect(Object.keys(languages).toSorted()).toEqual(["de", "en"]);
});

describe.each(others)("the language %s", (tag, { texts }) => {
  it("has every text, and none that English lacks", () => {
    expect(CODES.filter((code) => !texts[code]?.trim())).toEqual([]);
    expect(Object.keys(texts).filter((code) => !(code in en))).toEqual([]);
  });

  it("has the parameters and formats of the English texts", () => {
    const differing = Object.entries(en).flatMap(([code, text]) => {
      const [here, there] = [parameters(texts[code] ?? ""), parameters(text)];
      return here.join() === there.join() ? [] : [`${code}: ${here.join()} instead of ${there.join()}`];
    });
    expect(differing).toEqual([]);
  });

  it("has all plural forms of the language, and the choices of the English texts", () => {
    const forms = new Intl.PluralRules(tag).resolvedOptions().pluralCategories;
    const lacking = Object.entries(en).flatMap(([code, text]) => {
      const wanted = choices(text).map(({ name, options, isPlural }) => ({
        name,
        options: isPlural
          ? [...new Set([...options.filter((each) => each.startsWith("=")), ...needed(forms)])]
          : options,
      }));
      const found = choices(texts[code] ?? "");
      return wanted.flatMap(({ name, options }) =>
        options.some((option) => !found.some((each) => each.name === name && each.options.includes(option)))
          ? [`${code}: ${name} needs ${options.join(", ")}`]
          : [],
      );
    });
    expect(lacking).toEqual([]);
  });

  it("is complete, so that its pages load no English texts", () => {
    expect(languagesFor(tag)).toEqual([tag]);
  });
});

type Words = { [name: string]: string | Words };

/** The texts of blocks on Shopify's own pages, which Shopify reads from files of their own. */
const ofBlocks = import.meta.glob<Words>("../../extensions/*/locales/*.json", {
  eager: true,
  import: "default",
});
const blocks = Object.keys(ofBlocks).filter((file) => file.endsWith("/en.default.json"));

describe.each(blocks)("the texts of the extension %s", (file) => {
  const english = texts(ofBlocks[file] ?? {});

  it.each(others.map(([tag]) => tag))("are complete in %s", (tag) => {
    const here = texts(ofBlocks[file.replace("en.default", tag)] ?? {});
    expect(here["language"]).toBe(tag);
    expect(Object.keys(here)).toEqual(Object.keys(english));
    const placeholders = (text = "") => text.match(/\{\{\w+\}\}/g)?.toSorted();
    for (const [key, text] of Object.entries(english)) {
      expect(here[key]?.trim(), key).toBeTruthy();
      expect(placeholders(here[key]), key).toEqual(placeholders(text));
    }
  });

  function texts(words: Words, path = ""): Record<string, string> {
    const entries = Object.entries(words).flatMap(([name, value]) =>
      typeof value === "string"
        ? [[path + name, value] as const]
        : Object.entries(texts(value, `${path}${name}.`)),
    );
    return Object.fromEntries(entries);
  }
});

describe("a language that is half translated", () => {
  const half = { "orders.title": "Bestellungen", "home.menu": "", "orders.name": "Bestellung {order" };
  const t = translate("de", half);

  it("shows the English text if a text is missing, empty or malformed", () => {
    expect(t("orders.title")).toBe("Bestellungen");
    expect(t("settings.title")).toBe("Settings");
    expect(t("home.menu")).toBe("Home");
    expect(t("orders.name", { order: "#1001" })).toBe("Order #1001");
  });

  it("loads the English texts together with its own", () => {
    languages["xx"] = { texts: half, polaris: {} };
    expect(languagesFor("xx")).toEqual(["xx", "en"]);
    delete languages["xx"];
  });
});

/** "many" is for numbers that are never counted here, such as a million in Spanish and French. */
function needed(forms: string[]): string[] {
  return forms.filter((form) => form !== "many" || !forms.includes("one") || forms.includes("few"));
}

type Parameter = { name: string; kind: string };

/** Returns each parameter of a text once, with its format: "count number", "at date long". A plural is the count's. */
function parameters(text: string): string[] {
  const found = elements(text).flatMap((element): Parameter[] => {
    if (element.type === TYPE.literal || element.type === TYPE.pound || element.type === TYPE.tag) return [];
    if (element.type === TYPE.date || element.type === TYPE.time || element.type === TYPE.number) {
      const style = typeof element.style === "string" ? element.style : "";
      return [{ name: element.value, kind: `${TYPE[element.type]} ${style}` }];
    }
    return [{ name: element.value, kind: TYPE[element.type] }];
  });
  return [...new Set(found.map(({ name, kind }) => `{${name}: ${kind}}`))].toSorted();
}

function choices(text: string): { name: string; options: string[]; isPlural: boolean }[] {
  return elements(text).flatMap((element) =>
    element.type === TYPE.plural || element.type === TYPE.select
      ? [
          {
            name: element.value,
            options: Object.keys(element.options),
            isPlural: element.type === TYPE.plural,
          },
        ]
      : [],
  );
}

/** Returns a text's elements, with those in the branches of its plurals and choices. */
function elements(text: string): MessageFormatElement[] {
  const flat = (nodes: MessageFormatElement[]): MessageFormatElement[] =>
    nodes.flatMap((node) =>
      node.type === TYPE.plural || node.type === TYPE.select
        ? [node, ...Object.values(node.options).flatMap(({ value }) => flat(value))]
        : [node],
    );
  return flat(parse(text, { ignoreTag: true }));
}
