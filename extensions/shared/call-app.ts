/**
 * Reads JSON from the app. Shopify resolves the relative URL to the app, and adds a token that names the shop.
 *
 * @throws Error if the app replies with an error, or with something else than JSON.
 */
export async function readApp(address: string): Promise<unknown> {
  return jsonIn(await fetch(address));
}

/** Posts JSON to the app, and returns its reply. @throws Error as `readApp` does. */
export async function postToApp(address: string, body: unknown): Promise<unknown> {
  const headers = { "content-type": "application/json" };
  return jsonIn(await fetch(address, { method: "POST", headers, body: JSON.stringify(body) }));
}

/**
 * Sends a click on a button to the app, which acts as for the button on its own page. Returns the app's sentence
 * about the result.
 */
export async function pressInApp(address: string, body: unknown): Promise<string> {
  const { notice } = (await postToApp(address, body)) as { notice?: unknown };
  if (typeof notice !== "string") throw new Error("The app answered something else.");
  return notice;
}

async function jsonIn(response: Response): Promise<unknown> {
  if (!response.ok) throw new Error(`The app answered ${String(response.status)}.`);
  return response.json();
}
