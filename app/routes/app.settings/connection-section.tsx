import { BlockStack, Card, InlineStack, Spinner, Text } from "@shopify/polaris";
import { useState } from "react";

import type { ForeignLinks } from "../../catalog/links/compare-foreign-links.server.ts";
import { usePolling } from "../../components/use-polling.ts";
import type { ShownState } from "../../components/shown-state.ts";
import { ConnectionCard, type ShownConnection } from "./connection-card.tsx";
import { sayMoment } from "../../components/moment.tsx";
import { OtherAccountCard } from "./other-account-card.tsx";
import { SignInForm } from "./sign-in-form.tsx";

export type Shown = {
  supplier: string;
  state: ShownState;
  connection: ShownConnection | null;
  /** Whether somebody is getting a key for the shop at this moment. */
  underWay: boolean;
  /** Whether another shop is connected to the same account. */
  shared: boolean;
  foreignLinks: ForeignLinks | null;
};

/** Where the shop stands with the supplier, and what can be done about it. */
export function ConnectionSection(shown: Shown) {
  const { supplier, state, connection, underWay, shared, foreignLinks } = shown;
  // The key that is to be replaced: once there is another one, nobody asks any more.
  const [replacing, setReplacing] = useState<number | null>(null);
  usePolling(underWay || foreignLinks?.read === false ? 2000 : null);
  if (connection === null) {
    return state.kind === "connecting" ? (
      <UnderWay title="Your shop is being connected" />
    ) : (
      <SignInForm intent="connect" title="Connect your reseller account" submit="Connect">
        {`${sayBefore(state)}Sign in once with your account on ${supplier}. Stockbridge has the supplier make a key for this shop, keeps the key sealed, and forgets the password.`}
      </SignInForm>
    );
  }
  const refused = state.kind === "needs-reconnecting";
  return (
    <>
      <ConnectionCard
        {...{ supplier, connection, state, shared }}
        onReplace={() => {
          setReplacing(connection.generation);
        }}
      />
      {underWay && <UnderWay title="The key is being replaced" />}
      {!underWay && (refused || replacing === connection.generation) && (
        <SignInForm
          intent="replace"
          title={refused ? "Reconnect" : "Replace the key"}
          submit={refused ? "Reconnect" : "Replace key"}
          {...(!refused && {
            onCancel: () => {
              setReplacing(null);
            },
          })}
        >
          {`Sign in again with your account on ${supplier}. Stockbridge has a new key made, tries it, and only then uses it in place of this one. ${refused ? "What waits goes on at once." : "Nothing stops meanwhile; if anything goes wrong, this key stays."}`}
        </SignInForm>
      )}
      {foreignLinks && <OtherAccountCard links={foreignLinks} />}
    </>
  );
}

/** Somebody else's click, another tab, or a process that has died: in any case it ends by itself. */
function UnderWay({ title }: { title: string }) {
  return (
    <Card>
      <BlockStack gap="200">
        <InlineStack gap="200" blockAlign="center">
          <Spinner size="small" accessibilityLabel="Under way" />
          <Text as="h2" variant="headingMd">
            {title}
          </Text>
        </InlineStack>
        <Text as="p" tone="subdued">
          That ends within a minute, and this page shows what came of it.
        </Text>
      </BlockStack>
    </Card>
  );
}

function sayBefore(state: ShownState): string {
  if (state.kind !== "disconnected") return "";
  const what = state.why === "uninstalled" ? "The app was uninstalled" : "This shop was disconnected";
  return `${what} on ${sayMoment(state.at)}. Your history and the links of your products are kept: connect again with the same account, and everything goes on. `;
}
