import { createNoopMeter } from "@opentelemetry/api";

import { env } from "../env.server.ts";
import type * as exportModule from "./export.server.ts";

const isOn = env.METRICS_PORT !== undefined || env.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined;

/**
 * The exporters. Loads them only if a setting needs them, because they and the SDK take most of OpenTelemetry's
 * memory.
 */
export const telemetry: typeof exportModule | null = isOn ? await import("./export.server.ts") : null;

/** Creates instruments for OTLP and Prometheus. If neither is set up, the instruments record nothing. */
export const meter = telemetry?.meter ?? createNoopMeter();

/** Bucket bounds in seconds, from a local call to a call to the supplier that times out. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30, 60];

/**
 * Makes a histogram of seconds. Use only labels with few values: each shop or order as a label would be a new
 * time series.
 */
export function durations(name: string, description: string) {
  return meter.createHistogram(name, {
    description,
    unit: "s",
    advice: { explicitBucketBoundaries: SECONDS },
  });
}

/** Returns the seconds since `beganAt`, a value of `performance.now()`. */
export function secondsSince(beganAt: number): number {
  return (performance.now() - beganAt) / 1000;
}
