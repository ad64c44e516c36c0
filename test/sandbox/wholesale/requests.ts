import type { IncomingHttpHeaders } from "node:http";
import type { NextFunction, Request, Response } from "express";
import type { Operation } from "./endpoint.ts";

/** A request as it arrived. Only passwords are withheld, because this log must not itself be a leak. */
export type LoggedRequest = {
  /** ISO 8601. */
  at: string;
  method: string;
  path: string;
  query: Record<string, unknown>;
  /** Complete, names in lower case; credentials stand here in the clear. */
  headers: IncomingHttpHeaders;
  /** Null when the path belongs to no operation of the dialect. */
  operation: Operation | null;
  /** Null as long as nothing was answered. */
  status: number | null;
  /** Null without a body; a note in its place if it is not JSON. */
  body: unknown;
};

export type RequestLog = ReturnType<typeof createRequestLog>;

/** The latest requests (20,000 unless told), in the order in which they arrived. */
export function createRequestLog({ now, capacity = 20_000 }: { now: () => Date; capacity?: number }) {
  const entries: LoggedRequest[] = [];
  const byRequest = new WeakMap<Request, LoggedRequest>();

  /** Middleware: notes the request, and later its status. */
  function record(req: Request, res: Response, next: NextFunction): void {
    const { method, path, query, headers } = req;
    const entry: LoggedRequest = {
      at: now().toISOString(),
      method,
      path,
      query: withheldFields(query),
      headers: { ...headers },
      operation: null,
      status: null,
      body: null,
    };
    byRequest.set(req, entry);
    entries.push(entry);
    if (entries.length > capacity) entries.shift();
    noteStatus(res, entry);
    next();
  }

  /** Adds what became known of a recorded request later. */
  function note(req: Request, known: { operation?: Operation; body?: unknown }): void {
    const entry = byRequest.get(req);
    if (!entry) return;
    if (known.operation) entry.operation = known.operation;
    if (known.body !== undefined) entry.body = withheld(known.body);
  }

  return { record, note, entries: (): readonly LoggedRequest[] => [...entries] };
}

/** On writing the head, not on "finish": once the answer has arrived, its status must be in the log. */
function noteStatus(res: Response, entry: LoggedRequest): void {
  const writeHead = res.writeHead.bind(res) as (...args: unknown[]) => Response;
  res.writeHead = ((status: number, ...rest: unknown[]) => {
    entry.status = status;
    return writeHead(status, ...rest);
  }) as Response["writeHead"];
}

const LONGEST_TEXT = 10_000;

/** A copy without passwords and without texts so long (a logo) that 20,000 of them would not fit. */
function withheld(value: unknown): unknown {
  if (typeof value === "string" && value.length > LONGEST_TEXT) return `(${value.length} characters)`;
  if (Array.isArray(value)) return value.map(withheld);
  if (typeof value !== "object" || value === null) return value;
  return withheldFields(value);
}

function withheldFields(value: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      /password/i.test(name) ? "(withheld)" : withheld(each),
    ]),
  );
}
