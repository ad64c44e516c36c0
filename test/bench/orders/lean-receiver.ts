/**
 * Lean, as a receiver of webhooks: one process, node:http and a plain pg client, verifies the signature and commits the
 * entry and a job's row, each webhook in a transaction of its own. `node lean-receiver.ts` prints its address.
 */
import pg from "pg";

import { restrictedConnection } from "../../../app/lib/database-role.ts";
import { serveLean } from "./lean-server.ts";
import { keepWebhook } from "./lean-webhook.ts";

const pool = new pg.Pool({ ...restrictedConnection({ DATABASE_URL: process.env.DATABASE_URL }), max: 16 });

serveLean((headers, body) =>
  keepWebhook(pool, {
    shop: String(headers["x-shopify-shop-domain"]),
    topic: String(headers["x-shopify-topic"]),
    webhookId: String(headers["x-shopify-webhook-id"]),
    subjectId: String((JSON.parse(body.toString()) as { id?: unknown }).id),
  }),
);
