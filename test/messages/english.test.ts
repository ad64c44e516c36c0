import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

import { IntlMessageFormat } from "intl-messageformat";
import { describe, expect, it } from "vitest";

import { en } from "../../app/messages/en.ts";
import type { Message } from "../../app/messages/message.ts";
import { translate, translator } from "../../app/messages/translate.ts";
import { inPseudo, pseudo } from "./pseudo.ts";

const t = translator("en");
const CODES = Object.keys(en);

describe("the English messages", () => {
  it("are valid ICU MessageFormat", () => {
    for (const [code, text] of Object.entries(en)) {
      expect(() => new IntlMessageFormat(text, "en", undefined, { ignoreTag: true }), code).not.toThrow();
      // An apostrophe before a brace would quote it.
      expect(text, code).not.toMatch(/'[{}]/);
    }
  });

  it("do not contain the words “contract” and “documented”", () => {
    const texts = Object.entries(en).filter(([, text]) => /\b(contract\w*|documented)\b/i.test(text));
    expect(texts).toEqual([]);
  });

  it("have each code in exactly one file", async () => {
    const codes: string[] = [];
    for (const area of await readdir("app/messages/en", { recursive: true })) {
      if (!area.endsWith(".ts") || area === "polaris.ts") continue;
      const texts = Object.values(
        (await import(path.resolve("app/messages/en", area))) as Record<string, object>,
      );
      codes.push(...texts.flatMap((each) => Object.keys(each)));
    }
    expect(codes.toSorted()).toEqual(CODES.toSorted());
  });

  it("are all used by the app or an extension", async () => {
    const written = await codesWritten();
    expect(CODES.filter((code) => !written(code))).toEqual([]);
  });

  it("count as unused if no code names them", async () => {
    const written = await codesWritten();
    for (const code of [
      "connection.problem.no-such-kind",
      "connection.no-such-code",
      "branding.field.no-such-field",
    ])
      expect(written(code), code).toBe(false);
  });
});

describe("a message stored in the database", () => {
  const said = (json: unknown) => t(json as Message);

  it("is shown unchanged if a version before message codes wrote it", () => {
    expect(said({ code: "earlier-message", text: "It's {odd}, <b>isn't</b> it?" })).toBe(
      "It's {odd}, <b>isn't</b> it?",
    );
  });

  it.each([{ code: "connection.not-invented-yet", keyName: "x" }, { code: "toString" }, { code: 7 }])(
    "is shown as a general sentence if this version does not know its code: %j",
    (json) => {
      expect(said(json)).toBe(en["unknown-message"]);
      expect(said({ code: "branding.rejected", why: json })).toBe(
        `${en["unknown-message"]} What you entered is kept as a draft.`,
      );
    },
  );

  it("is shown without an error if parameters are missing, unknown or of another type", () => {
    const odd: unknown[] = [undefined, null, true, {}, [], [null, {}], "x", "", -1, 1e21, NaN, { of: "x" }];
    for (const code of CODES) {
      for (const value of odd) {
        const params = Object.fromEntries([...PARAMS, "unheardOf"].map((name) => [name, value]));
        expect(() => said({ ...params, code }), `${code} with ${JSON.stringify(value)}`).not.toThrow();
      }
      expect(said({ code }), code).not.toMatch(/undefined|\[object|NaN|\{\w+/);
    }
  });
});

describe("message parameters", () => {
  it("can be texts, counts, moments, lists and other messages", () => {
    const sample = translate("en", {
      ...en,
      "earlier-message":
        "{text}; {count, plural, one {# order} other {# orders}}; {at, date, long}; {at, time, short}; {list}; {why}",
    });
    const message = {
      text: "{as it is}",
      count: 1200,
      at: "2026-11-21T15:04:05.000Z",
      list: ["mug", "shirt"],
      why: { code: "failure.ours" },
      code: "earlier-message",
    };
    expect(sample(message as Message)).toBe(
      `{as it is}; 1,200 orders; November 21, 2026 at 3:04 PM UTC; 3:04 PM UTC; “mug”, “shirt”; ${en["failure.ours"]}`,
    );
    expect(sample({ ...message, count: 1 } as Message)).toContain("1 order;");
  });

  it("can be lists of messages", () => {
    const fields = [{ code: "branding.field.logo" }, { code: "branding.field.brandName" }] as const;
    expect(t("branding.changed-elsewhere", { fields })).toContain("These differ: Logo, Brand name.");
  });
});

it("the tests' made-up language keeps parameters, plurals and choices", () => {
  expect(inPseudo("Hi {name}, {n, plural, one {# cup} other {# cups of {what}}}!")).toBe(
    "Ĥí {name}, {n, plural, one {# çúƥ} other {# çúƥš óƒ {what}}}!",
  );
  const say = translate("en", pseudo);
  expect(say("access.permissions-missing", { permissions: ["A b"] })).toContain("“A b”");
});

/** The names of all parameters there are. */
const PARAMS = [
  ...new Set(
    Object.values(en).flatMap((text) => [...text.matchAll(/\{(\w+)/g)].map(([, name]) => name ?? "")),
  ),
];

/**
 * Returns a check for codes in the source of the app and the extensions: as a text, or by a template such as
 * `area.${kind}.title`. The inserted part must occur as a text somewhere, so that a code is unused if only its
 * template is left.
 */
async function codesWritten(): Promise<(code: string) => boolean> {
  const texts = new Set<string>();
  const templates: RegExp[] = [];
  for (const source of await sources()) {
    for (const [, text = ""] of source.matchAll(/["'`]([\w.-]+)["'`]/g)) texts.add(text);
    for (const [, number = ""] of source.matchAll(/\b(\d+)\b/g)) texts.add(number);
    // A key of an object needs no quotes: { info: …, "in-doubt": … }.
    for (const [, key = ""] of source.matchAll(/^\s*(\w+):/gm)) texts.add(key);
    for (const [, template = ""] of source.matchAll(/`([a-z][\w-]*\.(?:[\w.-]|\$\{[^}]*\})*)`/g)) {
      const pattern = template.replaceAll(".", "\\.").replaceAll(/\$\{[^}]*\}/g, "([\\w.-]+)");
      templates.push(new RegExp(`^${pattern}$`));
    }
  }
  return (code) =>
    texts.has(code) ||
    templates.some((template) => {
      const [, ...holes] = template.exec(code) ?? [code, ""];
      return holes.every((hole) => texts.has(hole));
    });
}

async function sources(): Promise<string[]> {
  const found: string[] = [];
  for (const root of ["app", "extensions"]) {
    for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
      const file = path.join(entry.parentPath, entry.name);
      if (/\.tsx?$/.test(file) && !/app\/messages\/(\w\w\.ts$|\w\w(-\w\w)?\/)|generated/.test(file))
        found.push(await readFile(file, "utf8"));
    }
  }
  return found;
}
