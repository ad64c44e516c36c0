/**
 * Settings that contain a secret. Docker and Kubernetes provide secrets as files, so for each of these settings,
 * NAME_FILE may contain the path of a file.
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
 * Sets NAME to the content of the file that NAME_FILE names, and removes NAME_FILE. All code, including child
 * processes, then reads NAME.
 *
 * @returns one sentence per problem, without path or content, because someone may have pasted a secret in place of a
 * path.
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
