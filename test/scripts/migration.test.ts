import { execFile } from "node:child_process";
import { appendFile, cp, mkdir, mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

import { beforeEach, describe, expect, it, onTestFinished } from "vitest";

const run = promisify(execFile);
const MODELS = `
model Parcel {
  id   String @id
  shop String

  @@map("parcel")
}

model Everybodys {
  id Int @id

  @@map("everybodys")
}
`;

/** Returns a clone whose only migration has a date in the future, committed with its schema. */
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "stockbridge-test-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(path.join(folder, "prisma/migrations"), { recursive: true });
  for (const file of ["package.json", "prisma.config.ts", "prisma/schema.prisma"])
    await cp(file, path.join(folder, file));
  await symlink(path.resolve("node_modules"), path.join(folder, "node_modules"));
  await migrationOf("29991231235959_first", "select 1;\n");
  await git("init", "--quiet");
  await commit();
});

async function migrationOf(name: string, sql: string): Promise<void> {
  await mkdir(path.join(folder, "prisma/migrations", name));
  await appendFile(path.join(folder, "prisma/migrations", name, "migration.sql"), sql);
}

function git(...args: string[]) {
  return run("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...args], { cwd: folder });
}

async function commit(): Promise<void> {
  await git("add", "prisma");
  await git("commit", "--quiet", "--message", "A commit");
}

async function migration(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return run(process.execPath, [path.resolve("scripts/migration.ts"), ...args], { cwd: folder }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: unknown) => error as { code: number; stdout: string; stderr: string },
  );
}

describe("npm run migration", () => {
  it("writes the schema's changes as the newest migration, with row-level security", async () => {
    await appendFile(path.join(folder, "prisma/schema.prisma"), MODELS);
    const file = "prisma/migrations/30000101000000_add_parcels/migration.sql";
    expect(await migration("Add parcels")).toEqual({ code: 0, stdout: `${file}\n`, stderr: "" });
    const sql = await readFile(path.join(folder, file), "utf8");
    expect(sql).toContain('CREATE TABLE "parcel" (');
    for (const table of ["parcel", "everybodys"])
      expect(sql).toContain(`ALTER TABLE "${table}" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;`);
    expect(sql).toContain('CREATE POLICY "one_shop" ON "parcel" USING ("shop" = (SELECT nullif(');
    expect(sql).toContain('CREATE POLICY "system_only" ON "everybodys" USING ((SELECT nullif(');
    expect(sql.match(/CREATE TABLE/g)).toHaveLength(2);
  });

  it("uses today's date and time if no migration is newer", async () => {
    await git("mv", "prisma/migrations/29991231235959_first", "prisma/migrations/20200101000000_first");
    await commit();
    const before = new Date();
    const { stdout } = await migration("later");
    const [, moment = ""] = /\/(\d{14})_later\//.exec(stdout) ?? [];
    expect(moment.slice(0, 8)).toMatch(
      new RegExp(
        `^(${[before, new Date()].map((at) => at.toISOString().slice(0, 10).replaceAll("-", "")).join("|")})$`,
      ),
    );
    expect(stdout).toContain("is empty, for SQL of your own");
  });

  it("writes nothing while an earlier new migration is not committed", async () => {
    await migrationOf("29991231235960_second", "select 2;\n");
    expect(await migration("third")).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Commit this first.*\n.*29991231235960_second/) as string,
    });
  });

  it.each([[[]], [["a/b"]], [["1st"]], [["a", "b"]]])("rejects the arguments %j", async (args) => {
    expect(await migration(...args)).toMatchObject({ code: 1, stdout: "" });
  });
});
