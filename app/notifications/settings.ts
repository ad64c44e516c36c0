import { z } from "zod";
import { EVENTS, type EventName } from "../lib/activity/events.ts";

export const MODES = ["instant", "digest", "off"] as const;
/** "instant": within minutes. "digest": with the daily digest. "off": never. */
export type Mode = (typeof MODES)[number];
export type Modes = Record<EventName, Mode>;

/** Events that delay a customer's order, so by default they do not wait for the digest. */
const URGENT: EventName[] = ["order-needs-attention", "supplier-canceled", "order-in-doubt", "key-refused"];

/** Completes the merchant's choices with the defaults for all other events. */
export function withDefaults(chosen: unknown): Modes {
  const known = z.record(z.string(), z.enum(MODES).catch("digest")).catch({}).parse(chosen);
  const modes = EVENTS.map((name) => [name, known[name] ?? (URGENT.includes(name) ? "instant" : "digest")]);
  return Object.fromEntries(modes) as Modes;
}

/** Returns a text that changes whenever the choices change. */
export function versionOf({ modes, digestTime }: { modes: Modes; digestTime: string }): string {
  return [...EVENTS.map((name) => modes[name]), digestTime].join(" ");
}

/** A time of day, as browsers write it. */
export const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
export const chosenModes = z.record(z.enum(EVENTS), z.enum(MODES));

/** Days for which events and e-mails are kept in the outbox. */
export const KEPT_DAYS = 30;
export const RECIPIENTS_AT_MOST = 5;
