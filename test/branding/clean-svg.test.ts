// @vitest-environment jsdom
import { describe, expect, it } from "vitest";

import { cleanSvg } from "../../app/branding/clean-svg.ts";
import { PNG } from "./testing.ts";

const NAMESPACE = 'xmlns="http://www.w3.org/2000/svg"';

function svg(inside: string, attributes = NAMESPACE): string {
  return `<svg ${attributes}>${inside}</svg>`;
}

describe("a picture", () => {
  it.each([
    svg('<path d="M0 0h10v10z" fill="#123"></path>', `${NAMESPACE} viewBox="0 0 10 10"`),
    svg(
      '<defs><linearGradient id="a"></linearGradient></defs><rect fill="url(#a)"></rect><use href="#a"></use>',
    ),
    svg('<g transform="translate(1 2) rotate(-45.5)"><circle r="5" stroke="rgb(1, 2, 3)"></circle></g>'),
    svg(`<image href="${PNG}"></image>`),
    svg(
      '<use xlink:href="#a"></use><path id="a"></path>',
      `${NAMESPACE} xmlns:xlink="http://www.w3.org/1999/xlink"`,
    ),
    svg('<style>.a,#b text{fill:red;stroke:url(#c)}</style><rect class="a"></rect>'),
    svg("<text style=\"font-family:'Größe Sans';fill:#fff\">Müller &amp; Söhne &lt;3</text>"),
  ])("stays as it is (%#)", (picture) => {
    expect(cleanSvg(picture)).toBe(picture);
  });

  it("loses what does not show, and keeps what does", () => {
    const drawn = `<?xml version="1.0"?><!-- Drawn by a program -->
      <svg version="1.1" xmlns:program="https://program.example/" program:window="1">
      <metadata><title>Untitled</title></metadata>
      <style type="text/css"><![CDATA[ /* { */ .a { fill : red ; program-x: 1 } @import "a.css"; .b{fill:#fff}
        @media (prefers-color-scheme: dark) { .a { fill: white } } @font-face { src: url(a.woff) } .c{stroke:blue} ]]></style>
      <path class="a" d="M0 0z"/><program:grid/></svg>`;
    expect(cleanSvg(drawn)?.replaceAll(/\s+/g, " ")).toBe(
      `<svg version="1.1" ${NAMESPACE}><style>.a{fill:red}.b{fill:#fff}.c{stroke:blue}</style> <path class="a" d="M0 0z"></path></svg>`,
    );
  });
});

const HOSTILE = [
  "<script>alert(1)</script>",
  "<svg:script xmlns:svg='http://www.w3.org/2000/svg'>alert(1)</svg:script>",
  "<SCRIPT>alert(1)</SCRIPT>",
  "<script href='data:text/javascript,alert(1)'/>",
  "<script><![CDATA[alert(1)]]></script>",
  "<rect onload='alert(1)'/>",
  "<rect ONCLICK='alert(1)'/>",
  "<rect\nonfocus\n=\n'alert(1)' tabindex='1'/>",
  "<a href='javascript:alert(1)'><rect/></a>",
  "<a href='&#106;avascript:alert(1)'><rect/></a>",
  "<a xlink:href='java&#x0A;script:alert(1)'><rect/></a>",
  "<use href='https://evil.example/a.svg#x'/>",
  "<use href='data:image/svg+xml;base64,PHN2Zy8+#x'/>",
  "<use xlink:href='//evil.example/a.svg#x'/>",
  "<image href='https://evil.example/spy.png'/>",
  "<image href='data:image/svg+xml;base64,PHN2Zy8+'/>",
  "<image href='data:text/html,hi'/>",
  "<image xlink:href=' https://evil.example/spy.png'/>",
  "<feImage href='https://evil.example/spy.png'/>",
  "<filter><feImage xlink:href='https://evil.example/spy.png'/></filter>",
  "<foreignObject><body xmlns='http://www.w3.org/1999/xhtml'><img src='x' onerror='alert(1)'/></body></foreignObject>",
  "<img xmlns='http://www.w3.org/1999/xhtml' src='https://evil.example/spy.png'/>",
  "<h:img xmlns:h='http://www.w3.org/1999/xhtml' src='https://evil.example/spy.png' onerror='alert(1)'/>",
  "<meta xmlns='http://www.w3.org/1999/xhtml' http-equiv='refresh' content='0;url=https://evil.example'/>",
  "<iframe xmlns='http://www.w3.org/1999/xhtml' src='https://evil.example'/>",
  "<embed src='https://evil.example'/>",
  "<g xmlns='http://www.w3.org/1999/xhtml'><object data='https://evil.example'/></g>",
  "<style>@import 'https://evil.example/a.css'; rect { fill: red }</style>",
  "<style>rect { fill: url(https://evil.example/a) }</style>",
  "<style>rect { background: image-set('https://evil.example/a' 1x) }</style>",
  "<style>rect { fill: image-set('https://evil.example/a' 1x) }</style>",
  "<style>@font-face { font-family: a; src: url(https://evil.example/a) }</style>",
  "<style>rect { fill: u\\72l(https://evil.example/a) }</style>",
  "<style>rect { fill: red }&lt;/style>&lt;script>alert(1)&lt;/script></style>",
  "<style><![CDATA[rect{fill:red}</style><script>alert(1)</script>]]></style>",
  "<style>rect { fill: url('data:image/svg+xml,x') }</style>",
  "<style>rect { fill: expression(alert(1)) }</style>",
  "<rect style='fill:url(https://evil.example/a)'/>",
  "<rect style='fill:u\\72l(https://evil.example/a)'/>",
  "<rect style='background-image:image-set(\"https://evil.example/a\" 1x)'/>",
  "<rect fill='url(https://evil.example/a)'/>",
  "<rect fill='url(&#34;https://evil.example/a&#34;)'/>",
  "<rect mask='url( //evil.example/a#b )'/>",
  "<rect cursor='url(https://evil.example/a), auto'/>",
  "<path marker-end='url(https://evil.example/a#b)' d='M0 0z'/>",
  "<animate href='#a' attributeName='href' values='javascript:alert(1)'/><a id='a'><rect/></a>",
  "<a><set attributeName='href' to='javascript:alert(1)'/><rect/></a>",
  "<rect><animateTransform attributeName='transform' onbegin='alert(1)'/></rect>",
  "<image><animate attributeName='href' to='https://evil.example/spy.png'/></image>",
  "<handler xmlns:ev='http://www.w3.org/2001/xml-events' ev:event='load'>alert(1)</handler>",
  "<listener event='click' handler='#a'/>",
  "<?xml-stylesheet href='https://evil.example/a.css'?>",
  "<!DOCTYPE svg [<!ENTITY x SYSTEM 'file:///etc/passwd'>]>&x;",
  "<rect xml:base='https://evil.example/'/>",
  "<title><script>alert(1)</script></title>",
  "<text>&lt;script>alert(1)&lt;/script></text>",
  "</svg><script>alert(1)</script><svg>",
  "<rect fill='red\"/><script>alert(1)</script><rect fill=\"'/>",
  "<![CDATA[<script>alert(1)</script>]]>",
  "<!--><script>alert(1)</script>-->",
  "<video src='https://evil.example/a'/><audio src='https://evil.example/a'/>",
];

/** All that there is in a picture, as a browser's XML parser reads it. */
function partsOf(picture: string) {
  const document = new DOMParser().parseFromString(picture, "image/svg+xml");
  const elements = [...document.querySelectorAll("*")];
  const values = elements.flatMap(({ attributes }) =>
    [...attributes].flatMap(({ name, value }) => [name, value]),
  );
  return {
    elements: elements.map(({ nodeName }) => nodeName),
    values: values.filter((value) => !value.startsWith("http://www.w3.org/")),
  };
}

describe("a hostile picture", () => {
  it.each(HOSTILE)("comes out harmless: %s", (inside) => {
    const picture = cleanSvg(svg(`<path id="rest" d="M0 0z"/>${inside}`)) ?? "<svg/>";
    const { elements, values } = partsOf(picture);
    // Where it could not be parsed there would be a "parsererror".
    const drawing = "svg g defs symbol use title desc path rect text image style".split(" ");
    expect(elements.filter((name) => !drawing.includes(name))).toEqual([]);
    for (const value of values)
      expect(value).not.toMatch(/^on|script|evil|https?:|data:|\/\/|\\|xml-events/i);
    expect(/<style>.*<\/style>/s.exec(picture)?.[0] ?? "").not.toMatch(/@|url|evil|\\|&|image-set|script/i);
    // And what is plain is still there.
    expect(picture).toContain('id="rest"');
    expect(cleanSvg(picture)).toBe(picture);
  });

  it.each([
    ["nothing to see", svg("<script>alert(1)</script>")],
    ["copies of copies", svg("<use href='#a'/>".repeat(25) + "<rect/>")],
    ["elements without end", svg("<g>".repeat(60_000))],
    ["no picture at all", "hello"],
  ])("with %s is none", (_what, picture) => {
    expect(cleanSvg(picture)).toBeNull();
  });
});
