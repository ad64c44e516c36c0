import type { Line } from "./operation.ts";
import type { Misfit, Unreadable } from "./resources.ts";

/**
 * Returns what makes a product unreadable. `price`/`stock`: that field is present and invalid. `product`: the
 * price is valid, something else is not. Null: no price in the reply, so the values read last still count.
 * @param item the product; `misfits` with paths relative to it.
 */
export function unreadableIn(
  { essentials }: Pick<Line, "essentials">,
  item: unknown,
  misfits: Pick<Misfit, "path">[],
): Unreadable | null {
  if (essentials === undefined) return null;
  for (const what of ["price", "stock"] as const) {
    const path = essentials[what];
    if (path !== undefined && misfits.some((misfit) => isThere(item, path, misfit.path))) return what;
  }
  return essentials.price !== undefined && valuesAt(item, essentials.price).length > 0 ? "product" : null;
}

/** Returns true if the misfit is at or within an existing value of a pattern such as `variants.*.price`. */
function isThere(item: unknown, pattern: string, path: string): boolean {
  const [wanted, found] = [pattern.split("."), path.split(".")];
  const isWithin = wanted.every((part, at) => part === "*" || part === found[at]);
  return isWithin && valuesAt(item, found.slice(0, wanted.length).join(".")).length > 0;
}

function valuesAt(item: unknown, pattern: string): unknown[] {
  return pattern
    .split(".")
    .reduce<unknown[]>((values, part) => values.flatMap((value) => valuesIn(value, part)), [item])
    .filter((value) => value != null);
}

function valuesIn(value: unknown, part: string): unknown[] {
  if (typeof value !== "object" || value === null) return [];
  return part === "*" ? Object.values(value) : [(value as Record<string, unknown>)[part]];
}
