import { setTimeout as pause } from "node:timers/promises";

import ky, { HTTPError } from "ky";

import { Failure } from "../lib/failure.ts";
import { leanFetch, readCapped } from "../lib/http/lean-fetch.ts";
import * as ours from "./contract.ts";
import { type ReadReply, readReply, toUtf8 } from "./read-reply.ts";
import { fingerprint } from "./write-gate.ts";
import { cleanSentence, errorSentence, rejectionWordIn } from "./error-sentence.ts";
import {
  failureAfterChange,
  failureFromRejection,
  failureFromReply,
  failureFromRequest,
  failureFromStatus,
  failureFromTransport,
  type Called,
  notOffered,
  ReplyMisfit,
  WriteNotConfirmed,
} from "./failures.ts";
import {
  type Call,
  type ContractModule,
  type Got,
  type InputOf,
  type ItemOf,
  type Line,
  type ListName,
  type Operation,
  type OperationName,
  type OutputOf,
  Rejected,
  type SeveralRequests,
  type WireRequest,
} from "./operation.ts";
import type { Misfit, Page, RejectionWord, UnreadPage } from "./resources.ts";
import { alreadyRead, openPage } from "./unread-page.ts";

/**
 * Calls one operation of the contract. With `unread`, a list operation returns an `UnreadPage`, whose items the
 * caller parses on demand.
 */
export type WholesaleClient = <Name extends OperationName, Unread extends boolean = false>(
  name: Name,
  call: {
    input: InputOf<Name>;
    credential?: string;
    timeoutMs?: number;
    unread?: Unread;
    /** Receives the misfits of values that could not be read. The reply has null in their place. */
    onLeftOut?: (misfits: Misfit[]) => void;
  },
) => Promise<Given<Name, Unread>>;

export type Given<Name extends OperationName, Unread extends boolean> = Unread extends true
  ? Name extends ListName
    ? UnreadPage<ItemOf<Name>>
    : never
  : OutputOf<Name>;

export type ClientOptions = {
  /** Defaults to the built-in contract. */
  contract?: ContractModule;
  /**
   * Allows assumed operations that change something with the supplier. Defaults to false, because the operator
   * must confirm the contract first.
   */
  assumedWrites?: boolean;
};

/**
 * Total time per call, with retries and body. It exceeds undici's connect timeout of 10 s, so that a connect
 * timeout surfaces as its own error.
 */
const TIMEOUT_MS = 15_000;
/**
 * Maximum size of a reply in bytes. Assumed operations return pages of products; documented operations return
 * only a token or a key.
 */
const MAX_REPLY_BYTES = { assumed: 8 * 1024 * 1024, documented: 64 * 1024 };
/**
 * Operations whose error sentences we drop. These sentences may name the order's customer, and we have no
 * address here to compare them with.
 */
const MAY_NAME_CUSTOMERS = new Set<OperationName>(["getOrder", "findOrders", "cancelOrder"]);
/** Pause between two polls of a job. The pause doubles after each poll. */
const POLL_MS = { first: 250, longest: 2000 };

/**
 * Calls the supplier as the contract's row says: method, path, credential, and the mappings of request and
 * reply. All calls to the supplier go through this client. Repeats only GETs: at most twice, on 502, 503, 504
 * and broken connections. A request that changes something is sent once, whatever its method. Redirects are not
 * followed: a 307 would send the key and the customer's address to another host.
 * @throws Failure. `outcome-unknown` comes only from operations that change something. `WriteNotConfirmed`, and
 * the failure for a request that does not fit the contract, are thrown before sending.
 */
export function wholesaleClient(
  baseUrl: string,
  { contract = ours, assumedWrites = false }: ClientOptions = {},
): WholesaleClient {
  let shape: Promise<string> | undefined;
  const call = async (
    name: OperationName,
    { input, credential, timeoutMs = TIMEOUT_MS, unread = false, onLeftOut }: Parameters<WholesaleClient>[1],
  ): Promise<unknown> => {
    // Each row has its own types, but this code uses only their common shape.
    const row = contract.contract[name] as Operation | null;
    if (row === null) throw notOffered(name);
    if (row.changes && row.basis === "assumed" && !assumedWrites) throw new WriteNotConfirmed(name);
    const refusals = name === "placeOrder" ? contract.abilities.orderRefusals : undefined;
    const signal = AbortSignal.timeout(timeoutMs);
    const confidential = MAY_NAME_CUSTOMERS.has(name) ? null : confidentialIn(input, credential);
    const laterPage = Boolean((input as { cursor?: string | null }).cursor);
    const shared = {
      baseUrl,
      headers: credentialHeader(row.credential, credential, contract.API_KEY_HEADER),
      maxBytes: MAX_REPLY_BYTES[row.basis],
      sentenceIn: (body: unknown) =>
        confidential && errorSentence(body, { shape: contract.errorSentence, confidential }),
      wordIn: (body: unknown) => rejectionWordIn(body, contract.rejectionWord),
      signal,
    };
    const leftOut: Misfit[] = [];
    const change: { isSent: boolean; failure?: unknown } = { isSent: false };
    const send = async (line: Line, params: object) => {
      const changes = row.changes && (!("lines" in row) || line.method !== "GET");
      const sending = { ...shared, input, params };
      const called = { name, changes, refusals };
      const answered = async () => {
        const { body, ...got } = await sendLine({ line, ...called }, sending);
        const read = fitting(called, readReply(line, body, { laterPage }), got.status);
        if (read.leftOut.length > 0) onLeftOut?.(read.leftOut);
        leftOut.push(...read.leftOut);
        return { ...got, reply: read.reply, skipped: read.skipped };
      };
      if (!changes) return answered();
      if (change.isSent) throw new Error(`${name} changes something more than once.`);
      change.isSent = true;
      return answered().catch((failure: unknown) => {
        change.failure = failure;
        throw failure;
      });
    };
    const called = { name, changes: row.changes };
    try {
      if ("lines" in row) {
        const sendAgain = (line: string, params = {}) => send(lineIn(row, line), { ...input, ...params });
        const output = await row.run(repeating(sendAgain, signal), input);
        if (!unread) return output;
        return alreadyRead({ ...(output as Page<Item>), leftOut }, await (shape ??= fingerprint(contract)));
      }
      if (unread) {
        const { body, ...got } = await sendLine(
          { line: row, ...called },
          { ...shared, input, params: input },
        );
        const toPage = (read: ReadReply) => {
          const { reply, skipped } = fitting(called, read, got.status);
          return row.fromWire(reply, { ...got, skipped, input }) as Page<Item>;
        };
        shape ??= fingerprint(contract);
        return openPage({ line: row, body, laterPage, fingerprint: await shape, toPage });
      }
      const { reply, ...got } = await send(row, input);
      return row.fromWire(reply, { ...got, input });
    } catch (error) {
      if (error instanceof Rejected)
        throw failureFromRejection(called, confidential && cleanSentence(error.sentence, confidential));
      const isLater = change.isSent && change.failure !== error;
      throw isLater && error instanceof Failure ? failureAfterChange(called, error) : error;
    }
  };
  // The result's type follows from the operation's name, which TypeScript cannot express here.
  return call as WholesaleClient;
}

type Item = { id: string };

function fitting(called: Called, read: ReadReply, status: number) {
  if (read.kind === "misfits") throw failureFromReply(called, read, status);
  return read;
}

type Sending = {
  baseUrl: string;
  headers: Record<string, string>;
  maxBytes: number;
  sentenceIn: (body: unknown) => string | null;
  wordIn: (body: unknown) => RejectionWord | null;
  signal: AbortSignal;
  input: object;
  params: object;
};

/** Sends one request and returns the body of a successful reply. */
async function sendLine(
  { line, ...called }: Called & { line: Line },
  { baseUrl, headers, maxBytes, sentenceIn, wordIn, signal, input, params }: Sending,
): Promise<{ body: Buffer; status: number; headers: Headers }> {
  const wire = line.toWire(input as never);
  const body = readBody(called, line, wire);
  const path = pathOf(called, line, params);
  try {
    const response = await ky(baseUrl + path, {
      method: line.method,
      headers: {
        accept: "application/json",
        ...wire.headers,
        ...headers,
      },
      ...(body === undefined ? {} : { json: body }),
      ...(wire.query === undefined ? {} : { searchParams: wire.query }),
      fetch: (request, init) => leanFetch(request, { ...init, signal }),
      retry: {
        limit: called.changes ? 0 : 2,
        methods: ["get"],
        statusCodes: [502, 503, 504],
        backoffLimit: 1000,
        maxRetryAfter: 2000,
      },
      timeout: false,
      signal,
    });
    const { status, headers: answered } = response;
    const received = await readCapped(response.body, maxBytes);
    const text = toUtf8(received, answered.get("content-type"));
    if (text === null) throw failureFromReply(called, { misfits: [UNKNOWN_CHARSET] }, status);
    return { body: text, status, headers: answered };
  } catch (error) {
    if (error instanceof ReplyMisfit) throw error;
    if (!(error instanceof HTTPError)) throw failureFromTransport(called, error);
    const { status, headers } = error.response;
    const said = { sentence: sentenceIn(error.data), word: wordIn(error.data) };
    const answer = { status, retryAfter: headers.get("retry-after"), ...said };
    throw failureFromStatus(called, answer, new Date());
  }
}

const UNKNOWN_CHARSET = { path: "", says: "its charset is unknown" };

/** Repeats a GET until `until` accepts the reply. After the operation's timeout, the next GET throws. */
function repeating(
  send: (line: string, params?: Record<string, string>) => Promise<Got & { reply: unknown }>,
  signal: AbortSignal,
): Call<Record<string, Line>> {
  return async (line, params, options) => {
    for (let pauseMs = POLL_MS.first; ; pauseMs = Math.min(pauseMs * 2, POLL_MS.longest)) {
      const got = await send(line, params);
      if (options === undefined || options.until(got.reply)) return got;
      await pause(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  };
}

function lineIn({ lines }: SeveralRequests, name: string): Line {
  const line = lines[name];
  if (line === undefined) throw new Error(`There is no request “${name}” in the row.`);
  return line;
}

/**
 * Fills the ids into a path. Throws if an id is empty, `.` or `..`, because encoding keeps dots and the request
 * would reach another path.
 */
function pathOf(called: Called, { path }: Line, params: object): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String((params as Record<string, unknown>)[name]);
    if (/^\.{0,2}$/.test(value)) throw failureFromRequest(called, name);
    return encodeURIComponent(value);
  });
}

/** Validates the body against the contract, so that an address without a required field is never sent. */
function readBody(called: Called, { request }: Line, { body }: WireRequest): unknown {
  if (request === null) return undefined;
  const fit = request.safeParse(body);
  if (fit.success) return fit.data;
  throw failureFromRequest(called, fit.error.issues[0]?.path.join(".") ?? "");
}

/**
 * Lists the texts that we must not quote from the supplier's error sentence: credentials, the customer's
 * address, and notes.
 */
function confidentialIn(input: object, credential: string | undefined): string[] {
  const {
    email,
    password,
    shipTo,
    note,
    lines = [],
  } = input as Partial<InputOf<"logIn"> & InputOf<"placeOrder">>;
  const { countryCode: _, ...person } = shipTo ?? {};
  const notes = [note, ...lines.map((line) => line.note)];
  const values = [credential, email, password, ...notes, ...Object.values(person)];
  return values.filter((value) => typeof value === "string");
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
