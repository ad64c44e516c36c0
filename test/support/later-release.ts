import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { bareSettings } from "../sandbox/bare-settings.ts";
import { removeFolder } from "./remove-folder.ts";

export type LaterRelease = {
  /** Runs `npm run setup` of the later release. */
  setUp: (databaseUrl: string) => Promise<{ code: number; stdout: string; stderr: string }>;
  remove: () => Promise<void>;
};

/** Makes a release that differs from this one by one more migration. */
export async function laterRelease(migration: string, sql: string): Promise<LaterRelease> {
  const folder = await mkdtemp(path.join(tmpdir(), "stockbridge-later-"));
  await cp("prisma", path.join(folder, "prisma"), { recursive: true });
  for (const file of ["package.json", "prisma.config.ts"]) await cp(file, path.join(folder, file));
  await symlink(path.resolve("node_modules"), path.join(folder, "node_modules"));
  await mkdir(path.join(folder, "prisma/migrations", migration));
  await writeFile(path.join(folder, "prisma/migrations", migration, "migration.sql"), sql);
  return {
    setUp: (databaseUrl) =>
      new Promise((resolve) => {
        execFile(
          process.execPath,
          [path.resolve("scripts/setup.ts")],
          { cwd: folder, env: { ...bareSettings(), NODE_ENV: "test", DATABASE_URL: databaseUrl } },
          (error, stdout, stderr) => {
            resolve({ code: typeof error?.code === "number" ? error.code : error ? -1 : 0, stdout, stderr });
          },
        );
      }),
    remove: () => removeFolder(folder),
  };
}
