import { randomBytes } from "node:crypto";

import {
  type Attributes,
  type Context,
  context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { parseTraceParent, TRACE_PARENT_HEADER } from "@opentelemetry/core";

import { Failure } from "../failure.ts";

// Traces exist even without a collector: log lines, calls and rows use the trace's id as their correlation id.
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());

/** Records spans. Null if no collector is set: a trace is then only an id, without spans. */
let tracer: Tracer | null = null;

/** Starts recording spans. */
export function recordSpans(by: Tracer): void {
  tracer = by;
}

export type SpanOptions = {
  kind?: "server" | "client" | "consumer" | "internal";
  /** Must not contain personal data, keys, bodies or addresses. */
  attributes?: Attributes;
  /**
   * The `traceparent` of the trace to continue, from a header or a row. Null begins a new trace, and undefined
   * continues the current trace.
   */
  parent?: string | null | undefined;
};

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};

/**
 * Runs `work` in a span, so that its log lines and calls have the trace's id. Records only the code of a
 * failure, because the message may contain personal data.
 */
export async function inSpan<T>(
  name: string,
  options: SpanOptions,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const { span, run } = beginSpan(name, options);
  try {
    return await run(() => work(span));
  } catch (error) {
    failSpan(span, errorType(error));
    throw error;
  } finally {
    span.end();
  }
}

/**
 * Begins a span that the caller must end, for work that ends with an event instead of a promise. `run` runs
 * work in the span.
 */
export function beginSpan(name: string, { kind = "internal", attributes = {}, parent }: SpanOptions) {
  const above = parent === undefined ? context.active() : contextOf(parent);
  const span =
    tracer?.startSpan(name, { kind: KINDS[kind], attributes }, above) ?? trace.getSpan(above) ?? newTrace();
  const within = trace.setSpan(above, span);
  return { span, run: <T>(work: () => T): T => context.with(within, work) };
}

/** Marks the current span as failed. For failures that are handled and not thrown. */
export function failCurrentSpan(type: string): void {
  const span = trace.getActiveSpan();
  if (span) failSpan(span, type);
}

/** Marks a span as failed. */
export function failSpan(span: Span, type: string): void {
  span.setAttribute("error.type", type).setStatus({ code: SpanStatusCode.ERROR });
}

/** Returns the kind of an error: a Failure's code, or the error's name. */
export function errorType(error: unknown): string {
  if (error instanceof Failure) return error.code;
  return error instanceof Error ? error.name : "error";
}

/**
 * Runs work outside of any trace. For work of several callers, such as a shared commit, which belongs to no
 * single trace.
 */
export function outsideTraces<T>(work: () => T): T {
  return context.with(ROOT_CONTEXT, work);
}

/** Returns the current trace as W3C's `traceparent`, for a row or a header; null outside of a trace. */
export function traceparentNow(): string | null {
  const span = trace.getActiveSpan()?.spanContext();
  if (span === undefined) return null;
  return `00-${span.traceId}-${span.spanId}-${span.traceFlags.toString(16).padStart(2, "0")}`;
}

/** Returns the header that carries the current trace to another system. */
export function traceHeaders(): Record<string, string> {
  const traceparent = traceparentNow();
  return traceparent === null ? {} : { [TRACE_PARENT_HEADER]: traceparent };
}

/** Returns the ids of the current trace, for a log line. */
export function traceIds(): { trace_id?: string; span_id?: string } {
  const span = trace.getActiveSpan()?.spanContext();
  return span === undefined ? {} : { trace_id: span.traceId, span_id: span.spanId };
}

/**
 * Returns the context of a `traceparent`. If it is null or invalid, returns the root context, in which
 * `beginSpan` starts a new trace.
 */
function contextOf(traceparent: string | null): Context {
  const parent = traceparent === null ? null : parseTraceParent(traceparent);
  return parent === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true });
}

/** Returns a span that only carries the ids of a new trace. */
function newTrace(): Span {
  const ids = randomBytes(24).toString("hex");
  return trace.wrapSpanContext({ traceId: ids.slice(0, 32), spanId: ids.slice(32), traceFlags: 0 });
}
