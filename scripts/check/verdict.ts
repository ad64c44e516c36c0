/**
 * The result of trying one operation or rule. `not proven` means that nothing failed, and nothing showed that it
 * fits.
 */
export type Result = "fits" | "misfit" | "not tried" | "not proven" | "unreachable" | "unauthorized";

export type Verdict = "fits" | "misfits" | "unproven" | "unreachable" | "unauthorized";

export const EXIT: Record<Verdict, number> = {
  fits: 0,
  misfits: 1,
  unproven: 2,
  unreachable: 2,
  unauthorized: 2,
};
/** The shell's exit code for a process that SIGINT ended. */
export const EXIT_INTERRUPTED = 130;

/**
 * Sums up the results:
 * - `fits`: something was tried, and all of that fits.
 * - `unproven`: nothing is wrong, but nothing was tried, or one result is `not proven`.
 * - `unreachable`: no call got a reply.
 * - `unauthorized`: the sign-in was refused, and there is no misfit.
 * - `misfits`: any other case.
 */
export function verdictOn(all: { result: Result }[]): Verdict {
  const results = all.flatMap(({ result }) =>
    result === "not tried" || result === "not proven" ? [] : result,
  );
  const isUnproven = results.length === 0 || all.some(({ result }) => result === "not proven");
  if (results.every((result) => result === "fits")) return isUnproven ? "unproven" : "fits";
  if (results.every((result) => result === "unreachable")) return "unreachable";
  const signInOnly = results.includes("unauthorized") && !results.includes("misfit");
  return signInOnly ? "unauthorized" : "misfits";
}

/** Counts the results of each kind. */
export function countResults(all: { result: Result }[]): Record<Result, number> {
  const counts = { fits: 0, misfit: 0, unauthorized: 0, unreachable: 0, "not proven": 0, "not tried": 0 };
  for (const { result } of all) counts[result] += 1;
  return counts;
}

/** Formats counts as "4 fits, 6 not tried". */
export function inCounts(counts: Record<Result, number>): string {
  return Object.entries(counts)
    .flatMap(([result, count]) => (count === 0 ? [] : `${String(count)} ${result}`))
    .join(", ");
}
