import express, { type ErrorRequestHandler, type Response, type Router } from "express";
import { z } from "zod";
import { type Closure, CLOSURES } from "./closure.ts";
import { call } from "./control-call.ts";
import { type DeviationName, deviationNames } from "./deviations.ts";
import { checkout, orderControl } from "./control-orders.ts";
import { productControl } from "./control-products.ts";
import type { MetafieldsAfter } from "./installation.ts";
import type { Merchant } from "./merchant.ts";
import { MerchantRefusal } from "./merchant-refusal.ts";
import { type SandboxApp, UnknownShopError } from "./state.ts";
import type { WebhookOrder, Webhooks } from "./webhooks.ts";

/** The parts of a shop that the control calls need. */
export interface Controlled {
  app: SandboxApp;
  webhooks: Webhooks;
  merchant: Merchant;
  sessionToken(options: { shop?: string }): Promise<string>;
  uninstall(shop?: string, metafields?: MetafieldsAfter): void;
  closeShop(closed: Closure | null, shop?: string): void;
  deviate(deviation: DeviationName | null, shop?: string): void;
  grantScopes(asked: { shop?: string; scopes: string[] }): unknown;
  revokeScopes(revoked: { shop?: string; scopes: string[] }): void;
}

/**
 * The sandbox's control calls for the shop, in JSON: `POST /webhooks`, `POST /uninstall`, `POST /close`, `POST /scopes`,
 * `POST /revoke-scopes`, `POST /deviate`, `POST /customer-data`, `POST /bulk-access`, `POST /ip-allowlist`, `POST /redact`,
 * `GET /session-token`, `GET /deliveries`, `POST /shipping`, `POST /settings`, `POST /checkouts`,
 * `POST /fulfillment-services/delete`, and those of orders and of products. `shop` is a domain, the first shop when
 * left out. Errors are `{error: sentence}`: 400 for bad input, 404 for what the sandbox does not have.
 */
export function controlRouter(shop: Controlled): Router {
  const { webhooks } = shop;
  const router = express.Router();
  router.use(express.json());

  router.post(
    "/webhooks",
    call(async (request, response) => {
      const order: WebhookOrder = webhookShape.parse(request.body ?? {});
      response.json({ answers: await webhooks.deliver(order) });
    }),
  );
  router.post(
    "/uninstall",
    call((request, response) => {
      const { shop: domain, metafields } = uninstallShape.parse(request.body ?? {});
      shop.uninstall(domain, metafields);
      response.json({});
    }),
  );
  router.post(
    "/close",
    call((request, response) => {
      const { shop: domain, how, givesTokens } = closeShape.parse(request.body ?? {});
      shop.closeShop(how && { how, givesTokens }, domain);
      response.json({});
    }),
  );
  router.post(
    "/scopes",
    call((request, response) => {
      const { shop: domain, scopes } = scopesShape.parse(request.body ?? {});
      response.json(shop.grantScopes({ scopes, ...(domain !== undefined && { shop: domain }) }));
    }),
  );
  router.post(
    "/revoke-scopes",
    call((request, response) => {
      const { shop: domain, scopes } = scopesShape.parse(request.body ?? {});
      shop.revokeScopes({ scopes, ...(domain !== undefined && { shop: domain }) });
      response.json({});
    }),
  );
  router.post(
    "/deviate",
    call((request, response) => {
      const { shop: domain, deviation } = deviateShape.parse(request.body ?? {});
      shop.deviate(deviation, domain);
      response.json({});
    }),
  );
  router.post(
    "/customer-data",
    call((request, response) => {
      shop.app.customerDataApproved = approvalShape.parse(request.body ?? {}).approved;
      response.json({});
    }),
  );
  router.post(
    "/bulk-access",
    call((request, response) => {
      const { denied, fromRow } = bulkAccessShape.parse(request.body ?? {});
      Object.assign(shop.app, { bulkDenied: denied, bulkDeniedFromRow: fromRow });
      response.json({});
    }),
  );
  router.post(
    "/ip-allowlist",
    call((request, response) => {
      shop.app.addressDenied = allowlistShape.parse(request.body ?? {}).denied;
      response.json({});
    }),
  );
  router.post(
    "/redact",
    call(async (request, response) => {
      const { shop } = shopShape.parse(request.body ?? {});
      response.json({ answers: await webhooks.deliver({ topic: "shop/redact", shop }) });
    }),
  );
  router.get(
    "/session-token",
    call(async (request, response) => {
      response.json({ token: await shop.sessionToken(shopShape.parse(request.query)) });
    }),
  );
  router.get(
    "/deliveries",
    call((_request, response) => void response.json({ deliveries: webhooks.deliveries })),
  );
  router.post(
    "/shipping",
    call((request, response) => {
      const { shop: domain, location, marketDriven, ...wish } = shippingShape.parse(request.body ?? {});
      if (marketDriven !== undefined) shop.merchant.setMarketDriven(marketDriven, domain);
      if (location !== undefined) shop.merchant.setShipping(location, wish, domain);
      response.json({});
    }),
  );
  router.post(
    "/settings",
    call((request, response) => {
      const { shop: domain, ...settings } = settingsShape.parse(request.body ?? {});
      shop.merchant.changeSettings(settings, domain);
      response.json({});
    }),
  );
  router.post(
    "/fulfillment-services/delete",
    call((request, response) => {
      const { shop: domain, name, inventory } = deleteServiceShape.parse(request.body ?? {});
      shop.merchant.deleteService(name, inventory, domain);
      response.json({});
    }),
  );
  router.post("/checkouts", checkout(shop.merchant));
  router.use("/orders", orderControl(shop.merchant));
  router.use("/products", productControl(shop.merchant));
  router.use((request, response) => {
    response.status(404).json({ error: `The shop's control has no call ${request.method} ${request.path}.` });
  });
  router.use(answerError);
  return router;
}

const shopShape = z.object({ shop: z.string().optional() });

const shippingShape = shopShape.extend({
  location: z.string().optional(),
  marketDriven: z.boolean().optional(),
  rates: z.boolean().optional(),
  first: z.boolean().optional(),
});

const settingsShape = shopShape.extend({
  timeZone: z.string().refine(isTimeZone, "is no time zone").optional(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, "must look like EUR")
    .optional(),
  taxesIncluded: z.boolean().optional(),
});

const deleteServiceShape = shopShape.extend({
  name: z.string().default("Stockbridge"),
  inventory: z.enum(["DELETE", "KEEP", "TRANSFER"]).default("KEEP"),
});

const uninstallShape = shopShape.extend({ metafields: z.enum(["gone", "kept"]).optional() });

const closeShape = shopShape.extend({
  how: z.enum(Object.keys(CLOSURES) as Closure["how"][]).nullable(),
  givesTokens: z.boolean().optional(),
});

const scopesShape = shopShape.extend({ scopes: z.array(z.string()) });

const deviateShape = shopShape.extend({ deviation: z.enum(deviationNames).nullable() });

const approvalShape = z.object({ approved: z.boolean() });

/** Nothing: both kinds of bulk operations are allowed. `fromRow`: see `SandboxApp.bulkDeniedFromRow`. */
const bulkAccessShape = z.object({
  denied: z.array(z.enum(["QUERY", "MUTATION"])).default([]),
  fromRow: z.int().min(1).nullable().default(null),
});

const allowlistShape = z.object({ denied: z.boolean() });

const webhookShape = shopShape.extend({
  topic: z.string().regex(/^[a-z_]+\/[a-z_]+$/, "must look like orders/paid"),
  subjectId: z
    .union([z.string(), z.number()])
    .transform(String)
    .refine((id) => /\d$/.test(id), "must end in a number")
    .optional(),
  webhookId: z.string().min(1).optional(),
  times: z.int().min(1).max(100).optional(),
  badSignature: z.boolean().optional(),
});

/** `Intl.supportedValuesOf` lacks other names of a zone, such as Asia/Kolkata. */
function isTimeZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone });
    return true;
  } catch {
    return false;
  }
}

const answerError: ErrorRequestHandler = (error: unknown, _request, response: Response, _next) => {
  if (error instanceof UnknownShopError) response.status(404).json({ error: error.message });
  else if (error instanceof MerchantRefusal) response.status(error.status).json({ error: error.message });
  else if (error instanceof z.ZodError) response.status(400).json({ error: sentence(error) });
  else if (error instanceof SyntaxError) response.status(400).json({ error: "The body is not JSON." });
  else response.status(500).json({ error: error instanceof Error ? error.message : String(error) });
};

function sentence(error: z.ZodError): string {
  return error.issues.map((issue) => `${issue.path.join(".") || "The body"}: ${issue.message}.`).join(" ");
}
