import type { BrandingField, FieldProblems } from "../../branding/branding-form.ts";
import type { LoadedBranding } from "../../branding/load-branding.server.ts";
import type { Publishing } from "../../branding/publish-branding.server.ts";
import type { Notice } from "../../components/notice.tsx";
import type { ShownState } from "../../components/banners/connection-banner.tsx";
import type { Message } from "../../messages/message.ts";

export type ShownBranding = Pick<
  Extract<LoadedBranding, { kind: "branding" }>,
  "branding" | "changedElsewhere" | "elsewhere" | "unread" | "open" | "stamp"
> & {
  draft: { savedAt: string; rejection: Message | null } | null;
  published: { number: number; publishedAt: string } | null;
  state: ShownState;
  /** True if another shop is connected to the same account. */
  shared: boolean;
  /**
   * `assumed` is true if the contract only assumes how the supplier stores branding. `mayPublish` is true if we may
   * publish all the same.
   */
  assumed: boolean;
  mayPublish: boolean;
};

/** The action's answer: a notice above the form, and problems of fields. */
export type Answer = { notice: Notice | null; problems: FieldProblems };

/** The values of the form's inputs. */
export type Fields = Record<BrandingField, string>;

/** The notice for a merchant who submits the form after another change was saved. */
export const STALE: Notice = {
  tone: "warning",
  title: { code: "branding.stale.title" },
  text: { code: "branding.stale" },
};

/** Returns the notice after publishing; null if the page itself shows the result. */
export function publishNotice(publishing: Publishing): Notice | null {
  switch (publishing.kind) {
    case "published": {
      const { number, changed } = publishing;
      if (changed.length === 0) {
        return {
          tone: "success",
          title: { code: "branding.published.title", number },
          text: { code: "branding.published" },
        };
      }
      return {
        tone: "warning",
        title: { code: "branding.published-differently.title", number },
        text: { code: "branding.published-differently", fields: fieldNames(changed) },
      };
    }
    case "stale":
      return STALE;
    case "running":
      return {
        tone: "info",
        title: { code: "branding.running.title" },
        text: { code: "branding.running" },
      };
    case "not-connected":
      return {
        tone: "warning",
        title: { code: "connection.gone.title" },
        text: { code: "branding.gone" },
      };
    case "rejected":
    case "in-doubt":
      return null;
  }
}

/** Returns the names of fields as a parameter of a message. */
export function fieldNames(fields: BrandingField[]) {
  return fields.map((field) => ({ code: `branding.field.${field}` }) as const);
}
