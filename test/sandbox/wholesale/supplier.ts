import { createAccounts, type Account, type Accounts } from "./accounts.ts";
import { createBranding, type Branding } from "./branding.ts";
import { createCatalogue, type Catalogue } from "./catalogue.ts";
import { createLedger, type Ledger } from "./ledger.ts";
import type { Progress } from "./progress.ts";

/** The service's state, whichever dialect it speaks. */
export type Supplier = { accounts: Accounts; catalogue: Catalogue; ledger: Ledger; branding: Branding };

/** A supplier with these accounts, nothing ordered, no key issued and no brand set. */
export function createSupplier(options: {
  accounts: [Account, ...Account[]];
  products: number;
  now: () => Date;
  progress: Progress | null;
}): Supplier {
  const { accounts, products, now, progress } = options;
  const catalogue = createCatalogue(products);
  return {
    accounts: createAccounts({ accounts, now }),
    catalogue,
    ledger: createLedger({ catalogue, now, progress, account: accounts[0].email }),
    branding: createBranding(),
  };
}
