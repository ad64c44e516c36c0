/**
 * Loaded before a command (`node --import`). Sets the variables of `.env` in the working folder, except those that
 * are already set, and reads secrets that are given as files. Node's own `--env-file-if-exists` would report a
 * missing `.env` on standard error.
 *
 * This file is JavaScript, because the production server loads it as well. To strip types, Node would need 18 MB of
 * memory for as long as the server runs.
 */
import { readSecretFiles } from "./secret-files.js";

/** Exit code of a command that could not do its work, the same as in `compare` and `admin`. */
const NOT_DONE = 2;

try {
  process.loadEnvFile();
} catch (error) {
  if (error.code !== "ENOENT") throw error;
}
const problems = readSecretFiles(process.env);
if (problems.length > 0) {
  process.stderr.write(`Stockbridge cannot start. Fix these settings:\n${problems.join("\n")}\n`);
  process.exit(NOT_DONE);
}
