import ky, { HTTPError } from "ky";
import type { core } from "zod";

import { readCapped } from "../lib/read-capped.ts";
import { API_KEY_HEADER, contract, type Operation, type OperationName } from "./contract.ts";
import { failureFromReply, failureFromStatus, failureFromTransport, type Misfit } from "./failures.ts";

/** What an operation takes and gives, in our words. */
export type InputOf<Name extends OperationName> = Parameters<(typeof contract)[Name]["toWire"]>[0];
export type OutputOf<Name extends OperationName> = ReturnType<(typeof contract)[Name]["fromWire"]>;

export type WholesaleClient = <Name extends OperationName>(
  name: Name,
  call: { input: InputOf<Name>; credential?: string; timeoutMs?: number },
) => Promise<OutputOf<Name>>;

/** One call's time in all, retries and body included. Above undici's 10 s for connecting: the two must be told apart. */
const TIMEOUT_MS = 15_000;
/** More than any page of products; a reply beyond it is not one of ours. */
const MAX_REPLY_BYTES = 32 * 1024 * 1024;

/**
 * The one way to the platform: looks the operation up in the contract, sends its credential as the contract says,
 * and reads the reply through the contract.
 *
 * Only GETs are repeated: twice at most, on 502, 503, 504 and when the connection breaks. Redirects are not followed: a
 * 307 would carry key and address to another host.
 *
 * @throws Failure and nothing else. `outcome-unknown` comes only from operations that change something.
 */
export function wholesaleClient(baseUrl: string): WholesaleClient {
  return async (name, { input, credential, timeoutMs = TIMEOUT_MS }) => {
    // The table's rows differ in their types; here only the shape they share matters.
    const operation = contract[name] as unknown as Operation<unknown>;
    const called = { name, changes: operation.changes };
    const wire = operation.toWire(input);
    const path = operation.path.replace("{id}", () => encodeURIComponent((input as { id: string }).id));
    let status: number;
    let body: string;
    try {
      const response = await ky(baseUrl + path, {
        method: operation.method,
        headers: {
          accept: "application/json",
          ...wire.headers,
          ...credentialHeader(operation.credential, credential),
        },
        ...(wire.body === undefined ? {} : { json: operation.request?.parse(wire.body) }),
        ...(wire.query === undefined ? {} : { searchParams: wire.query }),
        redirect: "manual",
        retry: {
          limit: 2,
          methods: ["get"],
          statusCodes: [502, 503, 504],
          backoffLimit: 1000,
          maxRetryAfter: 2000,
        },
        timeout: false,
        signal: AbortSignal.timeout(timeoutMs),
      });
      status = response.status;
      body = await readCapped(response.body, MAX_REPLY_BYTES);
    } catch (error) {
      if (!(error instanceof HTTPError)) throw failureFromTransport(called, error);
      const { headers } = error.response;
      const answer = { status: error.response.status, retryAfter: headers.get("retry-after") };
      throw failureFromStatus(called, answer, new Date());
    }
    const json = parseJson(body);
    const reply = operation.reply.safeParse(json);
    if (!reply.success) throw failureFromReply(called, misfits(body, json, reply.error.issues), status);
    return operation.fromWire(reply.data) as OutputOf<typeof name>;
  };
}

function credentialHeader(kind: Operation["credential"], value: string | undefined): Record<string, string> {
  if (kind === "none") return {};
  if (value === undefined) throw new Error(`A call needs a credential of the kind ${kind}.`);
  return kind === "session-token" ? { authorization: `Bearer ${value}` } : { [API_KEY_HEADER]: value };
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** Says where a reply does not fit, by paths and expectations, never by values: a reply may hold a key. */
function misfits(body: string, json: unknown, issues: core.$ZodIssue[]): Misfit[] {
  const whole = (says: string) => [{ path: "", says }];
  if (body.trim() === "") return whole("the reply is empty");
  if (/^\s*</.test(body)) return whole("it sent a web page instead of data");
  if (json === undefined) return whole("the reply is not JSON, or was cut off");
  if (issues.some(({ path }) => path.length === 0)) return whole("the reply is not of the expected kind");
  return issues.map((issue) => {
    const found = issue.path.reduce<unknown>(
      (value, key) => (value as Record<PropertyKey, unknown> | null)?.[key],
      json,
    );
    const says = found === undefined ? "is missing" : `does not fit: ${expectation(issue)}`;
    return { path: issue.path.join("."), says };
  });
}

/** zod's own words, but for a union, of which it says nothing. */
function expectation(issue: core.$ZodIssue): string {
  if (issue.code !== "invalid_union") return issue.message.replace(/^[A-Z]/, (first) => first.toLowerCase());
  const kinds = issue.errors.flatMap(([each]) => (each?.code === "invalid_type" ? each.expected : []));
  return kinds.length === 0 ? "invalid input" : `invalid input: expected ${kinds.join(" or ")}`;
}
