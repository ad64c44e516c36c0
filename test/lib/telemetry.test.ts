import { describe, expect, it } from "vitest";

import { startOtlpReceiver } from "../support/otlp-receiver.ts";
import { runScript } from "../support/run-script.ts";

/** Uses nested spans and instruments, like an order. Prints the loaded SDK packages and the number of recorded spans. */
const WORK = `
  import { registerHooks } from "node:module";
  let spans = 0;
  const sdk = new Set();
  registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      const name = /@opentelemetry.((sdk|exporter)-[a-z-]+)/.exec(resolved.url)?.[1];
      if (name !== undefined) sdk.add(name);
      return resolved;
    },
  });
  const { inSpan } = await import("./app/lib/telemetry/trace.server.ts");
  const { durations, telemetry } = await import("./app/lib/telemetry/metrics.server.ts");
  const seconds = durations("stockbridge.test.duration", "For the test.");
  for (let n = 0; n < 100; n += 1)
    await inSpan("outer", { parent: null }, (outer) =>
      inSpan("inner", { kind: "client" }, async (inner) => {
        spans += Number(outer.isRecording()) + Number(inner.isRecording());
        seconds.record(n);
      }));
  const timers = process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
  await telemetry?.endTelemetry();
  console.log(JSON.stringify({ isOn: telemetry !== null, sdk: [...sdk], spans, timers }));
`;

const OFF = { OTEL_EXPORTER_OTLP_ENDPOINT: "", METRICS_PORT: "" };

async function work(settings: Record<string, string>): Promise<Record<string, unknown>> {
  const { stdout, stderr, code } = await runScript(WORK, { ...OFF, LOG_LEVEL: "warn", ...settings });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const printed = stdout.split("\n").find((line) => line.startsWith('{"isOn"'));
  return JSON.parse(printed ?? "") as Record<string, unknown>;
}

describe("telemetry", () => {
  it("loads no SDK, records no span and starts no timer while it is switched off", async () => {
    expect(await work({})).toEqual({ isOn: false, sdk: [], spans: 0, timers: 0 });
  });

  it("sends each span to the collector before the process ends", async () => {
    const receiver = await startOtlpReceiver();
    const worked = await work({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url });
    expect(worked).toMatchObject({ spans: 200, sdk: expect.arrayContaining(["sdk-metrics"]) as string[] });
    await receiver.close();
    expect(receiver.spans).toHaveLength(200);
    const inner = receiver.spans.filter(({ name }) => name === "inner");
    const outer = new Map(receiver.spans.map((span) => [span.spanId, span]));
    expect(
      inner.every(({ parentSpanId = "", traceId }) => outer.get(parentSpanId)?.traceId === traceId),
    ).toBe(true);
    expect(receiver.metrics).toContain("stockbridge.test.duration");
    expect(receiver.resources[0]).toMatchObject({ "service.name": "stockbridge" });
  });

  it("ends the process although no collector listens", async () => {
    expect(await work({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" })).toMatchObject({ isOn: true });
  });
});
