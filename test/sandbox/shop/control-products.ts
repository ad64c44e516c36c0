import express, { type Router } from "express";
import { z } from "zod";
import { call } from "./control-call.ts";
import type { Merchant } from "./merchant.ts";

/**
 * `GET /products`, `POST /products` for one of the merchant's own, `POST /products/:id`, `POST /products/:id/duplicate`,
 * `DELETE /products/:id`.
 */
export function productControl(merchant: Merchant): Router {
  const router = express.Router();
  router.get(
    "/",
    call((request, response) => {
      response.json({ products: merchant.products(shopShape.parse(request.query).shop) });
    }),
  );
  router.post(
    "/",
    call((request, response) => {
      const { shop, ...wish } = productShape.parse(request.body ?? {});
      response.json(merchant.createProduct(wish, shop));
    }),
  );
  router.post(
    "/:id",
    call((request, response) => {
      const { shop, ...wish } = editShape.parse(request.body ?? {});
      response.json(merchant.editProduct(request.params.id ?? "", wish, shop));
    }),
  );
  router.post(
    "/:id/duplicate",
    call((request, response) => {
      response.json(merchant.duplicateProduct(request.params.id ?? "", shopShape.parse(request.query).shop));
    }),
  );
  router.delete(
    "/:id",
    call((request, response) => {
      merchant.deleteProduct(request.params.id ?? "", shopShape.parse(request.query).shop);
      response.json({});
    }),
  );
  return router;
}

const shopShape = z.object({ shop: z.string().optional() });

const price = z.string().regex(/^\d+(\.\d+)?$/, "must look like 12.50");

const productShape = z.strictObject({
  shop: z.string().optional(),
  title: z.string().min(1),
  variants: z
    .array(
      z.strictObject({
        sku: z.string().min(1).nullable(),
        kind: z.string().min(1).nullable().optional(),
        barcode: z.string().optional(),
        price: price.optional(),
        available: z.int().optional(),
      }),
    )
    .min(1),
});

const editShape = z.strictObject({
  shop: z.string().optional(),
  title: z.string().min(1).optional(),
  status: z.enum(["ACTIVE", "ARCHIVED", "DRAFT", "UNLISTED"]).optional(),
  options: z
    .array(
      z.strictObject({
        name: z.string(),
        newName: z.string().min(1).optional(),
        newValues: z.record(z.string(), z.string().min(1)).optional(),
        linked: z
          .strictObject({
            namespace: z.string(),
            key: z.string(),
            values: z.record(z.string(), z.string()),
          })
          .optional(),
      }),
    )
    .optional(),
  variants: z
    .array(
      z.strictObject({
        id: z.string(),
        sku: z.string().nullable().optional(),
        price: price.optional(),
        compareAtPrice: price.nullable().optional(),
        cost: price.nullable().optional(),
      }),
    )
    .optional(),
});
