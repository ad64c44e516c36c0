import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";

import { type Sandbox, startSandbox } from "../sandbox/sandbox.ts";
import { sign } from "../sandbox/shop/courier.ts";
import { importProduct } from "../sandbox/tour-catalogue.ts";
import { seePlaced, seeTracking, takeOrder } from "../sandbox/tour-orders.ts";
import { poll } from "../sandbox/tour-support.ts";
import { freshDatabase, query } from "../support/database.ts";
import { startOtlpReceiver } from "../support/otlp-receiver.ts";
import { labelsByMetric, selectorsIn } from "../support/promql.ts";

const SETTINGS = ["/app/settings", "routes/app.settings"] as const;
const WITHIN_MS = 180_000;

type Line = Record<string, unknown> & { msg?: string; trace_id?: string };

let sandbox: Sandbox;
let receiver: Awaited<ReturnType<typeof startOtlpReceiver>>;
let metricsUrl: string;
let orderName: string;
let traceId: string;

const lines = (): Line[] =>
  sandbox
    .appOutput()
    .split("\n")
    .flatMap((line): Line[] => (line.startsWith("{") ? [JSON.parse(line) as Line] : []));

beforeAll(async () => {
  receiver = await startOtlpReceiver();
  sandbox = await startSandbox({
    database: await freshDatabase(),
    settings: { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, METRICS_PORT: "0" },
  });
  const served = lines().find(({ msg }) => msg === "telemetry.metrics-served");
  metricsUrl = `http://127.0.0.1:${String(served?.["port"])}/metrics`;
  await sandbox.merchant().submit(...SETTINGS, { intent: "connect", ...sandbox.supplier.account });
  await importProduct(sandbox);
  // The first poll of the shop's requests would find the order as well, under a trace of its own.
  await query(
    sandbox.databaseUrl,
    `insert into request_poll (shop, polled_at) select shop, now() from connection
     on conflict (shop) do update set polled_at = now(), due_at = null`,
  );
  const { order } = await takeOrder(sandbox);
  orderName = order?.name ?? "";
  await seePlaced(sandbox, order);
  await seeTracking(sandbox, order);
  traceId = String(lines().find(({ msg }) => msg === "orders.attempted")?.trace_id);
});
afterAll(async () => {
  await sandbox.stop();
  await receiver.close();
});

/** Waits until the collector has got a span of the order's trace for which this holds. */
async function spanOf(is: (span: (typeof receiver.spans)[number]) => boolean) {
  const found = await poll(WITHIN_MS, () =>
    Promise.resolve(receiver.spans.find((span) => span.traceId === traceId && is(span)) ?? null),
  );
  if (found === null) throw new Error("The collector got no such span.");
  return found;
}

describe("the trace id of an order", () => {
  it("is on the log lines from the webhook to the package", async () => {
    expect(traceId).toMatch(/^[0-9a-f]{32}$/);
    await expect
      .poll(() => lines().flatMap(({ trace_id: id, msg }) => (id === traceId ? (msg ?? "") : [])), {
        timeout: WITHIN_MS,
      })
      .toEqual(
        expect.arrayContaining([
          expect.stringMatching(/^(webhook|notification)\.received$/),
          "inbox.handled",
          "orders.attempted",
          "orders.accepted",
          "tracking.shown",
        ]),
      );
  });

  it("is in the headers of the POST that placed the order", () => {
    const placed = sandbox.wholesale?.requests.find(
      ({ method, path }) => method === "POST" && path === "/api/reseller/orders",
    );
    expect(placed?.headers["traceparent"]).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`));
  });

  it("is stored in the order's row for later work", async () => {
    const rows = await query(sandbox.databaseUrl, "select order_name, traceparent from supplier_order");
    expect(rows).toEqual([
      { order_name: orderName, traceparent: expect.stringContaining(traceId) as string },
    ]);
  });

  it.each<[string, (span: (typeof receiver.spans)[number]) => boolean]>([
    ["the webhook", ({ name, kind }) => kind === 2 && name.startsWith("POST /")],
    ["the webhook's handling", ({ name }) => name.startsWith("process ")],
    [
      "the attempt",
      ({ name, attributes }) =>
        name === "orders.attempt" && Boolean(attributes["stockbridge.order.reference"]),
    ],
    ["the supplier's POST", ({ name, kind }) => kind === 3 && name === "POST /api/reseller/orders"],
    ["the acceptance", ({ attributes }) => attributes["graphql.operation.name"] === "acceptFulfillment"],
    [
      "showing the package",
      ({ name, attributes }) =>
        name === "tracking.push" && attributes["stockbridge.order.name"] === orderName,
    ],
    [
      "the package in the shop",
      ({ attributes }) => attributes["graphql.operation.name"] === "createFulfillment",
    ],
  ])("is on a span of %s", async (_, is) => {
    expect(await spanOf(is)).toMatchObject({ traceId });
  });

  it("comes from the webhook's traceparent header if there is one", async () => {
    const given = "0af7651916cd43dd8448eb211c80319c";
    const body = JSON.stringify({ id: 1 });
    const answer = await fetch(`${sandbox.addresses.app}/webhooks`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-shopify-topic": "orders/edited",
        "x-shopify-shop-domain": "demo-shop.myshopify.com",
        "x-shopify-api-version": "2026-10",
        "x-shopify-webhook-id": randomUUID(),
        "x-shopify-hmac-sha256": sign(body, sandbox.shop.app.apiSecret),
        traceparent: `00-${given}-b7ad6b7169203331-00`,
      },
      body,
    });
    expect(answer.status).toBe(200);
    const found = await poll(WITHIN_MS, () =>
      Promise.resolve(receiver.spans.find(({ traceId: id, kind }) => id === given && kind === 5) ?? null),
    );
    expect(found).toMatchObject({ name: "process orders/edited" });
    await expect
      .poll(() => lines().flatMap(({ trace_id: id, msg }) => (id === given ? [msg] : [])))
      .toEqual(["webhook.received", "inbox.handled"]);
    // Spans are sent in batches, and this one may come in a later one.
    await expect
      .poll(() => receiver.spans.find(({ traceId: id, kind }) => id === given && kind === 2))
      .toMatchObject({ parentSpanId: "b7ad6b7169203331", name: "POST /webhooks" });
  });
});

type Rule = { alert: string; expr: string; annotations: { why: string; runbook: string } };
const alerts = parse(readFileSync("ops/alerts.yml", "utf8")) as { groups: { rules: Rule[] }[] };
const rules = alerts.groups.flatMap((group) => group.rules);
const dashboard = JSON.parse(readFileSync("ops/dashboard.json", "utf8")) as {
  panels: { title: string; targets: { expr: string }[] }[];
};
const queries: [string, string][] = [
  ...rules.map(({ alert, expr }): [string, string] => [alert, expr]),
  ...dashboard.panels.flatMap(({ title, targets }) =>
    targets.map(({ expr }): [string, string] => [title, expr.replaceAll("$__rate_interval", "5m")]),
  ),
];

describe("the page for Prometheus", () => {
  const page = async () => (await fetch(metricsUrl)).text();

  it("counts the order's webhook, attempt and supplier request", async () => {
    // A busy database may not answer a scrape in time.
    let text = "";
    await expect.poll(async () => (text = await page())).toMatch(/^stockbridge_database_answers 1$/m);
    expect(text).toMatch(/^stockbridge_order_attempts_total\{outcome="placed"\} 1$/m);
    expect(text).toMatch(/^http_server_request_duration_count\{[^}]*http_route="\/webhooks"[^}]*\} \d+$/m);
    expect(text).toMatch(
      /^stockbridge_supplier_request_duration_count\{operation="placeOrder",outcome="ok"\} 1$/m,
    );
    expect(text).toMatch(/^stockbridge_orders\{state="in_doubt"\} 0$/m);
    expect(text).toMatch(/^stockbridge_due_age\{work="inbox_entry.due_at"\} \d/m);
  });

  it("has no label of a shop or an order", async () => {
    const text = await page();
    expect(text).not.toContain("myshopify.com");
    expect(text).not.toContain(orderName);
  });

  it("shows every metric and label that the alerts and the dashboard query", async () => {
    const unknown = async () => {
      const known = labelsByMetric(await page());
      return queries.flatMap(([name, expression]) =>
        selectorsIn(expression).flatMap(({ metric, labels }) => {
          const missing = labels.filter((label) => known.get(metric)?.has(label) !== true);
          return known.has(metric) && missing.length === 0 ? [] : [`${name}: ${metric} {${missing.join()}}`];
        }),
      );
    };
    await expect.poll(unknown).toEqual([]);
  });
});

describe("an alert", () => {
  const manual = readFileSync("docs/operate.md", "utf8");
  const anchors = [...manual.matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replace(/[^\w\- ]/g, "")
      .replaceAll(" ", "-"),
  );

  it.each(rules)("states its reason and its runbook: $alert", ({ alert, annotations: { why, runbook } }) => {
    expect(why.length).toBeGreaterThan(20);
    const [file, anchor = ""] = runbook.split("#");
    expect(file).toBe("docs/operate.md");
    expect(anchors).toContain(anchor);
    expect(manual).toContain(`\`${alert}\``);
  });
});
