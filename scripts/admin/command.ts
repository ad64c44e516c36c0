import { userInfo } from "node:os";

/**
 * Exit codes of all commands. `found` means that the command found something, or that it changed nothing. `failed`
 * means that it could not do its work.
 */
export const EXIT = { fine: 0, found: 1, failed: 2 } as const;

/** The arguments after the command's name. */
export type Typed = {
  positionals: string[];
  values: Record<string, string | boolean | undefined>;
};

export type Command = {
  /** One line about the command, for the list of commands. */
  summary: string;
  /** Names of the arguments in the command's help, such as "SHOP ORDER". */
  takes: string;
  /** Minimum and maximum number of positional arguments. */
  positionals: [least: number, most: number];
  help: string;
  options: Record<string, { type: "string" | "boolean" }>;
  /** True if the command changes something. The command then takes `--yes`, `--by` and `--why` as well. */
  changes: boolean;
  needsKeyring?: boolean;
  /**
   * Runs the command. Imports the app's modules here and not at the top, because they read the settings when they
   * load. @returns the exit code.
   */
  run: (typed: Typed) => Promise<number>;
};

/** `COMMON` are options of every command, and `CHANGING` those of commands that change something. */
export const COMMON = { json: { type: "boolean" }, help: { type: "boolean" } } as const;
export const CHANGING = {
  yes: { type: "boolean" },
  by: { type: "string" },
  why: { type: "string" },
} as const;

/** Returns the operator and the reason. `isTrial` is true without `--yes`: the command then changes nothing. */
export function operatorIn({ values }: Typed): { by: string; why: string | null; isTrial: boolean } {
  const by = textOf(values.by) ?? process.env.SUDO_USER ?? userInfo().username;
  return { by, why: textOf(values.why), isTrial: values.yes !== true };
}

export function textOf(value: string | boolean | undefined): string | null {
  const text = typeof value === "string" ? value.trim() : "";
  return text === "" ? null : text;
}

/** Returns an option's value as a number. @throws Error with a sentence unless it is a whole number of 1 or more. */
export function numberOf(name: string, value: string | boolean | undefined, otherwise: number): number {
  if (value === undefined) return otherwise;
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1)
    throw new Error(`--${name}: must be a whole number, 1 or more.`);
  return number;
}

/** Prints the result of a change or of a trial. @returns the exit code. */
export function printDone(
  { values }: Typed,
  command: string,
  done: { isChanged: boolean; what: string; target: string; rowId?: string },
): number {
  const isTrial = values.yes !== true;
  if (values.json === true) printJson({ command, ...done, isChanged: done.isChanged && !isTrial, isTrial });
  else if (!done.isChanged) print(`Nothing changed. ${done.what}`);
  else if (isTrial) print(`Dry run. With --yes: ${done.what}`);
  else print(done.what);
  return done.isChanged ? EXIT.fine : EXIT.found;
}

export function print(text: string): void {
  // Replaces control characters, with which a text of another system could change the terminal.
  process.stdout.write(`${text.replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/g, "?")}\n`);
}

export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

/** Formats a time as "2026-11-25 14:03:07Z". */
export function moment(at: Date): string {
  return `${at.toISOString().slice(0, 19).replace("T", " ")}Z`;
}
