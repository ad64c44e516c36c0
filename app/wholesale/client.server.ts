import ky, { HTTPError } from "ky";

import { readCapped } from "../lib/read-capped.ts";
import * as ours from "./contract.ts";
import {
  failureFromReply,
  failureFromRequest,
  failureFromStatus,
  failureFromTransport,
  type Called,
  notOffered,
  WriteNotConfirmed,
} from "./failures.ts";
import type {
  ContractModule,
  InputOf,
  Operation,
  OperationName,
  OutputOf,
  WireRequest,
} from "./operation.ts";
import { readReply } from "./read-reply.ts";

export type WholesaleClient = <Name extends OperationName>(
  name: Name,
  call: { input: InputOf<Name>; credential?: string; timeoutMs?: number },
) => Promise<OutputOf<Name>>;

export type ClientOptions = {
  /** The one that is built in, unless told. */
  contract?: ContractModule;
  /** Whether assumed operations may change something on the supplier: a person's decision. No, unless told. */
  assumedWrites?: boolean;
};

/** One call's time in all, retries and body included. Above undici's 10 s for connecting: the two must be told apart. */
const TIMEOUT_MS = 15_000;
/** More than any page of products, and more than a token or a key: a reply beyond it is not one of ours. */
const MAX_REPLY_BYTES = { assumed: 8 * 1024 * 1024, documented: 64 * 1024 };

/**
 * The one way to the supplier: looks the operation up in the contract, sends its credential as the contract says,
 * and reads the reply through the contract.
 *
 * Only GETs are repeated: twice at most, on 502, 503, 504 and when the connection breaks. Redirects are not followed: a
 * 307 would carry key and address to another host.
 *
 * @throws Failure and nothing else. `outcome-unknown` comes only from operations that change something.
 * `WriteNotConfirmed` and all that does not fit the contract's own request comes before anything is sent.
 */
export function wholesaleClient(
  baseUrl: string,
  { contract = ours, assumedWrites = false }: ClientOptions = {},
): WholesaleClient {
  return async (name, { input, credential, timeoutMs = TIMEOUT_MS }) => {
    // The table's rows differ in their types; here only the shape they share matters.
    const operation = contract.contract[name] as Operation | null;
    if (operation === null) throw notOffered(name);
    const called = { name, changes: operation.changes };
    if (operation.changes && operation.basis === "assumed" && !assumedWrites)
      throw new WriteNotConfirmed(name);
    const wire = operation.toWire(input);
    const body = readBody(called, operation, wire);
    const credentials = credentialHeader(operation.credential, credential, contract.API_KEY_HEADER);
    const path = operation.path.replace("{id}", () => encodeURIComponent((input as { id: string }).id));
    let status: number;
    let answered: string;
    try {
      const response = await ky(baseUrl + path, {
        method: operation.method,
        headers: {
          accept: "application/json",
          ...wire.headers,
          ...credentials,
        },
        ...(body === undefined ? {} : { json: body }),
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
      answered = await readCapped(response.body, MAX_REPLY_BYTES[operation.basis]);
    } catch (error) {
      if (!(error instanceof HTTPError)) throw failureFromTransport(called, error);
      const { headers } = error.response;
      const answer = { status: error.response.status, retryAfter: headers.get("retry-after") };
      throw failureFromStatus(called, answer, new Date());
    }
    const laterPage = Boolean((input as { cursor?: string | null }).cursor);
    const read = readReply(operation, answered, { laterPage });
    if (read.kind === "misfits") throw failureFromReply(called, read.misfits, status);
    return operation.fromWire(read.reply, read.skipped);
  };
}

/** What is sent must be what the contract says: an address without a field it needs never leaves. */
function readBody(called: Called, { request }: Operation, { body }: WireRequest): unknown {
  if (request === null) return undefined;
  const fit = request.safeParse(body);
  if (fit.success) return fit.data;
  throw failureFromRequest(called, fit.error.issues[0]?.path.join(".") ?? "");
}

function credentialHeader(
  kind: Operation["credential"],
  value: string | undefined,
  keyHeader: string,
): Record<string, string> {
  if (kind === "none") return {};
  if (value === undefined) throw new Error(`A call needs a credential of the kind ${kind}.`);
  return kind === "session-token" ? { authorization: `Bearer ${value}` } : { [keyHeader]: value };
}
