/**
 * Loaded before a command (`node --import`): sets what the working folder's `.env` says, but for what is set already,
 * and reads secrets that are given as files. Node's own `--env-file-if-exists` reports on standard error that there is no
 * `.env`.
 *
 * JavaScript, since the production server loads it too: to strip types, Node takes 18 MB that it never gives back.
 */
import { readSecretFiles } from "./secret-files.js";

/** Exit code of a command that could not be tried, the same as for `compare` and `admin`. */
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
