/** The tone of an entry: news (`info`, `success`), or a task for the merchant (`warning`, `critical`). */
export type Tone = "info" | "success" | "warning" | "critical";

/** The tones of entries that need the merchant's attention. */
export const NEEDS_ATTENTION: Tone[] = ["warning", "critical"];
