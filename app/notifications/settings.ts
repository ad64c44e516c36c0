import { z } from "zod";
import { EVENTS, type EventName } from "../lib/activity/events.ts";

export const MODES = ["instant", "digest", "off"] as const;
/** When an event is reported: within minutes, with the daily digest, or never. */
export type Mode = (typeof MODES)[number];
export type Modes = Record<EventName, Mode>;

/** Events that cost the merchant's customer time, so they do not wait for the digest. */
const URGENT: EventName[] = ["order-needs-attention", "supplier-canceled", "order-in-doubt", "key-refused"];

/** Returns the mode of every event, given those that the merchant has chosen. */
export function withDefaults(chosen: unknown): Modes {
  const known = z.record(z.string(), z.enum(MODES).catch("digest")).catch({}).parse(chosen);
  const modes = EVENTS.map((name) => [name, known[name] ?? (URGENT.includes(name) ? "instant" : "digest")]);
  return Object.fromEntries(modes) as Modes;
}

/** Returns a text for comparing choices: two texts are equal only if the choices are. */
export function versionOf({ modes, digestTime }: { modes: Modes; digestTime: string }): string {
  return [...EVENTS.map((name) => modes[name]), digestTime].join(" ");
}

/** A time of day, as browsers write it. */
export const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
export const chosenModes = z.record(z.enum(EVENTS), z.enum(MODES));

/** Days for which events and e-mails are kept in the outbox. */
export const KEPT_DAYS = 30;
export const RECIPIENTS_AT_MOST = 5;
