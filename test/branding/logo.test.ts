import { describe, expect, it } from "vitest";

import { MAX_LOGO_BYTES, readLogo, readLogoUri } from "../../app/branding/logo.ts";
import { PNG } from "./testing.ts";

const pngBytes = Buffer.from(PNG.split(",")[1]!, "base64");

function svg(inside: string, attributes = ""): Uint8Array {
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`);
}

describe("a logo", () => {
  it("is what its bytes say, whatever it is called", () => {
    expect(readLogo(pngBytes)).toEqual({ kind: "logo", dataUri: PNG });
    expect(readLogoUri(PNG.replace("image/png", "text/html"))).toEqual({ kind: "logo", dataUri: PNG });
    expect(readLogo(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2]))).toMatchObject({
      dataUri: expect.stringMatching(/^data:image\/jpeg;base64,/),
    });
  });

  it.each([
    Buffer.from(""),
    Buffer.from("GIF89a"),
    Buffer.from("<html><script>alert(1)</script></html>"),
    Buffer.from("%PDF-1.7"),
    Buffer.from("\uFEFFhello <svg>"),
    Buffer.from("<svg></svg>", "utf16le"),
  ])("is no file of another kind (%#)", (bytes) => {
    expect(readLogo(bytes)).toEqual({
      kind: "problem",
      problem: { code: "branding.problem.logo.not-an-image" },
    });
  });

  it("has at most 200 KB, by the file and by the data URI alike", () => {
    const full = Buffer.concat([pngBytes, Buffer.alloc(MAX_LOGO_BYTES - pngBytes.length)]);
    const read = readLogo(full);
    if (read.kind !== "logo") throw new Error(read.problem.code);
    expect(readLogoUri(read.dataUri).kind).toBe("logo");
    const tooBig = { kind: "problem", problem: { code: "branding.problem.logo.too-large", kilobytes: 200 } };
    expect(readLogo(Buffer.concat([full, Buffer.alloc(1)]))).toEqual(tooBig);
    expect(readLogoUri(`data:image/png;base64,${"A".repeat(400_000)}`)).toEqual(tooBig);
  });

  it.each([
    "",
    "data:",
    "https://example.com/a.png",
    "data:image/png,abc",
    "data:image/png;base64,A",
    "data:;base64,=",
  ])("is no data URI that cannot be read: %j", (uri) => {
    expect(readLogoUri(uri).kind).toBe("problem");
  });
});

describe("an SVG", () => {
  it.each([
    svg('<path d="M0 0h10v10z" fill="#123"/>', 'viewBox="0 0 10 10"'),
    svg('<defs><linearGradient id="a"/></defs><rect fill="url(#a)"/><use href="#a"/>'),
    svg(`<image href="${PNG}"/>`),
    Buffer.from(
      '<?xml version="1.0" encoding="UTF-8"?>\n<!-- made by hand -->\n<svg><style>.a{fill:red}</style></svg>',
    ),
  ])("that is only a picture is accepted (%#)", (bytes) => {
    expect(readLogo(bytes)).toMatchObject({
      kind: "logo",
      dataUri: expect.stringMatching(/^data:image\/svg\+xml;base64,/),
    });
  });

  it.each([
    svg("<script>alert(1)</script>"),
    svg("<svg:script>alert(1)</svg:script>"),
    svg("<SCRIPT/>"),
    svg("", 'onload="alert(1)"'),
    svg('<a href="javascript:alert(1)"><text>x</text></a>'),
    svg('<a href="&#106;avascript:alert(1)"/>'),
    svg('<a href="&#x6a;avascript:alert(1)"/>'),
    svg('<a xlink:href="https://example.com/"/>'),
    svg("<a href=https://example.com/ />"),
    svg('<image href="https://example.com/spy.png"/>'),
    svg('<image href="data:image/svg+xml;base64,AAAA"/>'),
    svg("<foreignObject><body/></foreignObject>"),
    svg("<style>@import 'https://example.com/a.css';</style>"),
    svg('<rect style="fill:url(https://example.com/a)"/>'),
    svg('<rect style="fill:u\\72l(https://example.com/a)"/>'),
    Buffer.from('<?xml version="1.0"?><?xml-stylesheet href="a.css"?><svg/>'),
    Buffer.from('<!DOCTYPE svg [<!ENTITY x "<script/>">]><svg>&x;</svg>'),
  ])("that can do more is rejected (%#)", (bytes) => {
    expect(readLogo(bytes).kind).toBe("problem");
  });
});
