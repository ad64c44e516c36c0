/**
 * OpenTelemetry's SDK: one registry of instruments, which Prometheus reads (METRICS_PORT) and OTLP sends
 * (OTEL_EXPORTER_OTLP_ENDPOINT). Nothing patches other packages' objects: the code says itself what it measures.
 */
import { diag, DiagLogLevel } from "@opentelemetry/api";
import { setGlobalErrorHandler } from "@opentelemetry/core";
import { OTLPMetricExporter } from "@opentelemetry/exporter-metrics-otlp-http";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { PrometheusExporter } from "@opentelemetry/exporter-prometheus";
import {
  defaultResource,
  detectResources,
  hostDetector,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
  serviceNameEnvDetector,
} from "@opentelemetry/resources";
import { MeterProvider, PeriodicExportingMetricReader } from "@opentelemetry/sdk-metrics";
import { AlwaysOnSampler, BatchSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";

import packageJson from "../../../package.json" with { type: "json" };
import { env } from "../env.server.ts";
import { log } from "../log.server.ts";
import { recordSpans } from "../trace.server.ts";

/** A collector that is slow or dead costs spans, never more than this much of anybody's time. */
const EXPORT_WITHIN_MS = 5_000;
const FLUSH_WITHIN_MS = 3_000;
/** A dead collector fails every few seconds. */
const TELL_AGAIN_MS = 60_000;

const sendsOtlp = env.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined;

let toldAt = -Infinity;
const tell = (problem: unknown) => {
  if (performance.now() - toldAt < TELL_AGAIN_MS) return;
  toldAt = performance.now();
  // An exporter's error repeats the collector's answer and, as JSON, its own settings: the message alone is enough.
  log.warn({ problem: messageOf(problem) }, "telemetry.not-sent");
};
const ignore = () => undefined;
setGlobalErrorHandler(tell);
diag.setLogger(
  { error: tell, warn: ignore, info: ignore, debug: ignore, verbose: ignore },
  DiagLogLevel.ERROR,
);

const resource = defaultResource()
  .merge(
    resourceFromAttributes({
      "service.name": "stockbridge",
      "service.version": packageJson.version,
      "stockbridge.role": env.ROLE ?? "all",
    }),
  )
  // The operator's own OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES come last, and win.
  .merge(
    detectResources({
      detectors: [
        hostDetector,
        serviceInstanceIdDetector,
        resourceAttributesEnvDetector,
        serviceNameEnvDetector,
      ],
    }),
  );

// The SDK reports each scrape before that as an error.
await resource.waitForAsyncAttributes?.();

/** Exporter for Prometheus; null without METRICS_PORT. The page has a server of its own (app/wiring/watch/). */
export const prometheus =
  env.METRICS_PORT === undefined
    ? null
    : new PrometheusExporter({ preventServerStart: true, withoutScopeInfo: true });

const otlpMetrics = () =>
  new PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter({ timeoutMillis: EXPORT_WITHIN_MS }),
    exportTimeoutMillis: EXPORT_WITHIN_MS,
  });

const metricsProvider = new MeterProvider({
  resource,
  readers: [...(prometheus ? [prometheus] : []), ...(sendsOtlp ? [otlpMetrics()] : [])],
});

export const meter = metricsProvider.getMeter("stockbridge", packageJson.version);

/**
 * All are sent, also those that another system did not sample: which of an order's spans stay is for the collector to choose.
 * The queue holds 2,048 of them, and what does not fit is dropped.
 */
const tracerProvider = sendsOtlp
  ? new TracerProvider({
      resource,
      sampler: new AlwaysOnSampler(),
      spanProcessors: [
        new BatchSpanProcessor({
          exporter: new OTLPTraceExporter({ timeoutMillis: EXPORT_WITHIN_MS }),
          exportTimeoutMillis: EXPORT_WITHIN_MS,
        }),
      ],
    })
  : null;
if (tracerProvider) recordSpans(tracerProvider.getTracer("stockbridge", packageJson.version));

/** Sends what is left, as far as the collector takes it in time. Never fails. */
export async function endTelemetry(): Promise<void> {
  const ended = Promise.allSettled([tracerProvider?.shutdown(), metricsProvider.shutdown()]);
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise((resolve) => (timer = setTimeout(resolve, FLUSH_WITHIN_MS)));
  await Promise.race([ended, timeout]);
  clearTimeout(timer);
}

function messageOf(problem: unknown): string {
  if (problem instanceof Error) return problem.message;
  return typeof problem === "string" ? problem.slice(0, 200) : "unknown";
}
