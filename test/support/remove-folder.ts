import { rm } from "node:fs/promises";

/** Removes a folder in which a process that was just killed, or its Postgres, may still be writing. */
export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 });
}
