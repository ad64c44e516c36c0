import type { Translate } from "../messages/translate.ts";

const ONLINE_STORE = /^Online Store$/i;

/**
 * Returns a sales channel's name. Translates the name of the Online Store, because Shopify's API gives it in English. Other
 * channels keep their names.
 */
export function channelName(name: string, t: Translate): string {
  return ONLINE_STORE.test(name) ? t("channels.online-store") : name;
}
