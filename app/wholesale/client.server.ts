import { setTimeout as pause } from "node:timers/promises";

import ky, { HTTPError } from "ky";

import { Failure } from "../lib/failure.ts";
import { leanFetch } from "../lib/lean-fetch.ts";
import { readCapped } from "../lib/read-capped.ts";
import * as ours from "./contract.ts";
import { fingerprint } from "./fingerprint.ts";
import { cleanSentence, errorSentence } from "./error-sentence.ts";
import {
  failureAfterChange,
  failureFromRejection,
  failureFromReply,
  failureFromRequest,
  failureFromStatus,
  failureFromTransport,
  type Called,
  notOffered,
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
import { type ReadReply, readReply } from "./read-reply.ts";
import type { Page, UnreadPage } from "./resources.ts";
import { alreadyRead, openPage } from "./unread-page.ts";

/** With `unread`, a page of a list comes as it is, to be read only as far as its caller wants. */
export type WholesaleClient = <Name extends OperationName, Unread extends boolean = false>(
  name: Name,
  call: { input: InputOf<Name>; credential?: string; timeoutMs?: number; unread?: Unread },
) => Promise<Given<Name, Unread>>;

/** What a call gives. */
export type Given<Name extends OperationName, Unread extends boolean> = Unread extends true
  ? Name extends ListName
    ? UnreadPage<ItemOf<Name>>
    : never
  : OutputOf<Name>;

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
/** What the supplier says of an order that stands may name its customer, whom nobody knows here to leave them out. */
const MAY_NAME_CUSTOMERS = new Set<OperationName>(["getOrder", "findOrders", "cancelOrder"]);
/** Between two looks at a job: each pause is twice the one before. */
const POLL_MS = { first: 250, longest: 2000 };

/**
 * The one way to the supplier: looks the operation up in the contract, sends its credential as the contract says,
 * and reads the reply through the contract.
 *
 * Only GETs are repeated: twice at most, on 502, 503, 504 and when the connection breaks. What changes something is sent
 * once in an operation, whatever its method. Redirects are not followed: a 307 would carry key and address to another
 * host.
 *
 * @throws Failure and nothing else. `outcome-unknown` comes only from operations that change something.
 * `WriteNotConfirmed` and all that does not fit the contract's own request comes before anything is sent.
 */
export function wholesaleClient(
  baseUrl: string,
  { contract = ours, assumedWrites = false }: ClientOptions = {},
): WholesaleClient {
  let shape: Promise<string> | undefined;
  const call = async (
    name: OperationName,
    { input, credential, timeoutMs = TIMEOUT_MS, unread = false }: Parameters<WholesaleClient>[1],
  ): Promise<unknown> => {
    // The table's rows differ in their types; here only the shape they share matters.
    const row = contract.contract[name] as Operation | null;
    if (row === null) throw notOffered(name);
    if (row.changes && row.basis === "assumed" && !assumedWrites) throw new WriteNotConfirmed(name);
    const refusals = name === "placeOrder" ? contract.abilities.orderRefusals : undefined;
    const signal = AbortSignal.timeout(timeoutMs);
    const secrets = MAY_NAME_CUSTOMERS.has(name) ? null : secretsOf(input, credential);
    const laterPage = Boolean((input as { cursor?: string | null }).cursor);
    const shared = {
      baseUrl,
      headers: credentialHeader(row.credential, credential, contract.API_KEY_HEADER),
      maxBytes: MAX_REPLY_BYTES[row.basis],
      sentenceIn: (body: unknown) =>
        secrets && errorSentence(body, { shape: contract.errorSentence, secrets }),
      signal,
    };
    const change: { isSent: boolean; failure?: unknown } = { isSent: false };
    const send = async (line: Line, params: object) => {
      const changes = row.changes && (!("lines" in row) || line.method !== "GET");
      const sending = { ...shared, input, params };
      const called = { name, changes, refusals };
      const answered = async () => {
        const { body, ...got } = await sendLine({ line, ...called }, sending);
        return { ...got, ...fitting(called, readReply(line, body, { laterPage }), got.status) };
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
        return unread ? alreadyRead(output as Page<Item>, await (shape ??= fingerprint(contract))) : output;
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
        throw failureFromRejection(called, secrets && cleanSentence(error.sentence, secrets));
      const isLater = change.isSent && change.failure !== error;
      throw isLater && error instanceof Failure ? failureAfterChange(called, error) : error;
    }
  };
  // What a call gives follows from its name, which the types cannot follow here.
  return call as WholesaleClient;
}

type Item = { id: string };

/** What fits of a reply, in the words of its row. */
function fitting(called: Called, read: ReadReply, status: number) {
  if (read.kind === "misfits") throw failureFromReply(called, read, status);
  return { reply: read.reply, skipped: read.skipped };
}

type Sending = {
  baseUrl: string;
  headers: Record<string, string>;
  maxBytes: number;
  sentenceIn: (body: unknown) => string | null;
  signal: AbortSignal;
  input: object;
  params: object;
};

/** One request, as one line of the contract has it, and what is answered with success. */
async function sendLine(
  { line, ...called }: Called & { line: Line },
  { baseUrl, headers, maxBytes, sentenceIn, signal, input, params }: Sending,
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
    return { body: await readCapped(response.body, maxBytes), status, headers: answered };
  } catch (error) {
    if (!(error instanceof HTTPError)) throw failureFromTransport(called, error);
    const { status, headers } = error.response;
    const sentence = sentenceIn(error.data);
    throw failureFromStatus(called, { status, retryAfter: headers.get("retry-after"), sentence }, new Date());
  }
}

/** Has `call` repeat a GET until its reply will do; when the operation's time is over, the GET itself fails. */
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

/** An id that is empty, `.` or `..` would make it another address: no encoding hides a dot. */
function pathOf(called: Called, { path }: Line, params: object): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String((params as Record<string, unknown>)[name]);
    if (/^\.{0,2}$/.test(value)) throw failureFromRequest(called, name);
    return encodeURIComponent(value);
  });
}

/** What is sent must be what the contract says: an address without a field it needs never leaves. */
function readBody(called: Called, { request }: Line, { body }: WireRequest): unknown {
  if (request === null) return undefined;
  const fit = request.safeParse(body);
  if (fit.success) return fit.data;
  throw failureFromRequest(called, fit.error.issues[0]?.path.join(".") ?? "");
}

/** What a supplier's sentence may repeat and nobody may keep: credentials, and who an order goes to. */
function secretsOf(input: object, credential: string | undefined): string[] {
  const { email, password, shipTo, note } = input as Partial<InputOf<"logIn"> & InputOf<"placeOrder">>;
  const { countryCode: _, ...person } = shipTo ?? {};
  const values = [
    credential,
    email,
    password,
    note,
    ...Object.values(person),
    ...(shipTo?.name.split(/\s+/) ?? []),
  ];
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
