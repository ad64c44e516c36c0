import express, { type NextFunction, type Request, type RequestHandler, type Response } from "express";
import { deliver, failure, send } from "./deliver.ts";
import { assumedEndpoints } from "./dialect-assumed.ts";
import { documentedEndpoints } from "./dialect-documented.ts";
import { otherEndpoints } from "./dialect-other.ts";
import type { Answer, Endpoint } from "./endpoint.ts";
import type { Faults } from "./faults.ts";
import { drawImage } from "./images.ts";
import type { Supplier } from "./supplier.ts";
import { Refusal, type RefusalReason } from "./refusal.ts";
import type { RequestLog } from "./requests.ts";

/** The operations of each dialect. */
export const dialects = {
  assumed: [...documentedEndpoints, ...assumedEndpoints],
  other: [...documentedEndpoints, ...otherEndpoints],
  documented: documentedEndpoints,
} satisfies Record<string, readonly Endpoint[]>;

/**
 * The service's dialect: the documented operations, and the assumed ones, entirely different ones, or none besides
 * them.
 */
export type Dialect = keyof typeof dialects;

type Surroundings = {
  supplier: Supplier;
  faults: Faults;
  requests: RequestLog;
  maxPageSize: number;
  closing: AbortSignal;
  /** Work that runs for requests. */
  underWay: Set<Promise<void>>;
  /** Known once the service listens. */
  origin: () => string;
};

/** The service's HTTP face in one dialect. */
export function createRoutes(dialect: Dialect, surroundings: Surroundings): express.Express {
  const { supplier, requests } = surroundings;
  const app = express();
  app.disable("x-powered-by").disable("etag").set("query parser", "simple");
  // A path that is only nearly right is wrong.
  app.enable("case sensitive routing").enable("strict routing");
  app.use(requests.record, readBody(requests));
  for (const endpoint of dialects[dialect]) {
    app[endpoint.method](endpoint.path, serve(endpoint, surroundings));
  }
  app.all("/elsewhere", (_req, res) => send(res, { status: 200, body: {} }));
  if (dialect === "documented") {
    // HTML is the nastier answer to a client that expects JSON everywhere.
    app.use((_req, res) => res.status(404).type("html").send(NOT_FOUND_PAGE));
  } else {
    app.get("/images/:id.svg", (req, res, next) => {
      const image = drawImage(supplier.catalogue, req.params.id);
      if (image === undefined) {
        next();
        return;
      }
      res.type("svg").send(image);
    });
    app.use((_req, res) => send(res, failure(404, "not_found", "There is nothing here.")));
  }
  app.use(giveUp);
  return app;
}

/** Leaves in `req.body` the JSON that was sent as JSON, and undefined for anything else. */
function readBody(requests: RequestLog): RequestHandler[] {
  return [
    express.text({ type: () => true, limit: "8mb" }),
    (req, _res, next) => {
      const text: unknown = req.body;
      req.body = typeof text === "string" && req.is("application/json") ? parseJson(text) : undefined;
      if (typeof text === "string" && text !== "") requests.note(req, { body: req.body ?? "(not JSON)" });
      next();
    },
  ];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function serve(endpoint: Endpoint, surroundings: Surroundings): RequestHandler {
  const { supplier, faults, requests, closing, origin, underWay } = surroundings;
  return (req, res, next) => {
    requests.note(req, { operation: endpoint.operation });
    const delivery = {
      res,
      work: ({ ignoreFilters } = { ignoreFilters: false }) =>
        work({ endpoint, req, surroundings, ignoreFilters }),
      mainField: endpoint.mainField,
      alterNext: supplier.ledger.alterNext,
      elsewhere: `${origin()}/elsewhere`,
      closing,
    };
    const delivered = deliver(delivery, faults.take(endpoint.operation));
    underWay.add(delivered);
    delivered.catch(next).finally(() => underWay.delete(delivered));
  };
}

type Work = { endpoint: Endpoint; req: Request; surroundings: Surroundings; ignoreFilters: boolean };

/** Returns the supplier's answer; a refusal is an answer too. */
async function work({ endpoint, req, surroundings, ignoreFilters }: Work): Promise<Answer> {
  const { supplier, maxPageSize, origin } = surroundings;
  const ignored = ignoreFilters ? (endpoint.filters ?? []) : [];
  const query = Object.fromEntries(Object.entries(req.query).filter(([name]) => !ignored.includes(name)));
  try {
    const account = await checkCredential(endpoint, req, supplier);
    const asked = {
      account,
      params: req.params,
      query,
      body: req.body as unknown,
      idempotencyKey: req.get("idempotency-key") ?? null,
      origin: origin(),
      maxPageSize,
    };
    return await endpoint.answer(asked, supplier);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return failure(statusOf[error.reason], error.code, error.message);
  }
}

/**
 * Returns the credential's account. Neither credential stands in for the other (the reseller interface document, §5).
 */
async function checkCredential(
  { credential }: Endpoint,
  req: Request,
  { accounts }: Supplier,
): Promise<string> {
  if (credential === "session-token") {
    const token = /^Bearer (\S+)$/i.exec(req.get("authorization") ?? "")?.[1] ?? "";
    const account = await accounts.accountOfToken(token);
    if (account !== undefined) return account;
    throw new Refusal("unauthenticated", "invalid_token", "A valid session token is required.");
  }
  if (credential === "api-key") {
    const account = accounts.accountOfKey(req.get("x-reseller-api-key") ?? "");
    if (account !== undefined) return account;
    throw new Refusal("unauthenticated", "invalid_api_key", "A valid API key is required.");
  }
  return "";
}

const statusOf: Record<RefusalReason, number> = {
  malformed: 400,
  unauthenticated: 401,
  "not-found": 404,
  conflict: 409,
  unprocessable: 422,
};

/**
 * Handles unforeseen errors. A caller that left half-way gets nothing; express prints mistakes of the simulator's
 * own.
 */
function giveUp(error: { status?: number }, _req: Request, res: Response, next: NextFunction): void {
  if (res.closed) return;
  if (res.headersSent || error.status === undefined) {
    next(error);
    return;
  }
  send(res, failure(error.status, "unreadable_request", "The request cannot be read."));
}

const NOT_FOUND_PAGE = `<!doctype html>
<html lang="en"><head><title>404 Not Found</title></head>
<body><h1>Not Found</h1><p>The requested URL was not found on this server.</p></body></html>
`;
