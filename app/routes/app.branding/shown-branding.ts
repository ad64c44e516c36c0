import type { Notice } from "../../components/notice.tsx";
import type { ShownState } from "../../components/shown-state.ts";
import type { BrandingField, FieldProblems } from "../../branding/branding-form.ts";
import type { LoadedBranding } from "../../branding/load-branding.server.ts";
import type { Message } from "../../messages/message.ts";

/** What the page's loader gives, with times as they travel. */
export type ShownBranding = Pick<
  Extract<LoadedBranding, { kind: "branding" }>,
  "branding" | "changedElsewhere" | "unread" | "open" | "stamp"
> & {
  draft: { savedAt: string; rejection: Message | null } | null;
  published: { number: number; publishedAt: string } | null;
  state: ShownState;
  /** Whether another shop is connected to the same account. */
  shared: boolean;
  /** Whether the supplier's branding settings are assumed, and whether they may be written nevertheless. */
  assumed: boolean;
  mayPublish: boolean;
};

/** What the page's action answers: something to say above the form, and what is wrong with a field. */
export type Answer = { notice: Notice | null; problems: FieldProblems };

/** The form's fields, each as its input holds it. */
export type Fields = Record<BrandingField, string>;
