import type { Translate } from "../messages/translate.ts";

const ONLINE_STORE = /^Online Store$/i;

/** Returns a sales channel's name in the reader's language, if it is Shopify's own: the API gives its English name. */
export function channelName(name: string, t: Translate): string {
  return ONLINE_STORE.test(name) ? t("channels.online-store") : name;
}
