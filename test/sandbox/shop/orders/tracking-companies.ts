import { isObjectType } from "graphql";
import { adminSchema } from "../admin-schema.ts";

/** The companies that Shopify makes links for, exactly as the Admin schema spells them (FulfillmentTrackingInfo.company). */
export async function trackingCompanies(): Promise<Set<string>> {
  const { schema } = await adminSchema();
  const type = schema.getType("FulfillmentTrackingInfo");
  const text = (isObjectType(type) && type.getFields().company?.description) || "";
  const everywhere = [...text.matchAll(/^ {2}\* (?!\*\*)(.+)$/gm)].map(([, name = ""]) => name);
  const byCountry = [...text.matchAll(/^ {2}\* \*\*[^*]+\*\*: (.+(?:\n(?! {2}\*).+)*)/gm)].flatMap(
    ([, list = ""]) => list.split(",").map((name) => name.trim().replaceAll(/\s+/g, " ").replace(/\.$/, "")),
  );
  return new Set([...everywhere, ...byCountry]);
}
