import { parseEnv } from "./env.ts";

const parsed = parseEnv(process.env);
// The server has parsed the same environment before it imports this, so only a tool or a test meets the
// error.
if (!parsed.ok) throw new Error(`The settings do not fit.\n${parsed.problems.join("\n")}`);

/** This process's settings. Read them at their use, and keep no copies in modules. */
export const env = parsed.env;

/** The supplier as merchants see it. Links are null unless the operator has set them. */
export type Supplier = {
  /** The display name; without one, the host name. */
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
