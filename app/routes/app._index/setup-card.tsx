import { useFetcher } from "@remix-run/react";
import { BlockStack, Button, Card, InlineStack, Text } from "@shopify/polaris";

import { Moment } from "../../components/moment.tsx";
import { type Notice, NoticeBanner } from "../../components/notice.tsx";
import { useScopeRequest } from "../../components/use-scope-request.ts";
import { useT } from "../../messages/use-t.ts";
import type { FindingAction } from "../../installation/setup-check.ts";
import type { StoredFinding } from "../../installation/setup-store.server.ts";

/** Lists problems of the shop's setup, each with what the merchant can do about it. */
export function SetupCard({ findings, checkedAt }: { findings: StoredFinding[]; checkedAt: string }) {
  const t = useT();
  const fetcher = useFetcher<{ notice: Notice | null }>();
  const busy = fetcher.state !== "idle";
  return (
    <Card>
      <BlockStack gap="400">
        <Text as="h2" variant="headingMd">
          {t("setup.title")}
        </Text>
        {fetcher.data?.notice && <NoticeBanner notice={fetcher.data.notice} />}
        <BlockStack as="ul" gap="400">
          {findings.map(({ check, message, action }, index) => (
            <li key={index}>
              <BlockStack gap="100" inlineAlign="start">
                <Text as="p">{t(message)}</Text>
                <FindingButton
                  action={action}
                  busy={busy}
                  submit={(intent) => {
                    fetcher.submit({ intent, check }, { method: "post" });
                  }}
                />
              </BlockStack>
            </li>
          ))}
        </BlockStack>
        <InlineStack align="space-between" blockAlign="center" gap="200">
          <Text as="p" tone="subdued">
            <Moment iso={checkedAt}>{(at) => t("setup.checked", { at })}</Moment>
          </Text>
          <Button
            loading={busy}
            onClick={() => {
              fetcher.submit({ intent: "check-setup" }, { method: "post" });
            }}
          >
            {t("setup.check")}
          </Button>
        </InlineStack>
      </BlockStack>
    </Card>
  );
}

type FindingButtonProps = {
  action: FindingAction;
  busy: boolean;
  submit: (intent: "check-setup" | "repair-setup") => void;
};

function FindingButton({ action, busy, submit }: FindingButtonProps) {
  const t = useT();
  const { requestScope, declined } = useScopeRequest();
  const label = t(action.label);
  if (action.kind === "link")
    return (
      <Button variant="plain" url={action.url} target={action.url.startsWith("/") ? "_self" : "_top"}>
        {label}
      </Button>
    );
  const press = async () => {
    if (action.kind === "repair") submit("repair-setup");
    else if (await requestScope(action.scope)) submit("check-setup");
  };
  return (
    <>
      <Button variant="plain" disabled={busy} onClick={() => void press()}>
        {label}
      </Button>
      {declined && (
        <Text as="p" tone="critical">
          {t("setup.permission-declined")}
        </Text>
      )}
    </>
  );
}
