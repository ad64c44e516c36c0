import type { ContractModule, OperationName } from "./operation.ts";

/** The contract's assumed operations, and if they may change anything with the supplier. */
export type Assumptions = {
  /** The assumed operations, in the contract's order. */
  operations: { name: OperationName; changes: boolean }[];
  /** True if assumed operations that change something may be sent. */
  writesAllowed: boolean;
  /** Value for `WHOLESALE_CONTRACT_CONFIRMED` that allows them. */
  fingerprint: string;
};

/**
 * Returns true if the operation may be called. An assumed operation that changes something waits for
 * confirmation.
 */
export function mayCall({ operations, writesAllowed }: Assumptions, name: OperationName): boolean {
  return writesAllowed || !operations.some((each) => each.name === name && each.changes);
}

/**
 * Lists the assumed operations. Reading by a guess is harmless, but ordering by a guess may buy the wrong
 * thing. So writes are refused until the operator has compared exactly this contract with the supplier.
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
