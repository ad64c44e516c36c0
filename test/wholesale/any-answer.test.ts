import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { afterAll, expect, it } from "vitest";

import { Failure } from "../../app/lib/failure.ts";
import { translator } from "../../app/messages/translate.ts";
import { wholesaleClient } from "../../app/wholesale/client.server.ts";
import * as ours from "../../app/wholesale/contract.ts";
import { failureFromStatus } from "../../app/wholesale/failures.ts";
import type { ContractModule, InputOf, OperationName } from "../../app/wholesale/operation.ts";
import { orderRequest } from "./order-request.ts";
import type { SupplierOrderId, SupplierProductId } from "../../app/wholesale/resources.ts";
import { expectSentence, STATUSES, TELLING_STATUSES } from "./sentence.ts";

const t = translator("en");
const { contract } = ours;

const ODD_BODIES = [
  "",
  " ",
  "null",
  "17",
  '"text"',
  "[]",
  "{}",
  '{"data": {}}',
  "<h1>No</h1>",
  '{"cut',
  "\0",
];

/** The replies of both documented operations in one. */
const DOCUMENTED = JSON.stringify({ token: "a.session.token", api_key: "rk_stand-in", name: "x" });

/**
 * Answers as its address says: `/<status>/<index of a body>/…`, the first characters of the right reply at
 * `/first/<how many>/…`, and breaks off at once at `/cut/…`.
 */
const server = createServer((request, response) => {
  const [, status = "", body = ""] = (request.url ?? "").split("/");
  request.resume();
  if (status === "cut") {
    response.writeHead(200, { "content-length": "100" });
    response.write("{");
    setImmediate(() => response.destroy());
    return;
  }
  if (status === "first") {
    response.writeHead(200).end(DOCUMENTED.slice(0, Number(body)));
    return;
  }
  response.writeHead(Number(status), { "content-type": "application/json" });
  response.end(status === "304" ? "" : ODD_BODIES[Number(body)]);
}).listen(0, "127.0.0.1");
afterAll(() => server.close());

const INPUTS: { [Name in OperationName]: InputOf<Name> } = {
  logIn: { email: "merchant@example.com", password: "mirobel-tavuno-kesira" },
  createKey: { name: "a name" },
  listProducts: { pageSize: 10, cursor: null },
  getProduct: { id: "1" as SupplierProductId },
  placeOrder: orderRequest(),
  getOrder: { id: "1" as SupplierOrderId },
  findOrders: { reference: "SB-1-1", cursor: null },
  cancelOrder: { id: "1" as SupplierOrderId },
  readBranding: {},
  writeBranding: {
    brandName: "B",
    logo: null,
    primaryColor: null,
    packingSlipMessage: null,
    returnAddress: null,
    supportEmail: null,
    supportPhone: null,
  },
};

const names = Object.keys(contract) as OperationName[];

/** Returns a call's failure; null if the answer happens to fit. */
async function failureOf(
  name: OperationName,
  answer: string,
  module: ContractModule = ours,
): Promise<Failure | null> {
  const { port } = server.address() as AddressInfo;
  const options = { contract: module, assumedWrites: true };
  const call = wholesaleClient(`http://127.0.0.1:${String(port)}/${answer}`, options);
  try {
    await call(name, { input: INPUTS[name], credential: "rk_stand-in" });
    return null;
  } catch (error) {
    expect(error, `${name} answered with ${answer}`).toBeInstanceOf(Failure);
    return error as Failure;
  }
}

/** A change counts as not made only if that is certain. */
function expectDoubt(name: OperationName, status: number, { code }: Failure): void {
  if (contract[name].changes && (status < 400 || status >= 500))
    expect(code, `${name}, ${String(status)}`).toBe("outcome-unknown");
}

it.each(names)("a failed call of %s has an explanation for every HTTP status", (name) => {
  const called = { name, changes: contract[name].changes };
  for (const status of STATUSES) {
    const failure = failureFromStatus(called, { status, retryAfter: null }, new Date());
    expectSentence(t(failure.explanation), `${name}, ${String(status)}`);
    expectDoubt(name, status, failure);
  }
});

it.each(names)(
  "a failed call of %s has an explanation for every unsuccessful status with any body",
  async (name) => {
    const answered = TELLING_STATUSES.map(async (status, index) => {
      const failure = await failureOf(name, `${String(status)}/${String(index % ODD_BODIES.length)}`);
      if (failure === null) throw new Error(`${name} took ${String(status)} for a success.`);
      expectSentence(t(failure.explanation), `${name}, ${String(status)}`);
      expectDoubt(name, status, failure);
      expect(failure.status).toBe(status);
    });
    await Promise.all(answered);
  },
);

it.each(names)(
  "a failed call of %s has an explanation for a successful status with an invalid body",
  async (name) => {
    for (const index of ODD_BODIES.keys()) {
      const failure = await failureOf(name, `200/${String(index)}`);
      // A reply of which every field may be missing fits all the same.
      if (failure === null) expect(ODD_BODIES[index]).toMatch(/^\{.*\}$/);
      else expectSentence(t(failure.explanation), `${name}, ${String(ODD_BODIES[index])}`);
    }
    const cut = await failureOf(name, "cut/0");
    expect(cut?.code).toBe(contract[name].changes ? "outcome-unknown" : "unreachable");
  },
);

it.each(["logIn", "createKey"] as const)(
  "a reply to %s that is cut off anywhere counts as a failure",
  async (name) => {
    expect(await failureOf(name, `first/${String(DOCUMENTED.length)}`)).toBeNull();
    for (let length = 1; length < DOCUMENTED.length; length += 1) {
      const failure = await failureOf(name, `first/${String(length)}`);
      expectSentence(failure ? t(failure.explanation) : "", `${name}, ${DOCUMENTED.slice(0, length)}`);
      expect(failure?.code).toBe(contract[name].changes ? "outcome-unknown" : "unexpected-reply");
    }
  },
);

it("an order counts as rejected only by a status that the contract names", async () => {
  const module = { ...ours, abilities: { ...ours.abilities, orderRefusals: [402] } };
  const answers = [400, 402, 422].map((status) => failureOf("placeOrder", `${String(status)}/2`, module));
  const codes = (await Promise.all(answers)).map((failure) => failure?.code);
  expect(codes).toEqual(["outcome-unknown", "rejected", "outcome-unknown"]);
});
