import { execFile } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { crc32, deflateSync } from "node:zlib";

import { describe, expect, it, onTestFinished } from "vitest";

import { drawSvg } from "../../app/branding/draw-svg.server.ts";
import { MAX_LOGO_BYTES } from "../../app/branding/logo.ts";
import { readLogoUri } from "../../app/branding/parse-branding-form.server.ts";
import { translator } from "../../app/messages/translate.ts";
import { PNG } from "./testing.ts";

const NAMESPACE = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
const RECT = '<rect width="80" height="30" fill="#0a5c36"/>';

function svg(inside: string, attributes = 'viewBox="0 0 100 50"'): string {
  return `<svg ${NAMESPACE} ${attributes}>${inside}</svg>`;
}

function uri(file: string | Buffer): string {
  return `data:image/svg+xml;base64,${Buffer.from(file).toString("base64")}`;
}

/** The PNG that a file becomes, and its size in pixels. */
async function drawn(file: string | Buffer) {
  const logo = await readLogoUri(uri(file));
  if (logo.kind !== "logo") throw new Error(translator("en")(logo.problem));
  const [type, base64 = ""] = logo.dataUri.split(",");
  expect(type).toBe("data:image/png;base64");
  const png = Buffer.from(base64, "base64");
  return { png, size: [png.readUInt32BE(16), png.readUInt32BE(20)] };
}

function refused(code: string) {
  return { kind: "problem", problem: expect.objectContaining({ code: `branding.problem.logo.${code}` }) };
}

/** A white picture of one bit per pixel: a few KB however large it is. */
function whitePng(width: number, height: number): string {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const pixels = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 9 });
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const chunks = [chunk("IHDR", header), chunk("IDAT", pixels), chunk("IEND", Buffer.alloc(0))];
  return `data:image/png;base64,${Buffer.concat([signature, ...chunks]).toString("base64")}`;
}

describe("an SVG logo", () => {
  it.each([
    ["a view box and no size", svg(RECT), [1000, 500]],
    ["a size and no view box", svg(RECT, 'width="40" height="80"'), [500, 1000]],
    ["neither size nor view box", svg(RECT, ""), [1000, 375]],
    ["an enormous size", svg(RECT, 'viewBox="0 0 100 50" width="100000000" height="50000000"'), [1000, 500]],
  ])("becomes a PNG that fits into 1,000 pixels, with %s", async (_, file, size) => {
    expect((await drawn(file)).size).toEqual(size);
  });

  it.each(["public/favicon.svg", "test/sandbox/admin/page/icon.svg"])("is drawn from %s", async (name) => {
    expect((await drawn(await readFile(name))).size).toEqual([1000, 1000]);
  });

  it("keeps embedded pictures, text converted to paths, and style sheets", async () => {
    const letter = '<path d="M0 0h10v10h-10z" aria-label="Stockbridge"/>';
    const plain = await drawn(svg(RECT));
    for (const more of [`<image width="9" height="9" href="${whitePng(9, 9)}"/>`, letter])
      expect((await drawn(svg(RECT + more))).png).not.toEqual(plain.png);
    const styled = svg(`<style>.a{fill:#0a5c36}</style><rect class="a" width="80" height="30"/>`);
    expect((await drawn(styled)).png).toEqual(plain.png);
  });

  it("is drawn if Adobe Illustrator wrote its namespaces as entities", async () => {
    const file = `<?xml version="1.0" encoding="utf-8"?>
      <!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd" [ <!ENTITY ns_svg "http://www.w3.org/2000/svg"> ]>
      <svg xmlns="&ns_svg;" viewBox="0 0 100 50">${RECT}</svg>`;
    expect((await drawn(file)).png).toEqual((await drawn(svg(RECT))).png);
  });

  it("is drawn smaller if its PNG would be too large to send", async () => {
    const noise = '<filter id="a"><feTurbulence baseFrequency="0.9"/></filter>';
    const { png, size } = await drawn(svg(`${noise}<rect width="50" height="25" filter="url(#a)"/>`));
    expect(png.length).toBeLessThanOrEqual(MAX_LOGO_BYTES);
    expect(size[0]).toBeLessThan(1000);
  });
});

describe("an SVG logo with scripts, animations or outside addresses", () => {
  it("is drawn without them", async () => {
    const acting = [
      '<script>fetch("https://evil.example")</script>',
      '<g onload="alert(1)" onclick="alert(1)"><a href="javascript:alert(1)"/></g>',
      "<style>@import 'https://evil.example/a.css'; @font-face { src: url(file:///etc/passwd) }</style>",
      '<set attributeName="fill" to="red"/><animate attributeName="href" to="https://evil.example"/>',
      "<!-- <text>hidden</text> --><metadata><![CDATA[<text>data</text>]]></metadata>",
    ];
    expect((await drawn(svg(RECT + acting.join("")))).png).toEqual((await drawn(svg(RECT))).png);
  });

  it("loads nothing from the network", async () => {
    const asked: unknown[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url);
      response.end();
    }).listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    await once(server, "listening");
    const address = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/a`;
    for (const inside of [
      `<image width="9" height="9" href="${address}.png"/>`,
      `<image width="9" height="9" xlink:href="${address}.svg"/>`,
      `<use href="${address}.svg#a"/>`,
      `<filter id="f"><feImage href="${address}.png"/></filter><rect filter="url(#f)" width="9" height="9"/>`,
    ])
      expect(await readLogoUri(uri(svg(RECT + inside)))).toEqual(refused("linked"));
    await drawn(svg(`<style>@import "${address}.css";</style>${RECT}<rect fill="url(${address}#a)"/>`));
    const entity = `<!DOCTYPE svg SYSTEM "${address}.dtd" [<!ENTITY x SYSTEM "${address}.xml">]>`;
    expect(await readLogoUri(uri(`${entity}${svg(`${RECT}<desc>&x;</desc>`)}`))).toEqual(
      refused("not-drawn"),
    );
    expect(asked).toEqual([]);
  });

  it.each([
    [
      "a file by its address",
      `<image width="9" height="9" href="file://${process.cwd()}/public/favicon.svg"/>`,
    ],
    ["a file by its path", '<image width="9" height="9" href="public/favicon.svg"/>'],
    ["an SVG within", `<image width="9" height="9" href="${uri(svg("<text>Hidden</text>"))}"/>`],
  ])("is rejected if it shows %s", async (_, inside) => {
    expect(await readLogoUri(uri(svg(RECT + inside)))).toEqual(refused("linked"));
  });

  it("reads no file through an entity", async () => {
    const file = `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/hostname">]>${svg(`${RECT}<desc>&x;</desc>`)}`;
    expect(await readLogoUri(uri(file))).toEqual(refused("not-drawn"));
  });
});

describe("an SVG logo that cannot be printed", () => {
  it.each([
    ["text", svg(`${RECT}<text y="20">Größe</text>`)],
    ["text", svg(`${RECT}<s:text xmlns:s="http://www.w3.org/2000/svg" y="20">Größe</s:text>`)],
    ["text", svg(`${RECT}<foreignObject width="9" height="9"><p>Hi</p></foreignObject>`)],
    ["not-drawn", svg("")],
    ["not-drawn", svg('<rect width="9" height="9" fill="none"/>')],
    ["not-drawn", svg(RECT, 'width="0" height="0"')],
    ["not-drawn", svg(RECT, 'width="1000000000" height="1"')],
    ["not-drawn", svg(RECT).slice(0, -20)],
    ["not-drawn", `<!DOCTYPE svg [<!ENTITY x "<text>Hi</text>">]>${svg(`${RECT}&x;`)}`],
    ["not-an-image", ""],
    ["not-an-image", "hello"],
    ["not-an-image", "<html><svg></svg></html>"],
  ])("is rejected as %s: %s", async (code, file) => {
    const logo = await readLogoUri(uri(file) + (file === "" ? "AAAA" : ""));
    expect(logo).toEqual(refused(code));
    if (logo.kind === "problem") expect(translator("en")(logo.problem)).toMatch(/^This .*\.$/);
  });
});

const copies = (levels: number, each: number) =>
  Array.from(
    { length: levels },
    (_, n) => `<g id="a${String(n + 1)}">${`<use href="#a${String(n)}"/>`.repeat(each)}</g>`,
  ).join("");

describe("a hostile SVG logo", () => {
  it.each([
    ["copies of copies", `<g id="a0">${RECT}</g>${copies(9, 10)}<use href="#a9"/>`],
    ["endless nesting", "<g>".repeat(27_000) + RECT + "</g>".repeat(27_000)],
    ["comments without an end", "<!--".repeat(30_000)],
  ])("is rejected: %s", async (_, inside) => {
    expect(await readLogoUri(uri(svg(inside)))).toEqual(refused("not-drawn"));
    expect(await readLogoUri(uri(svg(RECT)))).toMatchObject({ kind: "logo" });
  });

  it("is rejected if its entities multiply", async () => {
    const names = "abcdefghij".split("");
    const entities = names.map((name, n) =>
      n === 0 ? '<!ENTITY a "ha">' : `<!ENTITY ${name} "${`&${names[n - 1] ?? ""};`.repeat(10)}">`,
    );
    const file = `<!DOCTYPE svg [${entities.join("")}]>${svg(`<desc>&j;</desc>${RECT}`)}`;
    expect(await readLogoUri(uri(file))).toEqual(refused("not-drawn"));
  });

  it("does not block the process, and more logos are rejected at once while too many wait", async () => {
    let done = false;
    const slow = svg(
      '<filter id="a"><feTurbulence baseFrequency="0.9" numOctaves="1000000000"/></filter><rect width="99" height="49" filter="url(#a)"/>',
    );
    const first = drawSvg(slow, 500).finally(() => (done = true));
    const waiting = Array.from({ length: 3 }, () => drawSvg(svg(RECT)));
    expect(await drawSvg(svg(RECT))).toEqual({ problem: { code: "branding.problem.logo.busy" } });
    expect(done).toBe(false);
    expect(await first).toEqual({ problem: { code: "branding.problem.logo.not-drawn" } });
    for (const each of await Promise.all(waiting)) expect(each).toHaveProperty("png");
  });

  it("stays within the process's memory with a picture of 400 million pixels", async () => {
    const { scripts } = JSON.parse(await readFile("package.json", "utf8")) as { scripts: { start: string } };
    const limits = scripts.start.match(/--(?:max|wasm-max)-\S+/g) ?? [];
    const file = svg(`<image width="99" height="49" href="${whitePng(20_000, 20_000)}"/>`);
    const program = `const { drawSvg } = await import("./app/branding/draw-svg.server.ts");
      const drawing = await drawSvg(process.env.FILE);
      console.log(JSON.stringify({ drawing, mb: process.resourceUsage().maxRSS / 1024 }));`;
    const args = [...limits, "--input-type=module", "--eval", program];
    const env = { ...process.env, FILE: file };
    const { stdout } = await promisify(execFile)(process.execPath, args, { env });
    const { drawing, mb } = JSON.parse(stdout) as { drawing: unknown; mb: number };
    expect(drawing).toEqual({ problem: { code: "branding.problem.logo.not-drawn" } });
    expect(mb).toBeLessThan(350);
  });
});

it("passes a PNG logo on unchanged", async () => {
  expect(await readLogoUri(PNG)).toEqual({ kind: "logo", dataUri: PNG });
});
