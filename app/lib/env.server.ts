import { parseEnv } from "./env.ts";

const parsed = parseEnv(process.env);
// Only tools and tests see this error: the server parses the environment before it imports this module.
if (!parsed.ok) throw new Error(`The settings do not fit.\n${parsed.problems.join("\n")}`);

/**
 * This process's settings. Read a setting where you use it instead of copying it into a constant, because tests
 * change settings.
 */
export const env = parsed.env;

/** The supplier's name, logo and links, as pages show them. Null if the operator has not set a link. */
export type Supplier = {
  /** The display name; the host name if the operator has set no display name. */
  name: string;
  logo: string | null;
  account: string | null;
  keys: string | null;
  support: string | null;
};

export function supplier(): Supplier {
  return {
    name: env.WHOLESALE_NAME ?? new URL(env.WHOLESALE_BASE_URL).host,
    logo: env.WHOLESALE_LOGO_URL ?? null,
    account: env.WHOLESALE_ACCOUNT_URL ?? null,
    keys: env.WHOLESALE_KEYS_URL ?? null,
    support: env.WHOLESALE_SUPPORT_URL ?? null,
  };
}
