/**
 * A list as Postgres writes an array (https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO), to be cast in the
 * statement: one parameter for a whole column of rows.
 */
export function sqlArray(values: readonly (string | number | boolean | null)[]): string {
  let text = "{";
  for (const value of values) {
    if (text.length > 1) text += ",";
    text += typeof value === "string" ? quoted(value) : String(value);
  }
  return `${text}}`;
}

function quoted(value: string): string {
  return `"${/[\\"]/.test(value) ? value.replace(/[\\"]/g, "\\$&") : value}"`;
}
