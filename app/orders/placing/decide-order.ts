import type { Money } from "../../lib/money.ts";
import type { Destination, FulfillmentOrder, FulfillmentOrderLine } from "../../shop/fulfillment-order.ts";
import type { Address, SupplierVariantId } from "../../wholesale/resources.ts";
import { costsTooMuch } from "./margin.ts";
import type { Held } from "../reason.ts";

/** What we know of the supplier's variant behind a variant of the shop. */
export type LinkedVariant = {
  supplierVariantId: SupplierVariantId;
  sku: string | null;
  price: Money;
  stock: number;
  discontinued: boolean;
  /** It was linked while the shop was connected to another account: perhaps it is another product in this one. */
  ofAnotherAccount: boolean;
};

export type Circumstances = {
  /** What the shop says of the fulfilment order now; null when it has none of that id. */
  asked: FulfillmentOrder | null;
  /** By the id of the shop's variant; what is not linked is not in it. */
  linkedVariants: ReadonlyMap<string, LinkedVariant>;
  connected: boolean;
  /** Whether the shop's merchant, or the operator, lets orders go out. */
  paused: "no" | "shop" | "all";
  /** Whether ordering is documented, or confirmed by the operator. */
  confirmed: boolean;
};

/** What is to be ordered. */
export type PlannedLine = {
  lineItemId: string;
  fulfillmentOrderLineId: string;
  supplierVariantId: SupplierVariantId;
  sku: string;
  title: string;
  quantity: number;
  /** Pieces that the customer ordered in all. */
  ordered: number;
};

export type Decision =
  | { kind: "place"; lines: PlannedLine[]; shipTo: Address }
  | ({ kind: "hold" } & Held)
  /** There is nothing for us to do: it is not ours, or nobody asks for it any more. */
  | { kind: "ignore"; why: "not-ours" | "gone" };

/**
 * Decides what becomes of a requested fulfilment order. All of it is placed, or nothing: half an order would look
 * fulfilled to whoever wrote it. What the merchant must mend comes before what may mend itself.
 */
export function decideOrder({
  asked,
  linkedVariants,
  connected,
  paused,
  confirmed,
}: Circumstances): Decision {
  if (asked === null || ["cancelled", "closed", "incomplete"].includes(asked.status)) return ignore("gone");
  if (!asked.ours) return ignore("not-ours");
  // Accepted already: a placing that was taken back by a person, or one whose outcome was never written down.
  if (asked.request !== "submitted" && asked.request !== "accepted") return ignore("gone");

  if (paused === "all") return { kind: "hold", reason: "ordering-paused-for-all" };
  if (paused === "shop") return { kind: "hold", reason: "ordering-paused" };
  if (!connected) return { kind: "hold", reason: "not-connected" };
  if (!confirmed) return { kind: "hold", reason: "not-confirmed" };
  if (!asked.paid) return { kind: "hold", reason: "unpaid" };
  if (asked.status === "on_hold" || asked.status === "scheduled") return { kind: "hold", reason: "on-hold" };
  return (
    problemOfLines(asked.lines, linkedVariants) ??
    problemOfAddress(asked.destination) ??
    problemOfSupply(asked.lines, linkedVariants) ?? {
      kind: "place",
      lines: asked.lines.flatMap((line) => plan(line, linkedVariants)),
      shipTo: toAddress(asked.destination as Destination),
    }
  );
}

function ignore(why: "not-ours" | "gone"): Decision {
  return { kind: "ignore", why };
}

type Problem = Extract<Decision, { kind: "hold" }> | null;

function problemOfLines(
  lines: FulfillmentOrderLine[],
  linkedVariants: Circumstances["linkedVariants"],
): Problem {
  const left = lines.filter(({ quantity }) => quantity > 0);
  if (left.length === 0) return { kind: "hold", reason: "no-quantity" };
  return (
    about("unlinked-variant", left, (line) => !linkedVariants.has(line.shopVariantId ?? "")) ??
    about(
      "account-changed",
      left,
      (line) => linkedVariants.get(line.shopVariantId ?? "")?.ofAnotherAccount === true,
    ) ??
    about("no-sku", left, (line) => isBlank(line.sku))
  );
}

function problemOfSupply(
  lines: FulfillmentOrderLine[],
  linkedVariants: Circumstances["linkedVariants"],
): Problem {
  const left = lines.filter(({ quantity }) => quantity > 0);
  const linkedVariantOf = (line: FulfillmentOrderLine) => linkedVariants.get(line.shopVariantId ?? "");
  // Two lines may draw on the same shelf.
  const wanted = new Map<string, number>();
  for (const line of left) {
    const id = linkedVariantOf(line)?.supplierVariantId ?? "";
    wanted.set(id, (wanted.get(id) ?? 0) + line.quantity);
  }
  return (
    about("discontinued", left, (line) => linkedVariantOf(line)?.discontinued === true) ??
    about("out-of-stock", left, (line) => {
      const linkedVariant = linkedVariantOf(line);
      return (
        linkedVariant !== undefined &&
        linkedVariant.stock < (wanted.get(linkedVariant.supplierVariantId) ?? 0)
      );
    }) ??
    about("price-rose", left, (line) => {
      const linkedVariant = linkedVariantOf(line);
      const { unitCost: knownCost, unitPrice: selling } = line;
      return linkedVariant !== undefined && costsTooMuch({ cost: linkedVariant.price, knownCost, selling });
    })
  );
}

function about(
  reason: Held["reason"],
  lines: FulfillmentOrderLine[],
  isMeant: (line: FulfillmentOrderLine) => boolean,
): Problem {
  const meant = lines.filter(isMeant);
  return meant.length === 0 ? null : { kind: "hold", reason, lines: meant.map(({ title }) => title) };
}

/** Places without postcodes, among those that shops ship to. */
const WITHOUT_POSTCODES = new Set([
  "AE",
  "AG",
  "AO",
  "BO",
  "BS",
  "HK",
  "IE",
  "JM",
  "MO",
  "QA",
  "RW",
  "UG",
  "ZW",
]);

function problemOfAddress(destination: Destination | null): Problem {
  if (destination === null) return { kind: "hold", reason: "no-address" };
  const { countryCode, zip, city, address1 } = destination;
  if (isBlank(countryCode)) return { kind: "hold", reason: "no-country" };
  if (isBlank(address1)) return { kind: "hold", reason: "no-street" };
  if (isBlank(city)) return { kind: "hold", reason: "no-city" };
  if (isBlank(zip) && !WITHOUT_POSTCODES.has(countryCode ?? ""))
    return { kind: "hold", reason: "no-postcode" };
  if (nameOf(destination) === "") return { kind: "hold", reason: "no-name" };
  return null;
}

function plan(line: FulfillmentOrderLine, linkedVariants: Circumstances["linkedVariants"]): PlannedLine[] {
  const linkedVariant = linkedVariants.get(line.shopVariantId ?? "");
  if (linkedVariant === undefined || line.quantity <= 0) return [];
  const { id, lineItemId, sku, title, quantity, ordered } = line;
  return [
    {
      lineItemId,
      fulfillmentOrderLineId: id,
      supplierVariantId: linkedVariant.supplierVariantId,
      sku: sku ?? "",
      title,
      quantity,
      ordered,
    },
  ];
}

function toAddress(destination: Destination): Address {
  const { company, address1, address2, city, province, zip, countryCode, phone, email } = destination;
  return {
    name: nameOf(destination),
    company,
    address1: address1 ?? "",
    address2,
    city: city ?? "",
    region: province,
    postalCode: isBlank(zip) ? null : zip,
    countryCode: countryCode ?? "",
    phone,
    email,
  };
}

/** A parcel to a company needs no person. */
function nameOf({ firstName, lastName, company }: Destination): string {
  const person = [firstName, lastName].flatMap((part) => part?.trim() || []).join(" ");
  return person === "" ? (company?.trim() ?? "") : person;
}

function isBlank(text: string | null): boolean {
  return text === null || text.trim() === "";
}
