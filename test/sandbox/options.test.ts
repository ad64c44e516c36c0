import { expect, it } from "vitest";

import { readOptions } from "./options.ts";

const ELSEWHERE = {
  WHOLESALE_BASE_URL: "http://127.0.0.1:9",
  WHOLESALE_EMAIL: "merchant@example.com",
  WHOLESALE_PASSWORD: "mirobel-tavuno-kesira",
};

it.each<[string[], Record<string, string>, RegExp]>([
  [["--dialect=klingon"], {}, /--dialect takes one of: .*documented/],
  [["--products=many"], {}, /--products takes a whole number/],
  [["--port=70000"], {}, /--port takes a whole number from 0 to 65535/],
  [["--tuor"], {}, /--tuor/],
  [["--tour"], { WHOLESALE_BASE_URL: "http://127.0.0.1:9" }, /set all three/],
  [
    ["--tour"],
    { ...ELSEWHERE, WHOLESALE_BASE_URL: "http://example.com" },
    /WHOLESALE_BASE_URL: must begin with https/,
  ],
])("the sandbox rejects the options %j with a sentence", (args, settings, sentence) => {
  expect(() => readOptions(args, settings)).toThrow(sentence);
  expect(() => readOptions(args, settings)).toThrow(/^[^\n]+$/);
});

it("a tour takes a free port, ships on command, and may use another supplier", () => {
  expect(readOptions(["--tour", "--json", "--products=7", "--dialect=other"], {})).toEqual({
    help: false,
    tour: true,
    json: true,
    port: 0,
    products: 7,
    dialect: "other",
  });
  expect(readOptions(["--tour"], ELSEWHERE).foreign).toEqual({
    url: ELSEWHERE.WHOLESALE_BASE_URL,
    account: { email: ELSEWHERE.WHOLESALE_EMAIL, password: ELSEWHERE.WHOLESALE_PASSWORD },
  });
});

it("a sandbox without a tour has a fixed port, ships automatically, and uses only its own supplier", () => {
  const options = readOptions([], ELSEWHERE);
  expect(options).toMatchObject({ tour: false, port: 4000, progress: { shippingMs: 10_000 } });
  expect(options).not.toHaveProperty("foreign");
});
