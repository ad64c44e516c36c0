/**
 * Sets up OpenTelemetry's SDK. Prometheus reads the metrics (METRICS_PORT), and OTLP sends them to a collector
 * (OTEL_EXPORTER_OTLP_ENDPOINT). We use no automatic instrumentation: our code records its own measurements.
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
import { log } from "./log.server.ts";
import { recordSpans } from "./trace.server.ts";

/**
 * Time limit of an export. If the collector is slow or dead, spans are lost, but nothing waits longer than
 * this.
 */
const EXPORT_WITHIN_MS = 5_000;
const FLUSH_WITHIN_MS = 3_000;
/** Time between two log lines about the collector. A dead collector causes an error every few seconds. */
const TELL_AGAIN_MS = 60_000;

const sendsOtlp = env.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined;

let toldAt = -Infinity;
const tell = (problem: unknown) => {
  if (performance.now() - toldAt < TELL_AGAIN_MS) return;
  toldAt = performance.now();
  // Logs only the error's message, because the error also contains the collector's reply and the exporter's
  // settings.
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
  // Comes last, so that the operator's OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES override the values
  // above.
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

// Without this wait, the SDK logs an error if Prometheus reads the metrics early.
await resource.waitForAsyncAttributes?.();

/** Exporter for Prometheus; null without METRICS_PORT. app/wiring/watch/ serves the metrics on that port. */
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
 * Sends all spans, even if the caller's trace is not sampled, because the collector decides about sampling. The
 * queue holds 2,048 spans and drops further ones.
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

/** Sends pending data to the collector, for at most three seconds. Never rejects. */
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
