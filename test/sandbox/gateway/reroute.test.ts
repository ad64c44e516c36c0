import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";

const PRELOAD = fileURLToPath(new URL("./reroute.ts", import.meta.url));

it("the app's calls to a shop reach the simulated Shopify, with the shop's name in the Host header", async () => {
  const shopify = await startServer();
  const program = `
    const answer = await fetch("https://demo-shop.myshopify.com/admin/api?a=1", {
      method: "POST", headers: { "X-Shopify-Access-Token": "t" }, body: "hello",
    });
    console.log(await answer.text());
  `;

  expect(await run(program, shopify.url)).toBe("answered\n");

  expect(shopify.seen).toEqual([
    { method: "POST", url: "/admin/api?a=1", host: "demo-shop.myshopify.com", token: "t", body: "hello" },
  ]);
});

it("the app's calls to other hosts are left unchanged", async () => {
  const [shopify, other] = await Promise.all([startServer(), startServer()]);
  const program = `
    await fetch("${other.url}/somewhere");
    await fetch("http://demo-shop.myshopify.com.invalid/").catch((error) => console.log(error.cause.code));
    await fetch("https://notmyshopify.com.invalid/").catch((error) => console.log(error.cause.code));
  `;

  expect(await run(program, shopify.url)).toMatch(/^(ENOTFOUND|EAI_AGAIN)\n(ENOTFOUND|EAI_AGAIN)\n$/);

  expect(shopify.seen).toEqual([]);
  expect(other.seen).toMatchObject([{ url: "/somewhere", host: new URL(other.url).host }]);
});

it("the rerouting of calls fails if SANDBOX_SHOP_URL is missing", async () => {
  await expect(run("", "")).rejects.toThrow("SANDBOX_SHOP_URL: must be the address");
});

async function run(program: string, shopUrl: string): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--import", PRELOAD, "--input-type=module", "--eval", program],
    { env: { ...process.env, SANDBOX_SHOP_URL: shopUrl } },
  );
  return stdout;
}

type Seen = { method?: string; url?: string; host?: string; token: unknown; body: string };

async function startServer(): Promise<{ url: string; seen: Seen[] }> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    void readText(request).then((body) => {
      const { method, url, headers } = request;
      seen.push({ method, url, host: headers.host, token: headers["x-shopify-access-token"], body });
      response.end("answered");
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`, seen };
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += String(chunk);
  return text;
}
