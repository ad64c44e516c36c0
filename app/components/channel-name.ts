import type { Translate } from "../messages/translate.ts";

const ONLINE_STORE = /^Online Store$/i;

/**
 * Returns a sales channel's name. Shopify's API returns "Online Store" in English, so we translate it. Other channels
 * keep their names.
 */
export function channelName(name: string, t: Translate): string {
  return ONLINE_STORE.test(name) ? t("channels.online-store") : name;
}
