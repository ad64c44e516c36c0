import { isDeepStrictEqual } from "node:util";

import { Prisma } from "@prisma/client";

import {
  type NewEntry,
  onHome,
  recordActivities,
  type Subject,
} from "../lib/activity/record-activity.server.ts";
import type { Tx } from "../lib/database/db.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import type { MessageCode } from "../messages/message.ts";
import type { Finding, FindingAction } from "./setup-check.ts";

/**
 * Findings that stop sales: customers cannot buy, or orders do not reach the supplier. Lost permissions and a
 * deleted fulfillment service are not listed, because other code already records them for the merchant.
 */
const BREAKS_SALES: MessageCode[] = [
  "setup.automatic-ordering.permission",
  "setup.customer-data",
  "setup.shipping-rates",
  "setup.shipping-rates.stopped",
  "setup.orders-elsewhere",
  "setup.orders-elsewhere.former",
];

/**
 * Every new shop has this finding. Before the shop's first order for the supplier, only the setup guide shows
 * it.
 */
const BEFORE_FIRST_ORDER: MessageCode = "setup.shipping-rates";

/**
 * Records the findings that stop sales and that the previous check did not have. Does not record missing
 * shipping rates before the shop's first order for the supplier.
 */
export async function reportFindings(
  tx: Tx,
  shop: ShopDomain,
  { before, findings, now: at }: { before: Finding[]; findings: Finding[]; now: Date },
): Promise<void> {
  const isNew = ({ message }: Finding) => !before.some((known) => isDeepStrictEqual(known.message, message));
  const broken: Finding[] = [];
  for (const finding of findings) {
    if (!BREAKS_SALES.includes(finding.message.code)) continue;
    const isReported =
      finding.message.code === BEFORE_FIRST_ORDER
        ? (await hasOrders(tx, shop)) && (isNew(finding) || !(await wasReported(tx, shop, finding)))
        : isNew(finding);
    if (isReported) broken.push(finding);
  }
  await recordActivities(
    tx,
    broken.map(({ message, action }): NewEntry => {
      const subject = subjectOf(action);
      const page = subject === null ? { subjects: [onHome(action.label)] } : { subject };
      return { shop, kind: "shop.setup-broken", tone: "critical", message, ...page, at };
    }),
  );
}

async function hasOrders(tx: Tx, shop: ShopDomain): Promise<boolean> {
  return (await tx.supplierOrder.findFirst({ where: { shop }, select: { id: true } })) !== null;
}

async function wasReported(tx: Tx, shop: ShopDomain, { message }: Finding): Promise<boolean> {
  const where = { shop, kind: "shop.setup-broken", message: { path: ["code"], equals: message.code } };
  return (await tx.activity.findFirst({ where, select: { id: true } })) !== null;
}

/**
 * Returns an SQL condition on rows of `activity`: true for rows of `reportFindings` whose finding no longer
 * exists. The condition is never null.
 */
export function isFindingGone(shop: ShopDomain): Prisma.Sql {
  return Prisma.sql`kind = 'shop.setup-broken' and not exists (
    select from setup_check, jsonb_each(findings) as of_check (name, list), jsonb_array_elements(list) as finding
    where shop = ${shop} and finding->'message' = activity.message)`;
}

/** Returns the page of the app that solves a finding; null if there is none. */
function subjectOf(action: FindingAction): Subject | null {
  if (action.kind !== "link" || action.url.startsWith("https://")) return null;
  return { label: action.label, url: action.url as Subject["url"] };
}
