/**
 * Faults between a shop and the app, by root field of the Admin API:
 *
 * | fault | done | what the caller sees |
 * |---|---|---|
 * | `502` | no | 502 without a body |
 * | `307` | no | a redirect to the same address |
 * | `not-approved` | no | an access error: the app has no approval for protected customer data (shopify.dev) |
 * | `502-after-commit` | yes | the same |
 * | `reset-after-commit` | yes | the connection reset |
 * | `reset-a-second-after-commit` | yes | the same, a second later |
 * | `not-shown` | yes | the answer, with null in this field, as from a replica that lags |
 * | `stale` | yes | the answer of an order's read as it was before its latest change, as from a replica that lags |
 */
export type ShopFault =
  | "307"
  | "502"
  | "not-approved"
  | "502-after-commit"
  | "reset-after-commit"
  | "reset-a-second-after-commit"
  | "not-shown"
  | "stale";

/** `released` ends the wait of a held answer. */
type Armed = { fault: ShopFault; times: number; after: number; released?: Promise<void> };

export type ShopFaults = ReturnType<typeof createFaults>;

/** The faults that are set, one per root field: setting another replaces it. */
export function createFaults() {
  const armed = new Map<string, Armed>();
  return {
    /** Sets a fault: the next `after` requests pass without it, and the `times` requests after those meet it. */
    set(field: string, fault: ShopFault, more: Omit<Armed, "fault">): void {
      armed.set(field, { fault, ...more });
    },

    /** Returns this request's fault, with the field for which it is set, and counts it down. */
    take(query: string): (Pick<Armed, "fault" | "released"> & { field: string }) | undefined {
      for (const [field, found] of armed) {
        if (found.times === 0 || !new RegExp(`\\b${field}\\b`).test(query)) continue;
        found.after -= 1;
        if (found.after >= 0) return undefined;
        found.times -= 1;
        return { fault: found.fault, released: found.released, field };
      }
      return undefined;
    },
  };
}
