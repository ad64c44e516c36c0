import { expect, it } from "vitest";

import { acceptedLossOf, isLossAccepted, NOTHING_APPROVED } from "../../../app/orders/placing/approvals.ts";

const CUP = { shopVariantId: "cup", quantity: 2 };
const LAMP = { shopVariantId: "lamp", quantity: 1 };
const eur = (amount: string) => ({ amount, currency: "EUR" });

/** The merchant accepted a loss of five euros for two cups and a lamp. */
const approved = {
  ...NOTHING_APPROVED,
  withLoss: acceptedLossOf({ ...eur("5.00"), shipping: null }, [CUP, LAMP]),
};

it.each([
  ["the same pieces, in another order of lines", "5.00", [LAMP, CUP], true],
  ["a lower loss", "4.99", [CUP, LAMP], true],
  ["a higher loss", "5.01", [CUP, LAMP], false],
  ["fewer pieces", "5.00", [{ ...CUP, quantity: 1 }, LAMP], false],
  ["more pieces at a lower loss", "1.00", [{ ...CUP, quantity: 3 }, LAMP], false],
  ["a line that is gone", "1.00", [CUP], false],
])("tells whether an accepted loss covers %s", (_, amount, lines, isAccepted) => {
  expect(isLossAccepted(approved, { loss: { ...eur(amount), shipping: null }, lines })).toBe(isAccepted);
});
