import { env } from "./env.server.ts";

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
