import type { ContractModule, OperationName } from "./operation.ts";

/** What of the contract nobody has documented, and whether it may change anything at the supplier. */
export type Assumptions = {
  /** The operations that are a guess, in the contract's order; `changes` are those that leave something behind. */
  operations: { name: OperationName; changes: boolean }[];
  /** Whether those that change something may be sent. */
  writesAllowed: boolean;
  /** What the operator puts into `WHOLESALE_CONTRACT_CONFIRMED`, to allow them. */
  fingerprint: string;
};

/** Whether an operation may be called: what changes something through a guess may not, until that is confirmed. */
export function mayCall({ operations, writesAllowed }: Assumptions, name: OperationName): boolean {
  return writesAllowed || !operations.some((each) => each.name === name && each.changes);
}

/**
 * Tells what is assumed. Reading through a guess shows at worst nothing; an order through a guess may buy the wrong
 * thing. So those wait until a person has compared exactly this contract with the supplier and `confirmed` it.
 */
export function assumptionsOf(
  { contract }: ContractModule,
  { fingerprint, confirmed }: { fingerprint: string; confirmed: readonly string[] },
): Assumptions {
  const rows = Object.entries(contract) as [OperationName, { basis: string; changes: boolean } | null][];
  return {
    operations: rows.flatMap(([name, row]) =>
      row?.basis === "assumed" ? [{ name, changes: row.changes }] : [],
    ),
    writesAllowed: confirmed.includes(fingerprint),
    fingerprint,
  };
}
