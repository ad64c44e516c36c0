/** How an entry is meant: told (`info`, `success`), or asking the merchant to do something (`warning`, `critical`). */
export type Tone = "info" | "success" | "warning" | "critical";

/** The tones of entries that ask the merchant to do something. */
export const NEEDS_ATTENTION: Tone[] = ["warning", "critical"];
