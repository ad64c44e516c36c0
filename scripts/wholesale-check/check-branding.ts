import { setTimeout as pause } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";

import { Failure } from "../../app/lib/failure.ts";
import { linesOf, type Operation } from "../../app/wholesale/operation.ts";
import type { Branding } from "../../app/wholesale/resources.ts";
import { type Hold, holdInterrupts, Interrupted } from "../check/hold-interrupts.ts";
import { type Ask, notProven, notTried, quietly, type Trial, trial, type Tried } from "./trial.ts";

/** A phone number for an account that has none. Ofcom reserves it for films, so no one has it. */
const SOME_PHONE = "+44 20 7946 0958";
const RESTORE_AT_MOST = 3;
const RESTORE_PAUSE_MS = 1000;

/**
 * Reads the branding. If `row` is given, also changes the support phone number, reads it back, and restores the old
 * number.
 *
 * @throws Interrupted if a person interrupted the check, after the old number is restored.
 */
export async function* checkBranding(
  ask: Ask,
  row: Operation<"writeBranding"> | null,
): AsyncGenerator<Tried, void> {
  const reading = trial("readBranding", ask);
  const before = await reading.ask({});
  yield reading.tried();
  if (row === null) {
    yield notTried("writeBranding", "it would change something (--write)");
    return;
  }
  if (before instanceof Failure) {
    yield notProven("writeBranding", "readBranding did not work, so nothing could be put back");
    return;
  }
  const changed = { ...before, supportPhone: anotherPhone(before.supportPhone) };
  if (isDeepStrictEqual(bodyOf(row, changed), bodyOf(row, before))) {
    yield notProven("writeBranding", "the contract sends no support phone number, which could be put back");
    return;
  }
  const writing = trial("writeBranding", ask);
  const hold = holdInterrupts();
  try {
    await tryWriting(writing, { ask, row, before, changed, hold });
  } finally {
    hold.release();
  }
  yield writing.tried();
  if (hold.isInterrupted) throw new Interrupted("Interrupted.");
}

type Writing = {
  ask: Ask;
  row: Operation<"writeBranding">;
  before: Branding;
  changed: Branding;
  hold: Hold;
};

async function tryWriting(writing: Trial<"writeBranding">, what: Writing): Promise<void> {
  const { ask, row, before, changed, hold } = what;
  let mayStand = true;
  try {
    const after = await writing.ask(changed);
    // If the request was not sent, the old number still stands.
    mayStand = !(after instanceof Failure && after.code === "unreachable");
    for (const path of differing(row, after, changed))
      writing.expect(after, () => false, { path, says: "expected what was sent, unchanged" });
    if (hold.isInterrupted) return;
    const read = await quietly(ask, "readBranding", {});
    if (read instanceof Failure) {
      if (mayStand) writing.unproven("it could not be read back");
      return;
    }
    // If the write was rejected and the branding is unchanged, nothing has to be restored.
    if (after instanceof Failure) mayStand &&= differing(row, read, before).length > 0;
    else for (const reason of misreadings({ row, read, before, changed })) writing.misfit(reason);
  } finally {
    if (mayStand) await restore(writing, what);
  }
}

function misreadings({ row, read, before, changed }: { read: Branding } & Omit<Writing, "ask" | "hold">) {
  const ignored = new Set(differing(row, changed, before));
  return differing(row, read, changed).map((path) => {
    const says = !ignored.has(path)
      ? "it was sent as it was read, and reads otherwise now"
      : differing(row, read, before).includes(path)
        ? "it reads back otherwise than it was sent"
        : "it reads back as before: the write was ignored";
    return { step: "read back", path, says };
  });
}

async function restore(
  writing: Trial<"writeBranding">,
  { ask, row, before, changed }: Writing,
): Promise<void> {
  for (let attempt = 1; attempt <= RESTORE_AT_MOST; attempt += 1) {
    if (attempt > 1) await pause(RESTORE_PAUSE_MS);
    const written = await quietly(ask, "writeBranding", before);
    const read = await quietly(ask, "readBranding", {});
    // If the branding cannot be read, compares with the reply to the write.
    const now = read instanceof Failure ? written : read;
    if (!(now instanceof Failure) && differing(row, now, before).length === 0) return;
  }
  const [old, present] = [before, changed].map(({ supportPhone }) => supportPhone ?? "none");
  writing.misfit({
    step: "restore",
    says: `THE OLD BRANDING COULD NOT BE RESTORED. The support phone number was “${old ?? ""}” and may be “${present ?? ""}” now: correct it at the supplier, and look at the other fields too`,
  });
}

/** Returns the supplier's names of the fields in which two brandings differ; none if the first could not be read. */
function differing(row: Operation<"writeBranding">, one: Branding | Failure, other: Branding): string[] {
  if (one instanceof Failure) return [];
  const [first, second] = [bodyOf(row, one), bodyOf(row, other)];
  const paths = new Set([...Object.keys(first), ...Object.keys(second)]);
  return [...paths].filter((path) => !isDeepStrictEqual(plain(first[path]), plain(second[path])));
}

/** Returns the fields of a branding that the operation sends. */
function bodyOf(row: Operation<"writeBranding">, branding: Branding): Record<string, unknown> {
  const lines = Object.values(linesOf(row));
  const write = lines.find(({ method }) => method !== "GET") ?? lines[0];
  return (write?.toWire(branding as never).body ?? {}) as Record<string, unknown>;
}

/**
 * Returns a value in a form for comparison. An empty text equals none, and spacing in a phone number does not count.
 */
function plain(value: unknown): unknown {
  if (typeof value !== "string") return value ?? null;
  if (/^\+?[\d\s()/.-]{5,}$/.test(value)) return value.replace(/[^\d+]/g, "");
  return value === "" ? null : value;
}

/**
 * Returns a phone number that differs in one digit. A supplier that accepted the present number should accept it,
 * too.
 */
function anotherPhone(phone: string | null): string {
  const digit = phone?.match(/\d(?=\D*$)/)?.[0];
  if (phone === null || digit === undefined) return SOME_PHONE;
  return phone.replace(/\d(?=\D*$)/, String((Number(digit) + 1) % 10));
}
