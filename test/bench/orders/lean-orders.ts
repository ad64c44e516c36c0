/**
 * Lean, as one who orders: one process, node:http and a plain pg client with prepared statements, which receives the
 * webhooks and takes the same durable steps with the same calls to the same counterparts as the app does, each order for
 * itself. `node lean-orders.ts CONCURRENCY` prints its address.
 */
import { randomUUID } from "node:crypto";
import { Agent, request as send } from "node:http";

import { endEntry, type KeptWebhook, serveInbox, step } from "./lean-inbox.ts";
import { SKU, VARIANT } from "./made-up.ts";

const concurrency = Number(process.argv[2] ?? 32);
const supplier = process.env["WHOLESALE_BASE_URL"] ?? "";
const shopify = process.env["SANDBOX_SHOP_URL"] ?? "";
const agent = new Agent({ keepAlive: true });

serveInbox(order, {
  concurrency,
  leased: false,
  subjectOf: (body) => {
    const sent = JSON.parse(body.toString()) as { submitted_fulfillment_order: { id: string } };
    return sent.submitted_fulfillment_order.id;
  },
});

/** Seven transactions: kept above, claimed, read, begun, ended, accepted, handled. */
async function order(webhook: KeptWebhook): Promise<void> {
  const { shop, subjectId } = webhook;
  await step("", "inbox", (run) => run("claim", CLAIM, [webhook.id]));
  const { fulfillmentOrder: read } = await ask(shop, READ, { id: subjectId, isKnown: false });
  const facts = await step(shop, "", (run) => run("facts", FACTS, [shop, subjectId]));
  if (facts.rows.length !== 1) throw new Error("There are no facts.");
  await call("GET", `/api/reseller/products/${facts.rows[0]?.product ?? ""}`, null);
  const [orderId, attemptId] = [randomUUID(), randomUUID()];
  const number = subjectId.split("/").at(-1) ?? "";
  const reference = `${facts.rows[0]?.prefix ?? ""}-${number}-1`;
  const line = read?.lineItems.nodes[0];
  if (!read || !line) throw new Error("There is no such request.");
  await step(shop, "", async (run) => {
    await run("line", LINE, [shop, line.lineItem.id, read.orderId, line.lineItem.currentQuantity]);
    await run("live", LIVE, [shop, line.lineItem.id]);
    await run("open", OPEN, [orderId, shop, subjectId, read.orderId, read.orderName]);
    await run("pieces", PIECES, [
      randomUUID(),
      shop,
      orderId,
      line.lineItem.id,
      line.id,
      VARIANT,
      SKU,
      "Lamp",
    ]);
    return run("attempt", ATTEMPT, [attemptId, shop, orderId, reference, PIECES_SENT]);
  });
  const placed = (await call("POST", "/api/reseller/orders", {
    reference,
    lines: [{ variant_id: VARIANT, quantity: 1 }],
    ship_to: read.destination,
    white_label: false,
  })) as { id: string };
  await step(shop, "", async (run) => {
    await run("lock", "select state from supplier_order where id = $1 for update", [orderId]);
    await run("outcome", OUTCOME, [
      randomUUID(),
      shop,
      attemptId,
      JSON.stringify({ number: placed.id }),
      placed.id,
    ]);
    await run("placed", PLACED, [orderId, placed.id]);
    await run(
      "settings",
      "update ordering_settings set unclear_responses = 0, ordered_at = now() where shop = $1",
      [shop],
    );
    await run("job", JOB, [JSON.stringify({ shop, orderId })]);
    return run("activity", ACTIVITY, [randomUUID(), shop, JSON.stringify({ code: "orders.outcome.placed" })]);
  });
  await ask(shop, ACCEPT, { id: subjectId });
  await step(shop, "", (run) => run("accepted", ACCEPTED, [orderId]));
  await step("", "inbox", (run) => endEntry(run, webhook));
}

type Read = {
  orderId: string;
  orderName: string;
  destination: object;
  lineItems: { nodes: { id: string; lineItem: { id: string; currentQuantity: number } }[] };
};

async function ask(
  shop: string,
  query: string,
  variables: object,
): Promise<{ fulfillmentOrder?: Read | null }> {
  const path = "/admin/api/2026-10/graphql.json";
  const headers = { host: shop, "x-shopify-access-token": `shpat_${shop}` };
  const { data } = (await post(shopify + path, { method: "POST", headers, body: { query, variables } })) as {
    data: { fulfillmentOrder?: Read | null };
  };
  return data;
}

function call(method: "GET" | "POST", path: string, body: object | null): Promise<unknown> {
  return post(supplier + path, { method, headers: { "x-reseller-api-key": "rk_bench" }, body });
}

function post(
  url: string,
  { method, headers, body }: { method: string; headers: Record<string, string>; body: object | null },
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const bytes = body === null ? "" : JSON.stringify(body);
    const length = { "content-type": "application/json", "content-length": String(Buffer.byteLength(bytes)) };
    const sent = send(url, { agent, method, headers: { ...headers, ...length } }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        resolve(JSON.parse(Buffer.concat(chunks).toString()));
      });
    });
    sent.on("error", reject);
    sent.end(bytes);
  });
}

const READ = "query fulfillmentOrder { }";
const ACCEPT = "mutation acceptFulfillment { }";
const PIECES_SENT = JSON.stringify([{ supplierVariantId: VARIANT, quantity: 1 }]);

const CLAIM =
  "update inbox_entry set leased_until = now() + interval '5 minutes' where id = $1 and due_at <= now() and leased_until is null";
const FACTS = `select settings.reference_prefix as prefix, link.supplier_product_id as product, connection.sealed_key
  from ordering_settings settings join connection using (shop) join fulfillment_service using (shop)
  join variant_link link using (shop)
  where shop = $1 and not exists (select from supplier_order where shop = $1 and fulfillment_order_id = $2)`;
const LINE = `insert into shop_order_line (shop, line_item_id, shop_order_id, ordered) values ($1, $2, $3, $4)
  on conflict (shop, line_item_id) do update set ordered = excluded.ordered`;
const LIVE = `select sum(line.quantity) from supplier_order_line line join supplier_order other on other.id = line.order_id
  where line.shop = $1 and line.line_item_id = $2 and other.state in ('placing', 'in_doubt', 'placed', 'shipped')`;
const OPEN = `insert into supplier_order
  (id, shop, fulfillment_order_id, shop_order_id, order_name, state, version, requested_at, due_at)
  values ($1, $2, $3, $4, $5, 'placing', 1, now(), now() + interval '1 minute')`;
const PIECES = `insert into supplier_order_line
  (id, shop, order_id, line_item_id, fulfillment_order_line_id, supplier_variant_id, sku, title, quantity)
  values ($1, $2, $3, $4, $5, $6, $7, $8, 1)`;
const ATTEMPT = `insert into order_attempt
  (id, shop, order_id, reference, generation, turn, key_generation, lines, started_at, deadline)
  values ($1, $2, $3, $4, 1, 1, 1, $5, now(), now() + interval '20 seconds')`;
const OUTCOME = `insert into order_attempt_outcome (id, shop, attempt_id, kind, params, supplier_order_id, at)
  values ($1, $2, $3, 'placed', $4, $5, now())`;
const PLACED = `update supplier_order set state = 'placed', supplier_order_id = $2, version = version + 1, placed_at = now(),
  acceptance = 'due', due_at = now() + interval '2 minutes', update_due_at = now() + interval '1 hour' where id = $1`;
const ACCEPTED =
  "update supplier_order set acceptance = 'accepted', leased_until = null, due_at = null where id = $1";
const JOB =
  "insert into pgboss.job (name, data, start_after) values ('bench.lean', $1, now() + interval '1 hour')";
const ACTIVITY = `insert into activity (id, shop, kind, tone, message, at, keep_until)
  values ($1, $2, 'orders.placed', 'success', $3, now(), now() + interval '90 days')`;
