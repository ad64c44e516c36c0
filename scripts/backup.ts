/**
 * `npm run backup -- FILE`: writes every row of the app's tables into one file. It uses COPY, because `pg_dump` fails
 * on tables with forced row-level security, even for the owner.
 */
import { asOwner } from "./backup-file/as-owner.ts";
import { onlyArgument } from "./only-argument.ts";
import { writeBackup } from "./backup-file/write-backup.ts";

const HELP = `npm run backup -- FILE

Writes all that Stockbridge keeps in the database at DATABASE_URL, as of one moment, into a new file. The app may run
meanwhile. Secrets in it stay sealed: without STOCKBRIDGE_KEYRING nobody can open them, so keep that elsewhere.
Exit code: 0 the file is whole, 1 there is none.
`;

try {
  const file = onlyArgument(HELP);
  const { bytes, rows, tables } = await asOwner((owner) => writeBackup(owner, file));
  process.stdout.write(
    `${file}: ${String(rows)} rows of ${String(tables)} tables, ${String(Math.ceil(bytes / 1000))} kB.\n`,
  );
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
