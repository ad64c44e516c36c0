import { randomUUID } from "node:crypto";

/** A shorter one is sooner written out than parked. */
const SHORT = 500;
/** Longer than any transaction waits for its connection and takes. What was never sent by then never will be. */
const KEPT_MS = 120_000;

/**
 * A long text as a parameter of raw SQL. Prisma writes what it is given as JSON within JSON, and its compiler, which has no
 * use for it, reads that and writes it again: 160 kB of quoted text took 18 ms, of which Postgres' part is 0.7
 * (docs/decisions/0062). So Prisma gets a name for it, made when it writes its JSON, and the connection puts the text back
 * (`takeParked`).
 */
export function longText(text: string): string | ParkedText {
  return text.length < SHORT ? text : new ParkedText(text);
}

export class ParkedText {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** Each statement that it is in gets a name of its own, for one use. */
  toJSON(): string {
    forgetUnsent();
    const name = `${PREFIX}${String((count += 1))}`;
    parked.set(name, { text: this.#text, at: performance.now() });
    return name;
  }
}

/** A statement's values with the texts in place of their names. */
export function takeParked(values: readonly unknown[]): unknown[] {
  return values.map((value) => {
    if (typeof value !== "string" || !value.startsWith(PREFIX)) return value;
    const found = parked.get(value);
    if (!found) throw new Error("A long parameter of a statement was asked for a second time, or too late.");
    parked.delete(value);
    return found.text;
  });
}

/** Nobody outside this process can know a name. */
const PREFIX = `parked-${randomUUID()}-`;
let count = 0;
/** The oldest first. */
const parked = new Map<string, { text: string; at: number }>();

/** Where a transaction has ended between Prisma's JSON and the connection. */
function forgetUnsent(): void {
  for (const [name, { at }] of parked) {
    if (performance.now() - at < KEPT_MS) return;
    parked.delete(name);
  }
}
