import { z } from "zod";

/**
 * The shape of Money in JSON. In a file of its own, so that pages that only compute with amounts do not load
 * zod.
 */
export const money = z.object({ amount: z.string(), currency: z.string() });
