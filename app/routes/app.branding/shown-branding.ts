import type { Notice } from "../../components/notice.tsx";
import type { ShownState } from "../../components/shown-state.ts";
import type { BrandingField, FieldProblems } from "../../branding/branding-form.ts";
import type { LoadedBranding } from "../../branding/load-branding.server.ts";
import type { Message } from "../../messages/message.ts";

/** The loader's data, with ISO times. */
export type ShownBranding = Pick<
  Extract<LoadedBranding, { kind: "branding" }>,
  "branding" | "changedElsewhere" | "unread" | "open" | "stamp"
> & {
  draft: { savedAt: string; rejection: Message | null } | null;
  published: { number: number; publishedAt: string } | null;
  state: ShownState;
  /** True if another shop is connected to the same account. */
  shared: boolean;
  /**
   * `assumed`: the supplier's branding settings are an assumption. `mayPublish`: they may be written
   * nevertheless.
   */
  assumed: boolean;
  mayPublish: boolean;
};

/** The action's answer: a notice above the form, and problems of fields. */
export type Answer = { notice: Notice | null; problems: FieldProblems };

/** The values of the form's inputs. */
export type Fields = Record<BrandingField, string>;
