import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useFetcher, useLoaderData } from "@remix-run/react";
import {
  BlockStack,
  Box,
  Button,
  Card,
  EmptyState,
  IndexTable,
  InlineStack,
  Page,
  Spinner,
  Text,
} from "@shopify/polaris";
import { type ReactNode, type RefObject, useRef, useState } from "react";

import { AtEdge } from "../../components/at-edge.tsx";
import { ConnectFirst, ConnectionBanner } from "../../components/banners/connection-banner.tsx";
import { ConfirmButton } from "../../components/confirm-button.tsx";
import { pageTitle } from "../../components/document.tsx";
import { findStateIn } from "../../components/find-state.server.ts";
import { Moment } from "../../components/moment.tsx";
import { ListPages } from "../../components/list-pages.tsx";
import { type Notice, NoticeBanner } from "../../components/notice.tsx";
import { useNarrow } from "../../components/use-narrow.ts";
import { usePolling } from "../../components/use-polling.ts";
import { useScopeRequest } from "../../components/use-scope-request.ts";
import { isConnected } from "../../connection/connection-state.ts";
import { readInShop } from "../../lib/database/db.server.ts";
import { limitPresses } from "../../lib/http/limit-presses.server.ts";
import { searchParamsOf } from "../../lib/http/read-request.server.ts";
import { shopDomain } from "../../lib/shop-domain.ts";
import { useT } from "../../messages/use-t.ts";
import {
  type ComparisonView,
  findNightlyComparison,
  requestNightlyComparison,
} from "../../orders/reconciling/compare-nightly.server.ts";
import type { DifferenceAction } from "../../orders/reconciling/difference-actions.server.ts";
import { authenticate } from "../../shop/auth/shopify.server.ts";
import { REQUESTING_SCOPE } from "../../shop/orders/fulfillment-order.ts";

export const meta = pageTitle((t) => t("reconciliation.title"));

const LOOK_MS = 2000;

export async function loader({ request }: LoaderFunctionArgs) {
  const { session } = await authenticate.admin(request);
  const shop = shopDomain.parse(session.shop);
  const searchParams = searchParamsOf(request);
  const place = { after: searchParams.get("after"), before: searchParams.get("before") };
  return readInShop(shop, async (tx, now) => {
    const state = await findStateIn(tx, { shop, now });
    const scope = { shop, now, connected: isConnected(state) };
    return { state, comparison: await findNightlyComparison(tx, scope, place) };
  });
}

export async function action({ request }: ActionFunctionArgs) {
  const { session } = await authenticate.admin(request);
  const shop = shopDomain.parse(session.shop);
  await limitPresses(shop);
  await requestNightlyComparison(shop);
  return null;
}

export default function Reconciliation() {
  const t = useT();
  const { state, comparison } = useLoaderData<typeof loader>();
  const fetcher = useFetcher<typeof action>();
  const isRunning = fetcher.state !== "idle" || comparison.isRunning;
  usePolling(comparison.isRunning ? LOOK_MS : null);
  const { comparedAt, problem } = comparison;
  const page = useRef<HTMLDivElement>(null);
  // The rows' buttons submit to the actions of other pages. Those answer with a notice, or are a notice themselves.
  const pressed = useFetcher<{ notice?: Notice | null } & Partial<Notice>>();
  const { requestScope } = useScopeRequest();
  const press = async ({ page: action, fields, asksScope }: DifferenceAction) => {
    // If the merchant declines, the action's notice says so.
    if (asksScope) await requestScope(REQUESTING_SCOPE);
    pressed.submit(fields, { method: "post", action });
  };
  // Hides the notice of an earlier button once a new comparison is loaded, because that shows the result.
  const [outdated, setOutdated] = useState(pressed.data);
  const notice = pressed.state === "idle" && pressed.data !== outdated ? noticeIn(pressed.data) : null;
  const connected = isConnected(state);
  return (
    <Page
      title={t("reconciliation.title")}
      subtitle={t("reconciliation.subtitle")}
      backAction={{ content: t("orders.title"), url: "/app/orders" }}
    >
      <BlockStack gap="400">
        <ConnectionBanner state={state} />
        {!connected && <ConnectFirst state={state}>{t("reconciliation.connect-first")}</ConnectFirst>}
        {problem && (
          <NoticeBanner
            notice={{
              tone: "warning",
              title: { code: "reconciliation.failed" },
              text: { code: "reconciliation.failed.text", why: problem },
            }}
          />
        )}
        <AtEdge>
          <InlineStack gap="300" blockAlign="center" align="space-between">
            <div aria-live="polite">
              {isRunning ? (
                <InlineStack gap="200" blockAlign="center">
                  <Spinner size="small" />
                  <Text as="span">{t("reconciliation.running")}</Text>
                </InlineStack>
              ) : (
                comparedAt !== null && (
                  <Moment iso={comparedAt}>{(at) => t("reconciliation.compared", { at })}</Moment>
                )
              )}
            </div>
            <Button
              variant="primary"
              disabled={isRunning || !connected}
              onClick={() => {
                setOutdated(pressed.data);
                fetcher.submit({}, { method: "post" });
              }}
            >
              {t("reconciliation.compare")}
            </Button>
          </InlineStack>
        </AtEdge>
        <div ref={page}>{notice && <NoticeBanner notice={notice} />}</div>
        <Card padding={comparison.rows.length === 0 ? "400" : "0"}>
          <Differences comparison={comparison} busy={pressed.state !== "idle"} page={page} press={press} />
        </Card>
        <ListPages params={{}} after={comparison.after} before={comparison.before} />
      </BlockStack>
    </Page>
  );
}

/** Returns the notice in the answer of another page's action; null if there is none. */
function noticeIn(answer: ({ notice?: Notice | null } & Partial<Notice>) | undefined): Notice | null {
  if (answer === undefined) return null;
  if (answer.notice !== undefined) return answer.notice ?? STARTED;
  return answer.title === undefined ? null : (answer as Notice);
}

const STARTED: Notice = { tone: "info", title: { code: "reconciliation.started" } };

function Differences({
  comparison: { comparedAt, rows },
  busy,
  page,
  press,
}: {
  comparison: ComparisonView;
  busy: boolean;
  page: RefObject<HTMLDivElement>;
  press: (action: DifferenceAction) => Promise<void>;
}) {
  const t = useT();
  const narrow = useNarrow();
  // Remembers in the list which dialog is open. When the window becomes narrow, React replaces the rows' buttons, so
  // a dialog with its state in a button would close.
  const [asked, setAsked] = useState<string | null>(null);
  if (rows.length === 0)
    return comparedAt === null ? (
      <EmptyState heading={t("reconciliation.never")} image="">
        <p>{t("reconciliation.never.text")}</p>
      </EmptyState>
    ) : (
      <EmptyState heading={t("reconciliation.none")} image="">
        <p>{t("reconciliation.none.text")}</p>
      </EmptyState>
    );
  const controlOf = (key: string): DialogControl => ({
    isOpen: asked === key,
    setOpen: (isOpen) => {
      setAsked(isOpen ? key : null);
    },
  });
  return (
    <IndexTable
      selectable={false}
      condensed={narrow}
      itemCount={rows.length}
      headings={[
        { title: t("reconciliation.difference") },
        { title: t("reconciliation.since") },
        { title: t("reconciliation.action") },
      ]}
    >
      {rows.map(({ subject, message, url, action: label, since, buttons }, at) => {
        const actions = (
          <InlineStack gap="200" blockAlign="center">
            {buttons.map((action) => (
              <ActionButton
                key={action.fields["intent"]}
                action={action}
                busy={busy}
                control={controlOf(`${subject} ${action.fields["intent"] ?? ""}`)}
                page={page}
                press={() => void press(action)}
              />
            ))}
            <Button url={url} variant="plain">
              {t(label)}
            </Button>
          </InlineStack>
        );
        const found = <Moment iso={since} form="medium" />;
        return (
          <IndexTable.Row key={subject} id={subject} position={at}>
            {narrow ? (
              <NarrowRow message={t(message)} found={found} actions={actions} />
            ) : (
              <>
                <IndexTable.Cell>
                  <div style={{ whiteSpace: "normal", minWidth: "16rem" }}>{t(message)}</div>
                </IndexTable.Cell>
                <IndexTable.Cell>{found}</IndexTable.Cell>
                <IndexTable.Cell>{actions}</IndexTable.Cell>
              </>
            )}
          </IndexTable.Row>
        );
      })}
    </IndexTable>
  );
}

/** On a phone a row is a small card without horizontal scrolling. */
function NarrowRow({ message, found, actions }: { message: string; found: ReactNode; actions: ReactNode }) {
  return (
    <Box padding="300" width="100%">
      <BlockStack gap="200">
        <Text as="p" breakWord>
          {message}
        </Text>
        <Text as="span" tone="subdued" variant="bodySm">
          {found}
        </Text>
        {actions}
      </BlockStack>
    </Box>
  );
}

type DialogControl = { isOpen: boolean; setOpen: (isOpen: boolean) => void };

function ActionButton({
  action: { label, confirm },
  busy,
  control,
  page,
  press,
}: {
  action: DifferenceAction;
  busy: boolean;
  control: DialogControl;
  page: RefObject<HTMLDivElement>;
  press: () => void;
}) {
  const t = useT();
  if (confirm === null)
    return (
      <Button disabled={busy} onClick={press}>
        {t(label)}
      </Button>
    );
  return (
    <ConfirmButton
      label={t(label)}
      title={t(confirm.title)}
      confirm={t(label)}
      keep={t(confirm.keep)}
      destructive={confirm.isDestructive}
      busy={busy}
      control={control}
      page={page}
      onConfirm={press}
    >
      <BlockStack gap="200">
        {confirm.texts.map((text) => (
          <Text key={text.code} as="p">
            {t(text)}
          </Text>
        ))}
      </BlockStack>
    </ConfirmButton>
  );
}
