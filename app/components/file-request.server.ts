import { shopDomain, type ShopDomain } from "../lib/shop-domain.ts";
import { localeOf } from "../messages/all-languages.server.ts";
import { type Translate, translator } from "../messages/translate.ts";
import { knownZone } from "../messages/zoned-time.ts";
import { authenticate } from "../shop/auth/shopify.server.ts";
import { findTimeZone } from "../shop/shop-facts.server.ts";

/** Formats the texts and times of a file, in its reader's language and the shop's time zone. */
export type FileWords = { t: Translate; toTime: (at: Date) => string };

/** Authenticates a request for a file by the session token in its header. */
export async function readFileRequest(
  request: Request,
): Promise<{ shop: ShopDomain; timeZone: string | null; words: FileWords }> {
  const { session } = await authenticate.admin(request);
  const shop = shopDomain.parse(session.shop);
  const timeZone = await findTimeZone(shop);
  // Uses one formatter for all rows, because creating one takes longer than reading a row.
  const format = new Intl.DateTimeFormat("sv-SE", {
    dateStyle: "short",
    timeStyle: "medium",
    timeZone: knownZone(timeZone) ?? "UTC",
  });
  return {
    shop,
    timeZone,
    words: { t: translator(localeOf(request)), toTime: (at) => format.format(at) },
  };
}
