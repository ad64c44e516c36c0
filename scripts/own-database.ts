/**
 * Returns the URL of the app's own Postgres, for commands beside an app without DATABASE_URL. Returns null if it is
 * not running, or in the production image, which does not contain it.
 */
export async function findOwnDatabase(): Promise<string | null> {
  const own = await import("./dev-postgres/own-postgres.ts").catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === "ERR_MODULE_NOT_FOUND") return null;
    throw error;
  });
  return own && own.findRunning();
}
