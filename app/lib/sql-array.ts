import { Prisma } from "@prisma/client";

type Value = string | number | boolean | null;

/**
 * A list as a parameter, to be cast to an array in the statement: one for a whole column of rows. It is written as Postgres
 * writes an array (https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO).
 */
export function sqlArray(values: readonly Value[]): string {
  let text = "{";
  for (const value of values) {
    if (text.length > 1) text += ",";
    text += typeof value === "string" ? quoted(value) : String(value);
  }
  return `${text}}`;
}

/**
 * The same for lists of some kilobytes and more, at half the price: Prisma passes a text on as JSON within JSON, each quotation
 * mark of it quoted twice, and bytes as Base64, in which there are none.
 */
export function longSqlArray(values: readonly Value[]): Prisma.Sql {
  return Prisma.sql`convert_from(${Buffer.from(sqlArray(values))}, 'UTF8')`;
}

function quoted(value: string): string {
  return `"${/[\\"]/.test(value) ? value.replace(/[\\"]/g, "\\$&") : value}"`;
}
