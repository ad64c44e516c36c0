import { randomUUID } from "node:crypto";

import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { Message } from "../../messages/message.ts";
import { mutateShop } from "../call.server.ts";
import { messageOfUserErrors } from "../user-errors.ts";

export type OnHandLine = { inventoryItemId: string; quantity: number };

/** The outcome. `rejected`: why Shopify rejected a line, by its inventory item. */
export type OnHandSet =
  { kind: "done"; rejected: Map<string, Message> } | { kind: "user-errors"; problem: Message };

/** Maximum per mutation (shopify.dev: arrays). */
export const LINES_A_CALL = 250;

/**
 * Sets the pieces on hand at a location, 250 lines per call, across products. Shopify subtracts committed
 * pieces at the moment of writing, so concurrent sales are not lost, and nothing has to be read or compared
 * first. Drops rejected lines and sends the others again.
 * @throws Failure if the shop gives no clear answer.
 */
export async function setOnHand(
  shop: ShopDomain,
  locationId: string,
  lines: OnHandLine[],
): Promise<OnHandSet> {
  const rejected = new Map<string, Message>();
  for (let start = 0; start < lines.length; start += LINES_A_CALL) {
    let left = lines.slice(start, start + LINES_A_CALL);
    while (left.length > 0) {
      const userErrors = await send(shop, locationId, left);
      const wrong = new Map(userErrors.flatMap((error) => lineOf(error, left)));
      if (userErrors.length > 0 && wrong.size === 0)
        return { kind: "user-errors", problem: messageOfUserErrors(userErrors) ?? { code: "failure.ours" } };
      if (wrong.size === 0) break;
      for (const [id, problem] of wrong) rejected.set(id, problem);
      left = left.filter(({ inventoryItemId }) => !wrong.has(inventoryItemId));
    }
  }
  return { kind: "done", rejected };
}

type UserError = { field?: string[] | null; code?: string | null; message: string };

async function send(shop: ShopDomain, locationId: string, lines: OnHandLine[]): Promise<UserError[]> {
  const quantities = lines.map((line) => ({ ...line, locationId, changeFromQuantity: null }));
  const { inventorySetQuantities } = await mutateShop(
    shop,
    (request) =>
      request(
        `#graphql
      mutation setOnHand($input: InventorySetQuantitiesInput!, $key: String!) {
        inventorySetQuantities(input: $input) @idempotent(key: $key) {
          userErrors { field code message }
        }
      }
    `,
        { variables: { input: { name: "on_hand", reason: "correction", quantities }, key: randomUUID() } },
      ),
    { pace: "bulk" },
  );
  return inventorySetQuantities?.userErrors ?? [];
}

/**
 * Returns the line that an error is about, from `input.quantities.17.inventoryItemId`; none if the error is
 * about the location.
 */
function lineOf({ field, code, message }: UserError, lines: OnHandLine[]): [string, Message][] {
  const [, list, index] = field ?? [];
  const line = list === "quantities" && code !== "INVALID_LOCATION" ? lines[Number(index)] : undefined;
  const problem = messageOfUserErrors([{ message }]);
  return line && problem ? [[line.inventoryItemId, problem]] : [];
}
