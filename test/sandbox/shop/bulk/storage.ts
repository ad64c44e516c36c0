import { randomUUID } from "node:crypto";

import express, { type Request, type RequestHandler, type Response } from "express";

import type { ShopState } from "../state.ts";
import { OUTPUT_DAYS, type Output, type StagedUpload } from "./operation.ts";

/**
 * Google's storage as Shopify uses it: uploads by a signed form or a signed PUT, results by a signed address. Addresses,
 * parameters and the policy's limits are as recorded in airhorns/shopify-draft-proxy, media-staged-uploads-create-* and
 * bulk-operation-run-mutation-*; the refusals are those of cloud.google.com/storage, XML API.
 */
const UPLOADS = "shopify-staged-uploads.storage.googleapis.com";
const OUTPUTS = "storage.googleapis.com";
const OUTPUT_PATH = "/shopify-tiers-assets-prod-us-east1/bulk-operation-outputs/";
const HOUR_MS = 3_600_000;

/** The sizes that the policy allows for a form (`content-length-range`). */
export const UPLOAD_BYTES = { least: 1, most: 104_857_600 };

export interface StagedTarget {
  url: string;
  resourceUrl: string;
  parameters: { name: string; value: string }[];
}

/** Gives out a place for a file of variables. */
export function stageUpload(
  shop: ShopState,
  { filename, mimeType, httpMethod }: { filename: string; mimeType: string; httpMethod: "POST" | "PUT" },
  now: Date,
): StagedTarget {
  const key = `tmp/${shop.id}/bulk/${randomUUID()}/${filename}`;
  const acl = { name: "acl", value: "private" };
  const parameters =
    httpMethod === "PUT"
      ? [{ name: "content_type", value: mimeType }, acl]
      : [
          { name: "Content-Type", value: mimeType },
          { name: "success_action_status", value: "201" },
          acl,
          { name: "key", value: key },
          { name: "x-goog-date", value: now.toISOString().replaceAll(/[-:]|\.\d+/g, "") },
          { name: "x-goog-credential", value: "merchant-assets@shopify-tiers.iam.gserviceaccount.com" },
          { name: "x-goog-algorithm", value: "GOOG4-RSA-SHA256" },
          { name: "x-goog-signature", value: randomUUID() },
          { name: "policy", value: Buffer.from(key).toString("base64") },
        ];
  shop.bulk.uploads.set(key, { key, parameters, expiresAt: after(now, 24), bytes: null });
  if (httpMethod === "POST")
    return { url: `https://${UPLOADS}/`, resourceUrl: `https://${UPLOADS}/`, parameters };
  const url = `https://${UPLOADS}/${key}`;
  return {
    url: `${url}?X-Goog-Expires=604800&X-Goog-Signature=${randomUUID()}`,
    resourceUrl: url,
    parameters,
  };
}

/** Keeps a result for seven days. */
export function storeOutput(bytes: Buffer, now: Date): Output {
  const name = `${randomUUID().replaceAll("-", "")}-final`;
  return { name, bytes, expiresAt: after(now, OUTPUT_DAYS * 24) };
}

export function outputUrl({ name, expiresAt }: Output): string {
  const expires = Math.floor(expiresAt.getTime() / 1000);
  return (
    `https://${OUTPUTS}${OUTPUT_PATH}${name}?GoogleAccessId=assets-us-prod%40shopify-tiers.iam.gserviceaccount.com` +
    `&Expires=${expires}&Signature=${randomUUID()}&response-content-type=application%2Fjsonl`
  );
}

/** Answers requests for the storage, and passes all others on. */
export function storage(shops: ShopState[], now: () => Date): RequestHandler {
  const read = express.raw({ limit: "120mb", type: () => true }) as RequestHandler;
  const put: RequestHandler = (request, response) => {
    putUpload(shops, request, response, now());
  };
  const post: RequestHandler = (request, response, next) => {
    postUpload(shops, request, response, now()).catch(next);
  };
  const uploading: Record<string, RequestHandler> = { PUT: put, POST: post };
  return (request, response, next) => {
    const host = (request.get("x-forwarded-host") ?? request.get("host") ?? "").toLowerCase();
    if (host === OUTPUTS && request.method === "GET") sendOutput(shops, request, response, now());
    else if (host === UPLOADS && request.method in uploading)
      read(request, response, () => uploading[request.method]?.(request, response, next));
    else if (host === UPLOADS || host === OUTPUTS) refuse(response, 405, "MethodNotAllowed");
    else next();
  };
}

function sendOutput(shops: ShopState[], request: Request, response: Response, now: Date): void {
  const name = request.path.replace(OUTPUT_PATH, "");
  const found = shops
    .flatMap(({ bulk }) => bulk.operations)
    .find(({ output }) => output !== null && output.name === name);
  if (!found?.output) refuse(response, 404, "NoSuchKey");
  else if (found.output.expiresAt <= now) refuse(response, 400, "ExpiredToken");
  else {
    const { bytes, cutOff = false } = found.output;
    response.set({ "Content-Type": "application/jsonl", "Content-Length": String(bytes.length) });
    if (cutOff) response.write(bytes.subarray(0, bytes.length - 1), () => request.socket.destroy());
    else response.end(bytes);
  }
}

function putUpload(shops: ShopState[], request: Request, response: Response, now: Date): void {
  const upload = findUpload(shops, decodeURIComponent(request.path.slice(1)));
  if (!upload || request.query["X-Goog-Signature"] === undefined)
    refuse(response, 403, "SignatureDoesNotMatch");
  else if (upload.expiresAt <= now) refuse(response, 400, "ExpiredToken");
  else {
    upload.bytes = bodyOf(request);
    response.status(200).end();
  }
}

async function postUpload(
  shops: ShopState[],
  request: Request,
  response: Response,
  now: Date,
): Promise<void> {
  const refusal = await takeForm(shops, request, now);
  if (refusal === null) response.status(201).type("application/xml").end("<PostResponse/>");
  else refuse(response, ...refusal);
}

/** Why a form is refused; null when its file was kept. */
async function takeForm(shops: ShopState[], request: Request, now: Date): Promise<[number, string] | null> {
  const type = request.get("content-type") ?? "";
  if (!type.startsWith("multipart/form-data")) return [400, "InvalidPolicyDocument"];
  if (request.get("content-length") === undefined) return [411, "MissingContentLength"];
  const form = await new globalThis.Response(new Uint8Array(bodyOf(request)), {
    headers: { "content-type": type },
  }).formData();
  const given = form.get("key");
  const key = typeof given === "string" ? given : "";
  const shop = shops.find(({ bulk }) => bulk.uploads.has(key));
  const upload = shop?.bulk.uploads.get(key);
  if (!upload?.parameters.every(({ name, value }) => form.get(name) === value)) return [403, "AccessDenied"];
  if (upload.expiresAt <= now) return [400, "ExpiredToken"];
  if (shop?.bulk.refusesUploads) return [503, "ServiceUnavailable"];
  // Text after the file is not read.
  const file = [...form.values()].at(-1);
  if (file === undefined || typeof file === "string") return [400, "InvalidArgument"];
  if (file.size < UPLOAD_BYTES.least) return [400, "EntityTooSmall"];
  if (file.size > UPLOAD_BYTES.most) return [400, "EntityTooLarge"];
  upload.bytes = Buffer.from(await file.arrayBuffer());
  return null;
}

function findUpload(shops: ShopState[], key: string): StagedUpload | undefined {
  return shops.map(({ bulk }) => bulk.uploads.get(key)).find((upload) => upload !== undefined);
}

/** Without a body there is nothing to read. */
function bodyOf(request: Request): Buffer {
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
}

function refuse(response: Response, status: number, code: string): void {
  response
    .status(status)
    .type("application/xml")
    .end(`<?xml version='1.0'?><Error><Code>${code}</Code></Error>`);
}

function after(now: Date, hours: number): Date {
  return new Date(now.getTime() + hours * HOUR_MS);
}
