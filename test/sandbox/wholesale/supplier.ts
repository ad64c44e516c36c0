import { createAccounts } from "./accounts.ts";
import type { Account, Accounts } from "./accounts.ts";
import { createBranding } from "./branding.ts";
import type { Branding } from "./branding.ts";
import { createCatalogue } from "./catalogue.ts";
import type { Catalogue } from "./catalogue.ts";
import { createLedger } from "./ledger.ts";
import type { Ledger } from "./ledger.ts";
import type { Progress } from "./progress.ts";

/** What the service knows, whichever dialect it speaks. */
export type Supplier = { accounts: Accounts; catalogue: Catalogue; ledger: Ledger; branding: Branding };

/** A supplier with one account, nothing ordered, no key issued and no brand set. */
export function createSupplier(options: {
  account: Account;
  products: number;
  now: () => Date;
  progress: Progress | null;
}): Supplier {
  const { account, products, now, progress } = options;
  const catalogue = createCatalogue(products);
  return {
    accounts: createAccounts({ account, now }),
    catalogue,
    ledger: createLedger({ catalogue, now, progress }),
    branding: createBranding(),
  };
}
