import { execFile } from "node:child_process";
import { promisify } from "node:util";

import { beforeAll, describe, expect, it } from "vitest";

import { emptyDatabase, freshDatabase, query } from "../support/database.ts";

describe("prisma/schema.prisma and the migrations", () => {
  /** The schema's tables, and those of the migrations. */
  let [asSchema, asMigrated] = ["", ""];
  beforeAll(async () => {
    // Prisma's own comparison with a database does not work through the adapter, so it writes the statements only.
    const { stdout } = await promisify(execFile)(process.execPath, [
      "node_modules/prisma/build/index.js",
      "migrate",
      "diff",
      "--from-empty",
      "--to-schema-datamodel",
      "prisma/schema.prisma",
      "--script",
    ]);
    [asSchema, asMigrated] = await Promise.all([emptyDatabase(), freshDatabase()]);
    await query(asSchema, stdout);
  });

  it("agree on every column", async () => {
    const columns = `
      select table_name, column_name, data_type, datetime_precision, is_nullable, column_default
      from information_schema.columns
      where table_schema = 'public' and table_name <> '_prisma_migrations'
      order by table_name, column_name`;
    const migrated = await query(asMigrated, columns);
    expect(migrated).not.toEqual([]);
    expect(migrated).toEqual(await query(asSchema, columns));
  });

  it("agree on every key and index that the Prisma schema can express", async () => {
    const indexes = `
      select regexp_replace(indexdef, ' (WITH|INCLUDE) \\(.*\\)', '') from pg_indexes
      where schemaname = 'public' and tablename <> '_prisma_migrations' and indexdef not like '% WHERE %'
      order by indexname`;
    const migrated = await query(asMigrated, indexes);
    expect(migrated).not.toEqual([]);
    expect(migrated).toEqual(await query(asSchema, indexes));
    const keys = `
      select conrelid::regclass::text, pg_get_constraintdef(oid) from pg_constraint
      where connamespace = 'public'::regnamespace and contype in ('p', 'u', 'f')
        and conrelid <> coalesce(to_regclass('_prisma_migrations'), 0)
      order by 1, 2`;
    expect(await query(asMigrated, keys)).toEqual(await query(asSchema, keys));
  });
});
