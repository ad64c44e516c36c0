/** One measured value beside what it has to be. */
export type Figure = { figure: string; value: number; unit: string; goal: string; ok: boolean };

/** A value that may be so much at most. */
export function atMost(limit: number, { figure, value, unit }: Omit<Figure, "goal" | "ok">): Figure {
  return { figure, value: rounded(value), unit, goal: `≤ ${String(limit)}`, ok: value <= limit };
}

/** A value that must be so much at least. */
export function atLeast(limit: number, { figure, value, unit }: Omit<Figure, "goal" | "ok">): Figure {
  return { figure, value: rounded(value), unit, goal: `≥ ${String(limit)}`, ok: value >= limit };
}

function rounded(value: number): number {
  return Number(value.toPrecision(3));
}
