import type { BrandingField } from "../../branding/branding-form.ts";
import type { LoadedBranding } from "../../branding/load-branding.server.ts";
import type { ShownState } from "../../components/shown-state.ts";

/** The loader's answer, with times as they travel. */
export type ShownBranding = Pick<
  Extract<LoadedBranding, { kind: "branding" }>,
  "branding" | "changedElsewhere" | "unread" | "underWay"
> & {
  draft: { savedAt: string; refusedSaid: string | null } | null;
  published: { number: number; publishedAt: string } | null;
  state: ShownState;
  /** Whether another shop is connected to the same account. */
  shared: boolean;
  assumed: boolean;
  mayPublish: boolean;
};

/** The form's fields, each as its input holds it. */
export type Fields = Record<BrandingField, string>;
