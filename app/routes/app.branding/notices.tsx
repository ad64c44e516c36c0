import { Banner } from "@shopify/polaris";

import { FIELD_NAMES } from "../../branding/branding-form.ts";
import { ConnectionBanner } from "../../components/connection-banner.tsx";
import type { Answer } from "./answer.ts";
import type { ShownBranding } from "./branding-editor.tsx";

/** What there is to say above the form: the last answer, then what stays until it is solved. */
export function Notices({ loaded, said }: { loaded: ShownBranding; said: Answer["said"] }) {
  const { draft, changedElsewhere, unread, underWay, assumed, mayPublish, state, shared } = loaded;
  const refused = draft?.refusedSaid ?? null;
  return (
    <>
      <ConnectionBanner state={state} />
      {said && (
        <Banner tone={said.tone} title={said.title}>
          {said.text && <p>{said.text}</p>}
        </Banner>
      )}
      {refused !== null && (
        <Banner tone="critical" title="Your branding was not published">
          <p>{`${refused} What you entered is kept as a draft.`}</p>
        </Banner>
      )}
      {underWay === "in-doubt" && (
        <Banner tone="warning" title="We cannot tell whether the supplier took your branding">
          <p>
            It did not say so, and could not be read since. Reload this page in a minute: it looks again. You
            can also publish once more; that does no harm.
          </p>
        </Banner>
      )}
      {underWay === "running" && (
        <Banner tone="info" title="Your branding is being published">
          <p>That ends within a minute. Reload the page then.</p>
        </Banner>
      )}
      {unread !== null && state.kind !== "needs-reconnecting" && (
        <Banner tone="warning" title="What the supplier has now could not be read">
          <p>{`${unread} You can go on here: what you save is kept.`}</p>
        </Banner>
      )}
      {changedElsewhere.length > 0 && (
        <Banner tone="warning" title="The supplier has other settings than you published here">
          <p>
            {`They differ in: ${changedElsewhere.map((field) => FIELD_NAMES[field].toLowerCase()).join(", ")}. Publish what you want your parcels to leave with.`}
          </p>
        </Banner>
      )}
      {shared && (
        <Banner tone="info" title="Another shop is connected to this account as well">
          <p>
            The supplier keeps one branding for the account. What you publish is what parcels of both shops
            leave with.
          </p>
        </Banner>
      )}
      {assumed && !mayPublish && (
        <Banner tone="warning" title="Nothing can be published yet">
          <p>
            {`${ASSUMED} Whoever runs Stockbridge for you has to compare it with the supplier and confirm it first. What you save is kept.`}
          </p>
        </Banner>
      )}
    </>
  );
}

/** What of this page is a guess. */
export const ASSUMED =
  "The supplier's documents do not show its branding settings: where they are and what they are called is assumed.";
