/**
 * One of several processes that work for a shop: `node --import reroute.ts pace-process.ts SHOP CALLS` sends so many background
 * calls, six at once, as an import does, and prints how long that took, in seconds.
 */
import { shopDomain } from "../../../app/lib/shop-domain.ts";
import { closeDatabase } from "../../../app/lib/database/transaction.server.ts";
import { mutateShop } from "../../../app/shop/call.server.ts";
import type { AdminOperations } from "../../../app/shop/generated/admin.d.ts";

const AT_ONCE = 6;
const CHANGE = `#graphql
      mutation makeDraft($id: ID!) {
        productUpdate(product: { id: $id, status: DRAFT }) { userErrors { message } }
      }
    ` satisfies keyof AdminOperations;

const shop = shopDomain.parse(process.argv[2]);
const calls = Array.from({ length: Number(process.argv[3]) }, (_, index) => index).values();

const began = performance.now();
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (const index of calls) {
      // The product doesn't exist, which costs the same.
      const variables = { id: `gid://shopify/Product/${String(index)}` };
      await mutateShop(shop, (request) => request(CHANGE, { variables }), { pace: "bulk" });
    }
  }),
);
process.stdout.write(`${String((performance.now() - began) / 1000)}\n`);
await closeDatabase();
