import type { FieldProblems } from "../../branding/branding-form.ts";

/** What the page's action answers: something to say above the form, and what is wrong with a field. */
export type Answer = {
  said: { tone: "success" | "info" | "warning" | "critical"; title: string; text?: string } | null;
  problems: FieldProblems;
};
