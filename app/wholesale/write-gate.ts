import { z } from "zod";
import {
  type ContractModule,
  type InputOf,
  type Line,
  linesOf,
  type Operation,
  type OperationName,
} from "./operation.ts";
import type { SupplierOrderId, SupplierProductId, SupplierVariantId } from "./resources.ts";

/** The contract's assumed operations, and whether those that change something may be sent. */
export type Assumptions = {
  /** The assumed operations, in the contract's order. */
  operations: { name: OperationName; changes: boolean }[];
  /** True if the operator has confirmed the contract. */
  writesAllowed: boolean;
  /** The operator confirms the contract by adding this value to `WHOLESALE_CONTRACT_CONFIRMED`. */
  fingerprint: string;
};

/**
 * Returns true if the operation may be called. An assumed operation that changes something needs the operator's
 * confirmation.
 */
export function mayCall({ operations, writesAllowed }: Assumptions, name: OperationName): boolean {
  return writesAllowed || !operations.some((each) => each.name === name && each.changes);
}

/**
 * Lists the assumed operations. A wrong guess is harmless in a read, but may order the wrong product in a
 * write. So writes wait until the operator has compared this very contract with the supplier.
 *
 * @param options `confirmed`: fingerprints of the contracts that the operator has compared.
 */
export function assumptionsOf(
  { contract }: ContractModule,
  options: { fingerprint: string; confirmed: readonly string[] },
): Assumptions {
  const { fingerprint, confirmed } = options;
  const rows = Object.entries(contract) as [OperationName, { basis: string; changes: boolean } | null][];
  return {
    operations: rows.flatMap(([name, row]) =>
      row?.basis === "assumed" ? [{ name, changes: row.changes }] : [],
    ),
    writesAllowed: confirmed.includes(fingerprint),
    fingerprint,
  };
}

/**
 * Returns a fingerprint of the contract: its rows with their schemas and sample requests, the abilities, the
 * key's header, and the schemas of the error sentence and of the rejection's reason. Comments, layout and the
 * order of fields don't count. The code of refinements and transforms, `fromWire`, `run` and `list` don't count
 * either.
 */
export async function fingerprint(contract: ContractModule): Promise<string> {
  const said = canonical({
    operations: Object.fromEntries(
      Object.entries(contract.contract).map(([name, row]) => [
        name,
        // The row's name determines its sample's type, which TypeScript cannot express here.
        row === null ? null : saidOf(row as Operation, SAMPLES[name as OperationName]),
      ]),
    ),
    abilities: contract.abilities,
    keyHeader: contract.API_KEY_HEADER.toLowerCase(),
    error: schemaOf(contract.errorSentence),
    rejection: contract.rejectionWord && schemaOf(contract.rejectionWord),
  });
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(JSON.stringify(said)));
  return Array.from(new Uint8Array(digest).subarray(0, 8), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
}

const LINE = { supplierVariantId: "1" as SupplierVariantId, quantity: 2 };

/**
 * One input per operation. All values of an input differ, so that swapping two fields changes the
 * fingerprint.
 */
const SAMPLES: { [Name in OperationName]: InputOf<Name> } = {
  logIn: { email: "e-mail", password: "password" },
  createKey: { name: "name" },
  listProducts: { pageSize: 3, cursor: "4", updatedSince: new Date(5000) },
  getProduct: { id: "6" as SupplierProductId },
  placeOrder: {
    reference: "reference",
    lines: [{ ...LINE, note: "line note" }],
    shipTo: {
      name: "name",
      firstName: "first name",
      lastName: "last name",
      company: "company",
      address1: "address 1",
      address2: "address 2",
      city: "city",
      region: "region",
      regionCode: "region code",
      postalCode: "postal code",
      countryCode: "DE",
      phone: "phone",
      email: "e-mail",
    },
    shippingMethod: "shipping method",
    note: "note",
    whiteLabel: true,
  },
  getOrder: { id: "7" as SupplierOrderId },
  findOrders: { updatedSince: new Date(8000), cursor: "9" },
  cancelOrder: { id: "10" as SupplierOrderId },
  readBranding: {},
  writeBranding: {
    brandName: "brand name",
    logo: "data:,logo",
    primaryColor: "#0a0b0c",
    packingSlipMessage: "message",
    returnAddress: "return address",
    supportEmail: "support e-mail",
    supportPhone: "support phone",
  },
};

function saidOf(row: Operation, sample: InputOf<OperationName>) {
  const { credential, basis, changes } = row;
  const lines = Object.fromEntries(
    Object.entries(linesOf(row)).map(([name, line]) => [name, lineOf(line, sample)]),
  );
  return { credential, basis, changes, lines };
}

function lineOf(line: Line, sample: InputOf<OperationName>) {
  const { method, path, request, reply } = line;
  return {
    method,
    path,
    request: request && schemaOf(request),
    reply: schemaOf(reply),
    sample: line.toWire(sample as never),
  };
}

/**
 * Describes a schema twice: as the values that it accepts (`input`), and as the values that it returns
 * (`output`).
 */
function schemaOf(schema: z.ZodType) {
  const side = (io: "input" | "output") =>
    z.toJSONSchema(schema, {
      io,
      unrepresentable: "any",
      // The order of these lists has no meaning, so it must not change the fingerprint.
      override: ({ jsonSchema }) => {
        jsonSchema.required?.sort();
        jsonSchema.enum?.sort();
      },
    });
  return { input: side("input"), output: side("output") };
}

/** Sorts the fields of every object by name. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Date) return value.toISOString();
  const fields = Object.entries(value).filter(([, each]) => each !== undefined);
  return Object.fromEntries(
    fields
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, each]) => [name, canonical(each)]),
  );
}
