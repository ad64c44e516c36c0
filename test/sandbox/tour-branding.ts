import type { Sandbox } from "./sandbox.ts";

const PAGE = ["/app/branding", "routes/app.branding"] as const;

type Shown =
  | { kind: "branding"; published: { number: number } | null; draft: { refusedSaid: string | null } | null }
  | { kind: "not-connected" }
  | { kind: "not-offered"; said: string };

type Answer = { said: { title: string } | null; problems: Record<string, string> };

/** Enters a brand on the branding page and publishes it. */
export async function setBranding(sandbox: Sandbox): Promise<string> {
  const browser = sandbox.merchant();
  const shown = await browser.read<Shown>(...PAGE);
  if (shown.kind === "not-connected")
    throw new Error("The branding page says that the shop is not connected.");
  if (shown.kind === "not-offered") {
    // Nothing is wrong with a supplier that has only what is documented, as long as the page says so.
    const title = "Branding is not available on this supplier";
    if ((await browser.open("/app/branding")).html.includes(title)) return `${title}, and the page says so`;
    throw new Error("The branding page does not say that there is no branding.");
  }
  const { said, problems } = await browser.submit<Answer>(...PAGE, { intent: "publish", ...BRANDING });
  const [problem] = Object.values(problems);
  if (problem !== undefined) throw new Error(problem);
  const after = await browser.read<Shown>(...PAGE);
  if (after.kind !== "branding" || after.published === null || after.draft !== null) {
    const refused = after.kind === "branding" ? after.draft?.refusedSaid : null;
    throw new Error(refused ?? said?.title ?? "The branding page does not say that it was published.");
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
