/**
 * Returns the address of the running app's own Postgres, for commands that run beside an app without DATABASE_URL.
 * Returns null if that Postgres is not running. The production image has none.
 */
export async function findOwnDatabase(): Promise<string | null> {
  const own = await import("./dev-postgres/own-postgres.ts").catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === "ERR_MODULE_NOT_FOUND") return null;
    throw error;
  });
  return own && own.findRunning();
}
