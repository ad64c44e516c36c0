import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import { getHeapStatistics } from "node:v8";
import type { Request, RequestHandler } from "express";
import { env } from "../../lib/env.server.ts";
import { log } from "../../lib/telemetry/log.server.ts";
import { durations, meter, secondsSince, telemetry } from "../../lib/telemetry/metrics.server.ts";
import { poolUsage } from "../../lib/database/transaction.server.ts";
import { completedStates } from "../../orders/states/order-group.ts";
import { orderStates } from "../../orders/states/order-state.ts";
import { assumptions } from "../../wholesale/call-wholesale.server.ts";
import { mayCall } from "../../wholesale/write-gate.ts";
import { databaseNumbers } from "./database-numbers.server.ts";
import { beginSpan, failSpan } from "../../lib/telemetry/trace.server.ts";

let page: Server | null = null;

/** Registers the observable metrics and serves the page for Prometheus, if the settings ask for them. */
export async function startWatching(): Promise<void> {
  if (telemetry === null) return;
  watchDatabase();
  watchProcess();
  const { prometheus } = telemetry;
  if (prometheus === null) return;
  // The page has a port of its own, because its numbers are for the operator only, and the app's port is public.
  page = createServer((request, response) => {
    if (request.method === "GET" && request.url?.split("?")[0] === "/metrics")
      prometheus.getMetricsRequestHandler(request, response);
    else response.writeHead(404).end();
  });
  page.listen(env.METRICS_PORT);
  await once(page, "listening").catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    throw new Error(`Port ${String(env.METRICS_PORT)} is taken: set METRICS_PORT to another one.`);
  });
  const address = page.address();
  log.info({ port: typeof address === "object" ? address?.port : null }, "telemetry.metrics-served");
}

/** Sends pending spans and metrics, and closes the page. Takes three seconds at most. */
export async function stopWatching(): Promise<void> {
  page?.close();
  page?.closeAllConnections();
  await telemetry?.endTelemetry();
}

function gauge(name: string, description: string, unit = "") {
  return meter.createObservableGauge(name, { description, unit });
}

/** Registers numbers about the work of all processes. Each process reports the same values. */
function watchDatabase(): void {
  const answers = gauge("stockbridge.database.answers", "1 if the database answers in time, else 0.");
  const dueAge = gauge(
    "stockbridge.due.age",
    "How long the oldest due row has waited, by table and column.",
    "s",
  );
  const depth = gauge("stockbridge.inbox.depth", "Stored webhooks that are due; 10,000 means at least that.");
  const jobs = gauge("stockbridge.queue.depth", "Jobs that wait for a worker; 10,000 means at least that.");
  const jobAge = gauge("stockbridge.queue.age", "How long the oldest job has waited for a worker.", "s");
  const orders = gauge("stockbridge.orders", "Orders that are not completed, by state.");
  const orderAge = gauge(
    "stockbridge.orders.age",
    "Time since the oldest order in a state was requested.",
    "s",
  );
  const lag = gauge("stockbridge.poll.lag", "How late the most overdue poll of a connected shop is.", "s");
  const down = gauge("stockbridge.supplier.down", "1 if the supplier answers no shop, else 0.");
  const open = orderStates.filter((state) => !completedStates.includes(state));
  meter.addBatchObservableCallback(
    async (result) => {
      const numbers = await databaseNumbers();
      result.observe(answers, numbers === null ? 0 : 1);
      if (numbers === null) return;
      for (const { work, seconds } of numbers.dueAges) result.observe(dueAge, seconds, { work });
      for (const { queue, depth: waiting, seconds } of numbers.queues) {
        result.observe(jobs, waiting, { queue });
        result.observe(jobAge, seconds, { queue });
      }
      for (const state of open) {
        const found = numbers.orders.find((each) => each.state === state);
        result.observe(orders, found?.count ?? 0, { state });
        result.observe(orderAge, found?.seconds ?? 0, { state });
      }
      result.observe(depth, numbers.inboxDepth);
      result.observe(lag, numbers.pollLag);
      result.observe(down, numbers.supplierDown ? 1 : 0);
    },
    [answers, dueAge, depth, jobs, jobAge, orders, orderAge, lag, down],
  );
}

const EVENT_LOOP_RESOLUTION_MS = 20;

function watchProcess(): void {
  const delay = monitorEventLoopDelay({ resolution: EVENT_LOOP_RESOLUTION_MS });
  delay.enable();
  const delayP99 = gauge("nodejs.eventloop.delay.p99", "99th percentile since the last reading.", "s");
  const delayMax = gauge("nodejs.eventloop.delay.max", "Longest since the last reading.", "s");
  const busy = gauge("nodejs.eventloop.utilization", "Share of the time that the event loop was busy.", "1");
  const memory = gauge("process.memory.usage", "Resident memory.", "By");
  const heap = gauge("v8js.memory.heap.used", "Used heap.", "By");
  const heapLimit = gauge("v8js.memory.heap.limit", "Limit of the heap.", "By");
  const uptime = gauge("process.uptime", "Time since the process started.", "s");
  const worker = gauge("stockbridge.worker", "1 if the process does the work behind pages, else 0.");
  const ordering = gauge("stockbridge.ordering.on", "1 if the settings let the process send orders, else 0.");
  const cpu = meter.createObservableCounter("process.cpu.time", { description: "CPU time.", unit: "s" });
  const pool = gauge("db.client.connection.count", "Connections of the pool, by state.", "{connection}");
  const poolMax = gauge("db.client.connection.max", "Connections that the pool may open.", "{connection}");
  const pending = gauge("db.client.connection.pending_requests", "Transactions that wait for a connection.");
  let utilization = performance.eventLoopUtilization();
  meter.addBatchObservableCallback(
    (result) => {
      result.observe(delayP99, delay.percentile(99) / 1e9);
      result.observe(delayMax, delay.max / 1e9);
      delay.reset();
      const now = performance.eventLoopUtilization();
      result.observe(busy, performance.eventLoopUtilization(now, utilization).utilization);
      utilization = now;
      const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
      result.observe(memory, process.memoryUsage.rss());
      result.observe(heap, used);
      result.observe(heapLimit, limit);
      result.observe(uptime, process.uptime());
      result.observe(worker, env.ROLE === "web" ? 0 : 1);
      const isOn = env.ORDERING === "on" && mayCall(assumptions(), "placeOrder");
      result.observe(ordering, isOn ? 1 : 0);
      const { user, system } = process.cpuUsage();
      result.observe(cpu, user / 1e6, { "cpu.mode": "user" });
      result.observe(cpu, system / 1e6, { "cpu.mode": "system" });
      const { max, total, idle, waiting } = poolUsage();
      result.observe(pool, idle, { "db.client.connection.state": "idle" });
      result.observe(pool, total - idle, { "db.client.connection.state": "used" });
      result.observe(poolMax, max);
      result.observe(pending, waiting);
    },
    [
      delayP99,
      delayMax,
      busy,
      memory,
      heap,
      heapLimit,
      uptime,
      worker,
      ordering,
      cpu,
      pool,
      poolMax,
      pending,
    ],
  );
}

/**
 * Addresses that have a label of their own in metrics, the longest first. All other addresses share one label, because
 * visitors can request any address.
 */
const ROUTES = [
  "/fulfillment-service/fulfillment_order_notification",
  "/webhooks",
  "/assets",
  "/healthz",
  "/readyz",
  "/auth",
  "/api",
  "/app",
];
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
/**
 * nginx's status code for a client that closed the connection. Shopify closes it after five seconds, and
 * sends the webhook again.
 */
const CLIENT_CLOSED = 499;

const duration = durations(
  "http.server.request.duration",
  "Time to answer a request. That of /webhooks is the acknowledgement that Shopify waits for.",
);

/** Measures every request, including those that are refused. */
export const observeRequests: RequestHandler = (request, response, next) => {
  const beganAt = performance.now();
  response.once("close", () => {
    duration.record(secondsSince(beganAt), {
      "http.request.method": methodOf(request),
      "http.route": routeOf(request.path),
      "http.response.status_code": response.writableFinished ? response.statusCode : CLIENT_CLOSED,
    });
  });
  next();
};

/** Handles a request in a span. The span belongs to the trace of the request's `traceparent` header. */
export function inRequestSpan(handle: RequestHandler): RequestHandler {
  return (request, response, next) => {
    const route = routeOf(request.path);
    const { span, run } = beginSpan(`${methodOf(request)} ${route}`, {
      kind: "server",
      parent: request.headers.traceparent?.toString() ?? null,
      // Leaves out the query, because it may hold a session token.
      attributes: { "http.request.method": methodOf(request), "http.route": route },
    });
    response.once("close", () => {
      const status = response.writableFinished ? response.statusCode : CLIENT_CLOSED;
      span.setAttribute("http.response.status_code", status);
      if (status >= 500) failSpan(span, String(status));
      span.end();
    });
    run(() => {
      handle(request, response, next);
    });
  };
}

function routeOf(path: string): string {
  return ROUTES.find((route) => path === route || path.startsWith(`${route}/`)) ?? "other";
}

function methodOf({ method }: Request): string {
  return METHODS.includes(method) ? method : "_OTHER";
}
