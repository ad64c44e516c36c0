/** One measured value beside what it has to be. `scale`: what it was measured on, where that is a part. */
export type Figure = {
  figure: string;
  value: number;
  unit: string;
  goal: string;
  ok: boolean;
  scale?: string;
};

type Measured = Omit<Figure, "goal" | "ok">;

/** A value that may be so much at most. */
export function atMost(limit: number, { value, ...measured }: Measured): Figure {
  return { ...measured, value: rounded(value), goal: `≤ ${String(limit)}`, ok: value <= limit };
}

/** A value that a ratio was made of, or that says how much there was of something: there is no goal for it. */
export function known({ value, ...measured }: Measured): Figure {
  return { ...measured, value: rounded(value), goal: "none", ok: true };
}

/** A value that must be so much at least. */
export function atLeast(limit: number, { value, ...measured }: Measured): Figure {
  return { ...measured, value: rounded(value), goal: `≥ ${String(limit)}`, ok: value >= limit };
}

export type Measurement<World> = (world: World) => Promise<Figure[]>;

const STARTED = performance.now();

/** Prints how far a bench is, because on a busy machine a measurement takes minutes before its first figure. */
export function progress(text: string): void {
  process.stderr.write(`${((performance.now() - STARTED) / 1000).toFixed(0).padStart(5)} s  ${text}\n`);
}

/** The measurements of these names, in their own order; all of them without any. @throws Error for an unknown name. */
export function measurementsOf<World>(
  all: Record<string, Measurement<World>>,
  only: string | undefined,
): Measurement<World>[] {
  const names = only?.split(",") ?? Object.keys(all);
  const unknown = names.find((name) => !(name in all));
  if (unknown !== undefined)
    throw new Error(`There is no measurement “${unknown}”, only: ${Object.keys(all).join(", ")}.`);
  return Object.entries(all).flatMap(([name, measure]) =>
    names.includes(name)
      ? (world: World) => {
          progress(name);
          return measure(world);
        }
      : [],
  );
}

/**
 * Takes the measurements one after the other and prints each figure as it is known: with `json` one object a line, else
 * as a row of a table. The process ends with 1 where a goal is missed.
 */
export async function printFigures<World>(
  measurements: readonly Measurement<World>[],
  { world, json }: { world: World; json: boolean },
): Promise<void> {
  for (const measure of measurements)
    for (const figure of await measure(world)) {
      process.stdout.write(`${json ? JSON.stringify(figure) : rowOf(figure)}\n`);
      if (!figure.ok) process.exitCode = 1;
    }
}

function rounded(value: number): number {
  return Number(value.toPrecision(3));
}

function rowOf({ figure, value, unit, goal, ok, scale }: Figure): string {
  const on = scale === undefined ? "" : ` (${scale})`;
  return `${ok ? "  " : "✗ "}${(figure + on).padEnd(72)}${String(value).padStart(8)} ${unit.padEnd(10)}${goal}`;
}
