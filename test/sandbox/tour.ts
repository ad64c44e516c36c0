import type { Message } from "../../app/messages/message.ts";
import { translator } from "../../app/messages/translate.ts";
import type { Sandbox } from "./sandbox.ts";
import { setBranding } from "./tour-branding.ts";
import { importProduct, seeCatalogue } from "./tour-catalogue.ts";
import { disconnect } from "./tour-disconnect.ts";
import { setRates } from "./tour-rates.ts";
import { seeSync } from "./tour-sync.ts";
import { seePlaced, seeTracking, takeOrder, type TourOrder } from "./tour-orders.ts";

const t = translator("en");

/** A step's report: `ok`, and the observation in `detail`. */
export type StepResult = { step: string; ok: boolean; ms: number; detail: string };

/** The steps, in the order of the whole job. */
function stepsThrough(sandbox: Sandbox): { step: string; walk: () => Promise<string> }[] {
  let order: TourOrder = null;
  return [
    { step: "connect", walk: () => connect(sandbox) },
    { step: "catalogue", walk: () => seeCatalogue(sandbox) },
    { step: "import", walk: () => importProduct(sandbox) },
    { step: "rates", walk: () => setRates(sandbox) },
    { step: "sync", walk: () => seeSync(sandbox) },
    {
      step: "order",
      walk: async () => {
        const taken = await takeOrder(sandbox, "/_shop/checkouts");
        order = taken.order;
        return taken.detail;
      },
    },
    { step: "placed", walk: () => seePlaced(sandbox, order) },
    { step: "tracking", walk: () => seeTracking(sandbox, order) },
    { step: "branding", walk: () => setBranding(sandbox) },
    { step: "disconnect", walk: () => disconnect(sandbox) },
  ];
}

/** Walks the job as the merchant's browser would, telling each step as it ends. Stops at the first that fails. */
export async function tour(sandbox: Sandbox, tell: (result: StepResult) => void): Promise<boolean> {
  for (const { step, walk } of stepsThrough(sandbox)) {
    const started = performance.now();
    const result = await walk().then(
      (detail) => ({ ok: true, detail }),
      (error: unknown) => ({ ok: false, detail: error instanceof Error ? error.message : String(error) }),
    );
    tell({ step, ok: result.ok, ms: Math.round(performance.now() - started), detail: result.detail });
    if (!result.ok) return false;
  }
  return true;
}

type Settings = { connection: { keyName: string; check: { kind: string; message?: Message } } | null };

/** Connects the shop to the supplier, as the merchant does on the settings page. */
export async function connect(sandbox: Sandbox): Promise<string> {
  const browser = sandbox.merchant();
  const page = await browser.open("/app/settings");
  if (page.status !== 200) throw new Error(`The settings page answered ${String(page.status)}.`);
  const { email, password } = sandbox.supplier.account;
  const { notice } = await browser.submit<{ notice: { title: Message; text: Message } | null }>(
    "/app/settings",
    "routes/app.settings",
    { intent: "connect", email, password },
  );
  if (notice) throw new Error(`${t(notice.title)}. ${t(notice.text)}`);
  const { connection } = await browser.read<Settings>("/app/settings", "routes/app.settings");
  if (connection === null) throw new Error("The settings page does not show a connection.");
  const { kind, message } = connection.check;
  if (kind === "unauthorized" && message) throw new Error(t(message));
  return `connected with the key named “${connection.keyName}” (${kind})`;
}
