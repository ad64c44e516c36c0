import { ConnectionBanner } from "../../components/connection-banner.tsx";
import { type Notice, NoticeBanner } from "../../components/notice.tsx";
import { fieldNames } from "./publish-notice.ts";
import type { ShownBranding } from "./shown-branding.ts";

/** Notices above the form: the last answer, then problems that last. */
export function Notices({ loaded, answer }: { loaded: ShownBranding; answer: Notice | null }) {
  return (
    <>
      <ConnectionBanner state={loaded.state} />
      {[...(answer ? [answer] : []), ...lasting(loaded)].map((notice) => (
        <NoticeBanner key={notice.title.code} notice={notice} />
      ))}
    </>
  );
}

function lasting(loaded: ShownBranding): Notice[] {
  const { draft, changedElsewhere, unread, open, assumed, mayPublish, state, shared } = loaded;
  const notices: (Notice | null | false)[] = [
    draft?.rejection
      ? {
          tone: "critical",
          title: { code: "branding.rejected.title" },
          text: { code: "branding.rejected", why: draft.rejection },
        }
      : null,
    open === "in-doubt" && {
      tone: "warning",
      title: { code: "branding.in-doubt.title" },
      text: { code: "branding.in-doubt" },
    },
    open === "publishing" && {
      tone: "info",
      title: { code: "branding.publishing.title" },
      text: { code: "branding.publishing" },
    },
    unread !== null &&
      state.kind !== "needs-reconnecting" && {
        tone: "warning",
        title: { code: "branding.unread.title" },
        text: { code: "branding.unread", why: unread },
      },
    changedElsewhere.length > 0 && {
      tone: "warning",
      title: { code: "branding.changed-elsewhere.title" },
      text: { code: "branding.changed-elsewhere", fields: fieldNames(changedElsewhere) },
    },
    shared && {
      tone: "info",
      title: { code: "connection.shared.title" },
      text: { code: "branding.shared" },
    },
    assumed &&
      !mayPublish && {
        tone: "warning",
        title: { code: "branding.unconfirmed.title" },
        text: { code: "branding.unconfirmed" },
      },
  ];
  return notices.filter((notice) => notice !== null && notice !== false);
}
