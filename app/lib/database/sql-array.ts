type Value = string | number | boolean | null;

/**
 * Returns a list as one parameter, to be cast to an array in the statement, for a whole column of rows. The
 * format is Postgres's own (https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO).
 */
export function sqlArray(values: readonly Value[]): string {
  let text = "{";
  for (const value of values) {
    if (text.length > 1) text += ",";
    text += typeof value === "string" ? quoted(value) : String(value);
  }
  return `${text}}`;
}

/** Returns each column's values as such a parameter. */
export function sqlArrays<Name extends string>(
  columns: Record<Name, readonly Value[]>,
): Record<Name, string> {
  const lists = Object.entries<readonly Value[]>(columns).map(([name, values]) => [name, sqlArray(values)]);
  return Object.fromEntries(lists) as Record<Name, string>;
}

function quoted(value: string): string {
  return `"${/[\\"]/.test(value) ? value.replace(/[\\"]/g, "\\$&") : value}"`;
}
