import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { afterAll, expect, it } from "vitest";

import { Failure } from "../../app/lib/failure.ts";
import { wholesaleClient } from "../../app/wholesale/client.server.ts";
import { contract } from "../../app/wholesale/contract.ts";
import type { InputOf, OperationName } from "../../app/wholesale/operation.ts";
import { orderRequest } from "./order-request.ts";
import type { SupplierOrderId, SupplierProductId } from "../../app/wholesale/resources.ts";

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

/** Answers as its address says: `/<status>/<index of a body>/…`, and breaks off at once at `/cut/…`. */
const server = createServer((request, response) => {
  const [, status = "", body = ""] = (request.url ?? "").split("/");
  request.resume();
  if (status === "cut") {
    response.writeHead(200, { "content-length": "100" });
    response.write("{");
    setImmediate(() => response.destroy());
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
    ...{ brandName: "B", logo: null, primaryColor: null, packingSlipMessage: null },
    ...{ returnAddress: null, supportEmail: null, supportPhone: null },
  },
};

const names = Object.keys(contract) as OperationName[];

/** What a call comes to; null where the answer happens to fit. */
async function failureOf(name: OperationName, answer: string): Promise<Failure | null> {
  const { port } = server.address() as AddressInfo;
  const call = wholesaleClient(`http://127.0.0.1:${String(port)}/${answer}`, { assumedWrites: true });
  try {
    await call(name, { input: INPUTS[name], credential: "rk_stand-in" });
    return null;
  } catch (error) {
    expect(error, `${name} answered with ${answer}`).toBeInstanceOf(Failure);
    return error as Failure;
  }
}

function expectSentence({ publicMessage }: Failure, what: string): void {
  expect(publicMessage, what).toMatch(/^[A-Z][^]* [^]*\.$/);
  expect(publicMessage, what).not.toMatch(
    /undefined|NaN|\[object|Error\b|node_modules|\n\s+at |mirobel|rk_stand/,
  );
}

it.each(names)("%s answered with any status from 300 to 599 fails with a sentence", async (name) => {
  const statuses = Array.from({ length: 300 }, (_, index) => 300 + index);
  const lane = async (waiting: IterableIterator<number>) => {
    for (const status of waiting) {
      const failure = await failureOf(name, `${String(status)}/${String(status % ODD_BODIES.length)}`);
      if (failure === null) throw new Error(`${name} took ${String(status)} for a success.`);
      expectSentence(failure, `${name}, ${String(status)}`);
      // Nothing that changes something is taken for not done where nobody can know.
      if (contract[name]?.changes && (status < 400 || status >= 500))
        expect(failure.code, `${name}, ${String(status)}`).toBe("outcome-unknown");
    }
  };
  const waiting = statuses.values();
  await Promise.all(Array.from({ length: 8 }, () => lane(waiting)));
});

it.each(names)("%s answered with a success that is none fails with a sentence", async (name) => {
  for (const index of ODD_BODIES.keys()) {
    const failure = await failureOf(name, `200/${String(index)}`);
    // A reply of which every field may be missing fits all the same.
    if (failure === null) expect(ODD_BODIES[index]).toMatch(/^\{.*\}$/);
    else expectSentence(failure, `${name}, ${String(ODD_BODIES[index])}`);
  }
  const cut = await failureOf(name, "cut/0");
  expect(cut?.code).toBe(contract[name]?.changes ? "outcome-unknown" : "unreachable");
});
