import type { Sandbox } from "./sandbox.ts";

const SETTINGS = ["/app/settings", "routes/app.settings"] as const;

/** Disconnects, and checks that nothing of the supplier can be reached any more. */
export async function disconnect(sandbox: Sandbox): Promise<string> {
  const browser = sandbox.merchant();
  await browser.submit(...SETTINGS, { intent: "disconnect", products: "keep" });
  const { connection, orphanedKeys } = await browser.read<{
    connection: object | null;
    orphanedKeys: { keyName: string }[];
  }>(...SETTINGS);
  if (connection !== null) throw new Error("The settings page still shows a connection.");
  const [left] = orphanedKeys;
  if (!left) throw new Error("The settings page does not say which key is to be deleted on the supplier.");
  const page = await browser.open("/app/catalog");
  if (!page.html.includes("Connect your reseller account"))
    throw new Error("The catalogue does not say that the shop is not connected.");
  return `the key is forgotten; “${left.keyName}” is named to be deleted on the supplier`;
}
