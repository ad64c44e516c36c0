/**
 * Loaded before a command (`node --import`): sets what the working folder's `.env` says, but for what is set already.
 * Node's own `--env-file-if-exists` does the same, and reports on standard error that there is no such file.
 *
 * JavaScript, since the production server loads it too: to strip types, Node takes 18 MB that it never gives back.
 */
try {
  process.loadEnvFile();
} catch (error) {
  if (error.code !== "ENOENT") throw error;
}
