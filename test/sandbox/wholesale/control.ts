import express, { type NextFunction, type Request, type Response } from "express";
import { z } from "zod";
import { line, readLines } from "./assumed-requests.ts";
import { writeOrder, writeProduct } from "./dialect-assumed.ts";
import { parse } from "./endpoint.ts";
import type { Faults } from "./faults.ts";
import type { Order } from "./ledger.ts";
import type { Supplier } from "./supplier.ts";
import { Refusal } from "./refusal.ts";
import type { RequestLog } from "./requests.ts";

const shipBody = z.object({
  carrier: z.string().min(1),
  tracking_number: z.string().min(1),
  lines: z.array(line).min(1).optional(),
});
const travelBody = z.strictObject({ status: z.enum(["in_transit", "out_for_delivery", "delivered"]) });
const expectedBody = z.strictObject({ seconds: z.int().nullable() });
const minor = z.coerce.number().transform((amount) => Math.round(amount * 100));
const restateBody = z.strictObject({
  reference: z.string().optional(),
  status: z
    .enum(["received", "processing", "partially_shipped", "shipped", "delivered", "cancelled", "rejected"])
    .optional(),
  lines: z.array(line).optional(),
  cost: z
    .strictObject({ items: minor.optional(), shipping: minor.optional(), currency: z.string().optional() })
    .transform(({ items: itemsMinor, shipping: shippingMinor, currency }) => ({
      ...(itemsMinor !== undefined && { itemsMinor }),
      ...(shippingMinor !== undefined && { shippingMinor }),
      ...(currency !== undefined && { currency }),
    }))
    .optional(),
});
const changeBody = z.strictObject({
  discontinued: z.boolean().optional(),
  variants: z
    .array(
      z.strictObject({
        id: z.string(),
        price: z
          .union([z.string(), z.number().transform(String)])
          .refine((text) => /^\d{1,12}(\.\d{1,2})?$/.test(text), 'must look like "12.50"')
          .transform((text) => Math.round(Number(text) * 100))
          .optional(),
        stock: z.int().min(0).optional(),
      }),
    )
    .optional(),
});
const faultBody = z.object({
  operation: z.string(),
  fault: z.string(),
  times: z.number().default(1),
  delayMs: z.number().optional(),
});

/**
 * Control calls, by which a test or a person acts on the supplier. They are the same in every dialect. Wrong input
 * gets 400 and `{error: sentence}`.
 */
export function createControl(known: {
  supplier: Supplier;
  faults: Faults;
  requests: RequestLog;
  now: () => Date;
  /** The supplier's own address. */
  origin: () => string;
}): express.Router {
  const { supplier, faults, requests, now, origin } = known;
  const { accounts, catalogue, ledger } = supplier;
  const router = express.Router();
  router.use(express.json());

  router.get("/requests", (_req, res) => res.json({ requests: requests.entries() }));

  router.get("/orders", (_req, res) => res.json({ orders: ledger.orders().map(writeLedgerOrder) }));

  router.post("/orders/:id/ship", (req, res) => {
    const { carrier, tracking_number, lines } = parse(shipBody, req.body);
    const shipped = ledger.ship(req.params.id, {
      carrier,
      trackingNumber: tracking_number,
      lines: lines && readLines(lines),
    });
    res.json(writeLedgerOrder(shipped));
  });

  // The supplier says something else about the order from then on: other lines, "delivered" without a
  // package, another charge.
  router.post("/orders/:id/restate", (req, res) => {
    const { lines, reference, status, cost } = parse(restateBody, req.body);
    const { cost: before } = ledger.get(req.params.id);
    const restated = ledger.restate(req.params.id, {
      ...(reference !== undefined && { reference }),
      ...(status !== undefined && { status }),
      ...(lines !== undefined && { lines: readLines(lines) }),
      ...(cost !== undefined && { cost: { ...before, ...cost } }),
    });
    res.json(writeLedgerOrder(restated));
  });

  router.post("/orders/:id/deliver", (req, res) => res.json(writeLedgerOrder(ledger.deliver(req.params.id))));

  // Adds a state of a package on its way.
  router.post("/orders/:id/shipments/:shipment/travel", (req, res) => {
    const { status } = parse(travelBody, req.body);
    res.json(writeLedgerOrder(ledger.travel(req.params.id, req.params.shipment, status)));
  });

  // When the supplier says that it will ship each new order; null: it does not say.
  router.post("/expected-shipping", (req, res) => {
    ledger.expectToShipIn(parse(expectedBody, req.body).seconds);
    res.json({});
  });

  // The supplier's own decision, which the reseller only finds out.
  router.post("/orders/:id/cancel", (req, res) => res.json(writeLedgerOrder(ledger.cancel(req.params.id))));

  router.post("/products/:id", (req, res) => {
    const { discontinued, variants } = parse(changeBody, req.body);
    const changed = catalogue.change(
      req.params.id,
      {
        discontinued,
        variants: variants?.map(({ id, price: priceMinor, stock }) => ({ id, priceMinor, stock })),
      },
      now(),
    );
    if (!changed) throw new Refusal("not-found", "no_product", `There is no product ${req.params.id}.`);
    res.json(writeProduct(changed, origin()));
  });

  router.post("/faults", (req, res) => {
    const { operation, fault, times, delayMs } = parse(faultBody, req.body);
    faults.set(operation, fault, times, delayMs);
    res.json({});
  });

  router.get("/keys", (_req, res) => {
    const keys = accounts.keys().map(({ name, key, createdAt, revoked }) => ({
      name,
      firstCharacters: key.slice(0, 7),
      createdAt: createdAt.toISOString(),
      revoked,
    }));
    res.json({ keys });
  });

  router.post("/keys/:name/revoke", (req, res) => {
    const { name } = req.params;
    if (accounts.revoke(name) === 0)
      throw new Refusal("not-found", "no_key", `There is no key named "${name}".`);
    res.json({});
  });

  router.use(refuse);
  return router;
}

/** The order as the assumed dialect writes it, and what the supplier alone sees of it. */
function writeLedgerOrder(order: Order) {
  const { shipTo } = order;
  return {
    ...writeOrder(order),
    ship_to: {
      name: shipTo.name,
      company: shipTo.company,
      address1: shipTo.address1,
      address2: shipTo.address2,
      city: shipTo.city,
      region: shipTo.region,
      postal_code: shipTo.postalCode,
      country_code: shipTo.countryCode,
      phone: shipTo.phone,
      email: shipTo.email,
    },
    line_notes: order.lines.map(({ variantId, note = null }) => ({ variant_id: variantId, note })),
    shipping_method: order.shippingMethod,
    note: order.note,
    white_label: order.whiteLabel,
    idempotency_key: order.idempotencyKey,
  };
}

function refuse(error: Error & { status?: number }, _req: Request, res: Response, next: NextFunction): void {
  const isInput = error instanceof Refusal || error.status === 400;
  if (!isInput) {
    next(error);
    return;
  }
  const sentence = error instanceof Refusal ? error.message : "The body is not JSON.";
  res.status(400).json({ error: sentence });
}
