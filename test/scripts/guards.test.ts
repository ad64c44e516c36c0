import { readFile } from "node:fs/promises";

import { expect, it } from "vitest";

import { GUARDS as OF_MONEY } from "../../scripts/guards.ts";
import { GUARDS as OF_FAULTS } from "../faults/guards.ts";

it.each([...OF_MONEY, ...OF_FAULTS])(
  "the guard against this stands where it is looked for, once: $lost",
  async ({ file, guard, broken }) => {
    const source = await readFile(file, "utf8");
    expect(source.split(guard)).toHaveLength(2);
    expect(broken).not.toContain(guard);
  },
);
