/** `npm run restore -- FILE`: inserts a backup's rows into an empty database, and then sets the database up. */
import { setupDatabase } from "../app/lib/database/setup-database.server.ts";
import { asOwner } from "./backup-file/as-owner.ts";
import { onlyArgument } from "./only-argument.ts";
import { restoreBackup } from "./backup-file/restore-backup.ts";

const HELP = `npm run restore -- FILE

Puts what \`npm run backup\` wrote into the empty database at DATABASE_URL, all of it or nothing, and sets that up for this
release. A restore that was cut off can be repeated.
Exit code: 0 all is done, 1 it is not.
`;

const NEXT = `The restored records are out of date. Start every process with ORDERING=paused, run \`npm run -s compare\`,
and go on as docs/operate.md says under “After restoring a backup”.
`;

try {
  const file = onlyArgument(HELP);
  await asOwner(async (owner, url) => {
    const { createdAt, rows, tables } = await restoreBackup(owner, { url, file });
    process.stdout.write(`Restored ${String(rows)} rows of ${String(tables)} tables, as of ${createdAt}.\n`);
    await setupDatabase(url).catch((error: unknown) => {
      const problem = error instanceof Error ? error.message : String(error);
      throw new Error(`All rows are restored, and \`npm run setup\` has to complete it. ${problem}`);
    });
    process.stdout.write(`The database is up to date.\n${NEXT}`);
  });
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
