/**
 * Settings that hold a secret. Each may be given as a file instead: NAME_FILE is the file's path. Docker and
 * Kubernetes hand out secrets as files.
 */
import { readFileSync } from "node:fs";

export const SECRETS = [
  "SHOPIFY_API_SECRET",
  "DATABASE_URL",
  "APP_DATABASE_URL",
  "STOCKBRIDGE_KEYRING",
  "HEALTH_TOKEN",
  "SMTP_URL",
  "WHOLESALE_API_KEY",
  "WHOLESALE_PASSWORD",
];

/**
 * Replaces each NAME_FILE in `environment` by NAME with the file's content, so that all readers of settings, child
 * processes included, find NAME only.
 *
 * @returns one sentence per problem, without path or content: someone may have pasted a secret in place of its path.
 */
export function readSecretFiles(environment) {
  return SECRETS.flatMap((name) => {
    const variable = `${name}_FILE`;
    const file = environment[variable];
    if (!file?.trim()) return [];
    if (environment[name]?.trim()) return [`${variable}: ${name} is set, too. Set only one of them`];
    try {
      const secret = readFileSync(file, "utf8").replace(/\r?\n$/, "");
      if (!secret.trim()) return [`${variable}: names a file that is empty`];
      environment[name] = secret;
      Reflect.deleteProperty(environment, variable);
      return [];
    } catch (error) {
      return [`${variable}: names a file that cannot be read (${error.code})`];
    }
  });
}
