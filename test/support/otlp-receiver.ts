import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

type Value = { stringValue?: string; intValue?: number | string; doubleValue?: number; boolValue?: boolean };
type Attributes = { key: string; value: Value }[];
type RawSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: Attributes;
  status?: { code?: number };
};

/** A span as it was sent. */
export type SentSpan = Omit<RawSpan, "attributes"> & { attributes: Record<string, unknown> };

/** A collector on loopback: takes OTLP over HTTP as JSON, and keeps what it is sent. */
export async function startOtlpReceiver() {
  const spans: SentSpan[] = [];
  const metrics = new Set<string>();
  const resources: Record<string, unknown>[] = [];
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    void buffer(request).then((body) => {
      const sent = JSON.parse(body.toString()) as {
        resourceSpans?: { resource: { attributes: Attributes }; scopeSpans: { spans: RawSpan[] }[] }[];
        resourceMetrics?: { scopeMetrics: { metrics: { name: string }[] }[] }[];
      };
      for (const { resource, scopeSpans } of sent.resourceSpans ?? []) {
        resources.push(read(resource.attributes));
        for (const span of scopeSpans.flatMap((scope) => scope.spans))
          spans.push({ ...span, attributes: read(span.attributes) });
      }
      for (const { scopeMetrics } of sent.resourceMetrics ?? [])
        for (const { name } of scopeMetrics.flatMap((scope) => scope.metrics)) metrics.add(name);
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    spans,
    metrics,
    resources,
    requests: () => requests,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

function read(attributes: Attributes): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
