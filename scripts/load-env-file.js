/**
 * Loaded before a command (`node --import`). Sets the variables of the working folder's `.env`, except those that are
 * set already, and reads secrets that are given as files. Node's own `--env-file-if-exists` would report a missing
 * `.env` on standard error.
 *
 * This file is JavaScript, because the production server loads it, too: for stripping types, Node takes 18 MB that it
 * never gives back.
 */
import { readSecretFiles } from "./secret-files.js";

/** Exit code of a command that could not be carried out, the same as for `compare` and `admin`. */
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
