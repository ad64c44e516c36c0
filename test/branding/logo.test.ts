import { describe, expect, it } from "vitest";

import { MAX_LOGO_BYTES, readLogo } from "../../app/branding/logo.ts";
import { readLogoUri } from "../../app/branding/parse-branding-form.server.ts";
import { PNG } from "./testing.ts";

const pngBytes = Buffer.from(PNG.split(",")[1]!, "base64");

describe("a logo file", () => {
  it("has the type of its bytes, whatever its name", async () => {
    expect(readLogo(pngBytes)).toEqual({ kind: "logo", dataUri: PNG });
    expect(await readLogoUri(PNG.replace("image/png", "text/html"))).toEqual({ kind: "logo", dataUri: PNG });
    expect(readLogo(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2]))).toMatchObject({
      dataUri: expect.stringMatching(/^data:image\/jpeg;base64,/),
    });
    const svg =
      '<?xml version="1.0"?>\n<!-- by hand -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x.dtd">\n<svg/>';
    expect(readLogo(Buffer.from(svg))).toMatchObject({
      dataUri: expect.stringMatching(/^data:image\/svg\+xml;base64,/),
    });
  });

  it.each([
    Buffer.from(""),
    Buffer.from("GIF89a"),
    Buffer.from("<html><script>alert(1)</script></html>"),
    Buffer.from("%PDF-1.7"),
    Buffer.from("\uFEFFhello <svg>"),
    Buffer.from("<svg></svg>", "utf16le"),
    Buffer.from('<?xml version="1.0"?><?xml-stylesheet href="a.css"?><svg/>'),
  ])("is rejected if it is of another kind (%#)", (bytes) => {
    expect(readLogo(bytes)).toEqual({
      kind: "problem",
      problem: { code: "branding.problem.logo.not-an-image" },
    });
  });

  it("may have 200 KB, both as a file and as a data URI", async () => {
    const full = Buffer.concat([pngBytes, Buffer.alloc(MAX_LOGO_BYTES - pngBytes.length)]);
    const read = readLogo(full);
    if (read.kind !== "logo") throw new Error(read.problem.code);
    expect((await readLogoUri(read.dataUri)).kind).toBe("logo");
    const tooBig = { kind: "problem", problem: { code: "branding.problem.logo.too-large", kilobytes: 200 } };
    expect(readLogo(Buffer.concat([full, Buffer.alloc(1)]))).toEqual(tooBig);
    expect(await readLogoUri(`data:image/png;base64,${"A".repeat(400_000)}`)).toEqual(tooBig);
  });

  it.each([
    "",
    "data:",
    "https://example.com/a.png",
    "data:image/png,abc",
    "data:image/png;base64,A",
    "data:;base64,=",
  ])("is rejected as an unreadable data URI: %j", async (uri) => {
    expect((await readLogoUri(uri)).kind).toBe("problem");
  });
});
