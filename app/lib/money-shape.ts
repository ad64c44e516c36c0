import { z } from "zod";

/** The schema of Money. It has its own file, so that browsers do not load zod with money.ts. */
export const money = z.object({ amount: z.string(), currency: z.string() });
