import type { Message } from "../../app/messages/message.ts";
import { translator } from "../../app/messages/translate.ts";
import type { Sandbox } from "./sandbox.ts";
import { escapeHtml } from "./tour-support.ts";

const PAGE = ["/app/branding", "routes/app.branding"] as const;

type Shown =
  | {
      kind: "branding";
      stamp: string;
      published: { number: number } | null;
      draft: { rejection: Message | null } | null;
    }
  | { kind: "not-connected" }
  | { kind: "not-offered" };

type Answer = { notice: { title: Message } | null; problems: Record<string, Message> };

const t = translator("en");

/** Enters a brand on the branding page and publishes it. */
export async function setBranding(sandbox: Sandbox): Promise<string> {
  const browser = sandbox.merchant();
  const shown = await browser.read<Shown>(...PAGE);
  if (shown.kind === "not-connected")
    throw new Error("The branding page says that the shop is not connected.");
  if (shown.kind === "not-offered") {
    // Nothing is wrong with a supplier that has only what is documented, as long as the page says so.
    const title = t("branding.not-offered.title");
    if ((await browser.open("/app/branding")).html.includes(escapeHtml(title)))
      return `${title}, and the page says so`;
    throw new Error("The branding page does not say that there is no branding.");
  }
  const fields = { intent: "publish", seen: shown.stamp, ...BRANDING };
  const { notice, problems } = await browser.submit<Answer>(...PAGE, fields);
  const [problem] = Object.values(problems);
  if (problem !== undefined) throw new Error(t(problem));
  const after = await browser.read<Shown>(...PAGE);
  if (after.kind !== "branding" || after.published === null || after.draft !== null) {
    const why = (after.kind === "branding" && after.draft?.rejection) || notice?.title;
    throw new Error(why ? t(why) : "The branding page does not say that it was published.");
  }
  if (!(await browser.open("/app/branding")).html.includes(BRANDING.brandName))
    throw new Error("The page does not show the brand.");
  return `published as version ${String(after.published.number)} under the name ${BRANDING.brandName}`;
}

const BRANDING = {
  brandName: "Harbour Goods",
  // One pixel.
  logo: "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  primaryColor: "#0a5c36",
  packingSlipMessage: "Thank you for your order.",
  returnAddress: "Harbour Goods\n1 Quay Street\nBristol BS1 4DJ\nUnited Kingdom",
  supportEmail: "help@example.com",
  supportPhone: "",
};
