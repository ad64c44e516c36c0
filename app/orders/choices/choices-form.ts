import { z } from "zod";

import { cleanText } from "../../lib/clean-text.ts";
import type { Message } from "../../messages/message.ts";
import type { Abilities } from "../../wholesale/operation.ts";
import type { ChoiceSettings } from "./choice-store.server.ts";
import { type Assigned, isOffered, LONGEST_METHOD } from "./shipping-method.ts";

/** The merchant's choice for a method. `open`: no decision. `none`: orders name no method. `named`: orders name `method`. */
const assignment = z.object({ choice: z.enum(["open", "none", "named"]), method: z.string().max(1000) });

export type Assignment = z.infer<typeof assignment>;

/** The page's form, with the shop's methods that were changed. */
export const choicesForm = z.object({
  methods: z.array(assignment.extend({ key: z.string().max(1000) })).max(1000),
  others: assignment,
  holdsUnknown: z.boolean(),
  sendsCustomerNote: z.boolean(),
});

export type ChoicesForm = z.infer<typeof choicesForm>;

/** Problems by method key. */
export type ChoiceProblems = { methods: Record<string, Message>; others?: Message };

export function toAssignment(assigned: Assigned | null): Assignment {
  if (assigned === null) return { choice: "open", method: "" };
  const { supplierMethod } = assigned;
  return { choice: supplierMethod === null ? "none" : "named", method: supplierMethod ?? "" };
}

type Read = {
  settings: Omit<ChoiceSettings, "methods"> & { methods: { key: string; assigned: Assigned | null }[] };
  problems: ChoiceProblems | null;
};

/** Reads the form. If there are problems, the settings must not be stored. */
export function readChoicesForm(
  { methods, others, holdsUnknown, sendsCustomerNote }: ChoicesForm,
  offered: Abilities["shippingMethods"],
): Read {
  const problems: ChoiceProblems = { methods: {} };
  const read = methods.map(({ key, ...typed }) => {
    const { assigned, problem } = readAssignment(typed, offered);
    if (problem) problems.methods[key] = problem;
    return { key, assigned };
  });
  const { assigned, problem } = readAssignment(others, offered);
  if (problem) problems.others = problem;
  const isFine = problem === undefined && Object.keys(problems.methods).length === 0;
  const settings = {
    methods: read,
    defaultMethod: assigned?.supplierMethod ?? null,
    holdsUnknown,
    sendsCustomerNote,
  };
  return { settings, problems: isFine ? null : problems };
}

function readAssignment(
  { choice, method: typed }: Assignment,
  offered: Abilities["shippingMethods"],
): { assigned: Assigned | null; problem?: Message } {
  if (choice === "open") return { assigned: null };
  if (choice === "none") return { assigned: { supplierMethod: null } };
  const method = cleanText(typed);
  const assigned = { supplierMethod: method };
  if (method === "") return { assigned, problem: { code: "methods.problem.missing" } };
  if (method.length > LONGEST_METHOD)
    return { assigned, problem: { code: "methods.problem.too-long", most: LONGEST_METHOD } };
  if (!isOffered(method, offered))
    return { assigned, problem: { code: "methods.problem.not-offered", method } };
  return { assigned };
}
