import { once } from "node:events";
import { createServer, request, type RequestListener, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { Script } from "node:vm";
import { describe, expect, it, onTestFinished } from "vitest";
import { createGateway } from "./gateway.ts";

const ADMIN = "http://localhost:4000";
const CDN = "https://cdn.shopify.com/shopifycloud/app-bridge.js";
const STAND_IN = "/_sandbox/app-bridge.js?admin=http%3A%2F%2Flocalhost%3A4000";

describe("the gateway's page for the browser", () => {
  it("allows the simulated admin to embed the app, besides those already allowed", async () => {
    const { url } = await behindGateway((_request, response) => {
      response.setHeader(
        "Content-Security-Policy",
        "default-src 'self'; frame-ancestors https://admin.shopify.com; img-src *",
      );
      response.end();
    });
    const { headers } = await fetch(url);
    expect(headers.get("content-security-policy")).toBe(
      `default-src 'self'; frame-ancestors https://admin.shopify.com ${ADMIN}; img-src *`,
    );
  });

  it("stays unchanged if the app forbids embedding", async () => {
    const { url } = await behindGateway((_request, response) => {
      response.setHeader("Content-Security-Policy", "frame-ancestors 'none';").end();
    });
    const { headers } = await fetch(url);
    expect(headers.get("content-security-policy")).toBe("frame-ancestors 'none';");
  });

  it.each(["text/html; charset=utf-8", "text/javascript", "application/javascript; charset=utf-8"])(
    "loads the simulated App Bridge in place of Shopify's in %s, even if its address arrives in several chunks",
    async (type) => {
      const text = `<p>§ grün</p><script src="${CDN}"></script>${CDN}https://cdn.shopify.com/else${CDN.slice(0, 20)}`;
      const { url } = await behindGateway((_request, response) => {
        response.writeHead(200, { "Content-Type": type });
        for (const byte of Buffer.from(text)) response.write(Buffer.of(byte));
        response.end();
      });
      const answer = await fetch(url);
      expect(await answer.text()).toBe(text.replaceAll(CDN, STAND_IN));
    },
  );

  it("preloads the simulated App Bridge", async () => {
    const { url } = await behindGateway((_request, response) => {
      response.setHeader("Link", `<${CDN}>; rel="preload"; as="script";`).end();
    });
    expect((await fetch(url)).headers.get("link")).toBe(`<${STAND_IN}>; rel="preload"; as="script";`);
  });

  it("gets the simulated App Bridge as a script that runs in a browser", async () => {
    const { url } = await behindGateway((_request, response) => {
      response.writeHead(500).end();
    });
    const answer = await fetch(url + STAND_IN);
    expect(answer.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    const script = await answer.text();
    expect(script).not.toMatch(/^(import|export)\b/m);
    expect(() => new Script(script)).not.toThrow();
  });

  it("redirects visitors to the simulated admin instead of Shopify's admin", async () => {
    const { url } = await behindGateway((_request, response) => {
      response.writeHead(302, { Location: "https://admin.shopify.com/store/demo-shop/apps/key" }).end();
    });
    const answer = await fetch(url, { redirect: "manual" });
    expect(answer.headers.get("location")).toBe(`${ADMIN}/store/demo-shop/apps/key`);
  });
});

describe("the gateway between browser and app", () => {
  it("leaves a request's method, path, headers, body and Host unchanged", async () => {
    const { url, seen } = await behindGateway((request, response) => {
      request.pipe(response);
    });
    const answer = await fetch(`${url}/a/b?c=%20d`, {
      method: "PUT",
      headers: { "x-own": "1", authorization: "Bearer t", "accept-encoding": "br" },
      body: "hello",
    });
    expect(await answer.text()).toBe("hello");
    expect(seen[0]).toMatchObject({ method: "PUT", url: "/a/b?c=%20d" });
    expect(seen[0]?.headers).toMatchObject({
      host: new URL(url).host,
      "x-own": "1",
      authorization: "Bearer t",
      "accept-encoding": "identity",
    });
  });

  it("leaves a reply's status, cookies, redirects within the app, and bodies other than pages unchanged", async () => {
    const { url } = await behindGateway((_request, response) => {
      response.writeHead(303, [
        "Set-Cookie",
        "a=1",
        "Set-Cookie",
        "b=2",
        "Location",
        "/app?x=1",
        "Content-Type",
        "application/json",
        "Content-Length",
        String(CDN.length),
      ]);
      response.end(CDN);
    });
    const answer = await fetch(url, { redirect: "manual" });
    expect(answer.status).toBe(303);
    expect(answer.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
    expect(answer.headers.get("location")).toBe("/app?x=1");
    expect(answer.headers.get("content-length")).toBe(String(CDN.length));
    expect(await answer.text()).toBe(CDN);
  });

  it("passes on the first part of a page before the app has sent the rest", async () => {
    let finish = () => {};
    const { url } = await behindGateway((_request, response) => {
      response.writeHead(200, { "Content-Type": "text/html" });
      response.write("<p>first</p>");
      finish = () => response.end("<p>second</p>");
    });
    const reader = (await fetch(url)).body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toBe("<p>first</p>");
    finish();
    expect((await reader?.read())?.value).toBe("<p>second</p>");
  });

  it("passes on an upgrade to another protocol", async () => {
    const { url, upstream } = await behindGateway(() => {});
    upstream.on("upgrade", (_request, socket) => {
      socket.write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
      socket.pipe(socket);
    });
    const asked = request(url, { headers: { Connection: "Upgrade", Upgrade: "websocket" } }).end();
    const [answer, socket] = (await once(asked, "upgrade")) as [unknown, Socket];
    expect(answer).toMatchObject({ statusCode: 101 });
    socket.write("ping");
    expect(String((await once(socket, "data"))[0])).toBe("ping");
    socket.destroy();
  });
});

describe("a broken connection at the gateway", () => {
  it("is reported in one sentence if the app does not answer", async () => {
    const { url, upstream } = await behindGateway(() => {});
    await closed(upstream);
    const answer = await fetch(url);
    expect(answer.status).toBe(502);
    expect(await answer.text()).toContain("<p>The app does not answer: ");
  });

  it("ends the browser's response if the app breaks off", async () => {
    const { url } = await behindGateway((_request, response) => {
      response.writeHead(200, { "Content-Type": "text/html" });
      response.write("<p>half");
      setImmediate(() => response.destroy());
    });
    await expect(fetch(url).then((answer) => answer.text())).rejects.toThrow("terminated");
  });

  it("ends the app's request if the browser breaks off", async () => {
    const leave = new AbortController();
    let left: Promise<unknown> = Promise.resolve();
    const { url } = await behindGateway((_request, response) => {
      left = once(response, "close");
      leave.abort();
    });
    await expect(fetch(url, { signal: leave.signal })).rejects.toThrow("aborted");
    await left;
  });
});

type Seen = { method?: string; url?: string; headers: NodeJS.Dict<string | string[]> };

/** An app behind a gateway; `url` is where a browser would ask. */
async function behindGateway(app: RequestListener): Promise<{ url: string; upstream: Server; seen: Seen[] }> {
  const seen: Seen[] = [];
  const upstream = createServer((request, response) => {
    seen.push({ method: request.method, url: request.url, headers: request.headers });
    app(request, response);
  });
  const appUrl = await listen(upstream);
  const gateway = createGateway({ appUrl: () => appUrl, adminOrigin: ADMIN });
  const front = createServer(gateway.request).on("upgrade", gateway.upgrade);
  return { url: await listen(front), upstream, seen };
}

async function listen(server: Server): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => closed(server));
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
}

async function closed(server: Server): Promise<void> {
  if (!server.listening) return;
  const end = once(server, "close");
  server.close();
  server.closeAllConnections();
  await end;
}
