import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

/** Lean's server: verifies a webhook's signature, answers 200 once `receive` is done, and prints its address. */
export function serveLean(receive: (headers: IncomingHttpHeaders, body: Buffer) => Promise<unknown>): void {
  const secret = process.env.SHOPIFY_API_SECRET ?? "";
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { headers } = request;
      const body = Buffer.concat(chunks);
      const given = Buffer.from(String(headers["x-shopify-hmac-sha256"]), "base64");
      const right = createHmac("sha256", secret).update(body).digest();
      if (given.length !== right.length || !timingSafeEqual(given, right)) {
        response.writeHead(401).end();
        return;
      }
      void receive(headers, body).then(
        () => response.writeHead(200).end(),
        () => response.writeHead(500).end(),
      );
    });
  });
  server.listen(0, "127.0.0.1", () => {
    process.stdout.write(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}\n`);
  });
}
