/** `npm run setup`: applies the migrations and creates the restricted role. It is safe to repeat. */
import { setupDatabase } from "../app/lib/database/setup-database.server.ts";

const url = process.env.DATABASE_URL;
try {
  if (url === undefined || url === "")
    throw new Error("DATABASE_URL: is missing. Set it to the owner's address.");
  await setupDatabase(url);
  process.stdout.write("The database is up to date.\n");
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
