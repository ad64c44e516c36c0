import { createNoopMeter } from "@opentelemetry/api";

import { env } from "../env.server.ts";
import type * as exportModule from "./export.server.ts";

const isOn = env.METRICS_PORT !== undefined || env.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined;

/**
 * The exporters, loaded only if a setting needs them: they and the SDK's providers cause most of
 * OpenTelemetry's memory use.
 */
export const telemetry: typeof exportModule | null = isOn ? await import("./export.server.ts") : null;

/** Creates instruments for OTLP and Prometheus. Without a setting, they count nothing. */
export const meter = telemetry?.meter ?? createNoopMeter();

/** Bucket bounds: from a local call to a supplier call that times out. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30, 60];

/** Makes a histogram of seconds. Its labels have few values: never a shop, an order, or an address. */
export function durations(name: string, description: string) {
  return meter.createHistogram(name, {
    description,
    unit: "s",
    advice: { explicitBucketBoundaries: SECONDS },
  });
}

/** Returns the seconds since a moment of `performance.now()`. */
export function secondsSince(beganAt: number): number {
  return (performance.now() - beganAt) / 1000;
}
