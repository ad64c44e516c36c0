import { type FetcherWithComponents, useFetcher } from "@remix-run/react";
import {
  Banner,
  BlockStack,
  Button,
  Card,
  Layout,
  Page,
  Text,
  TextField,
  Badge,
  InlineStack,
} from "@shopify/polaris";
import { useEffect, useState } from "react";

import { EditorSaveBar } from "../../components/editor-save-bar.tsx";
import { AtEdge } from "../../components/at-edge.tsx";
import { ConnectFirst } from "../../components/banners/connection-banner.tsx";
import { NoticeBanner } from "../../components/notice.tsx";
import { focusWrongField } from "../../components/use-answer-focus.ts";
import { usePolling } from "../../components/use-polling.ts";
import { useScopeRequest } from "../../components/use-scope-request.ts";
import { useTypedVersion } from "../../components/use-typed-version.ts";
import { isConnected } from "../../connection/connection-state.ts";
import type { Message } from "../../messages/message.ts";
import { useT } from "../../messages/use-t.ts";
import type { ShippingCharges } from "../../orders/views/shipping-charges.server.ts";
import { WRITING_SCOPE } from "../../shipping/rates.ts";
import { type GroupForm, MAX_GROUPS, readRatesForm, type RatesForm } from "../../shipping/rates-form.ts";
import { GroupCard } from "./group-card.tsx";
import { PreviewCard } from "./preview-card.tsx";
import { type Answer, PROBLEMS, type ShownRates } from "./shown-rates.ts";
import { ConfirmButton } from "../../components/confirm-button.tsx";
import type { RatesState } from "../../shipping/load-rates.server.ts";

type Fetcher = FetcherWithComponents<Answer>;

export function RatesEditor({ loaded }: { loaded: ShownRates }) {
  // Keeps the fetcher outside of the form, which remounts with each new version of the stored values. Remix drops a
  // fetcher's answer when no mounted component uses the fetcher.
  const fetcher = useFetcher<Answer>();
  const { kind } = loaded.state;
  usePolling(kind === "pending" || kind === "removing" ? 2000 : null);
  const isStale = fetcher.data?.notice?.title.code === "shipping.stale.title";
  const version = useTypedVersion(String(loaded.version), { isStale });
  return <Editor key={version} loaded={loaded} fetcher={fetcher} />;
}

function Editor({ loaded, fetcher }: { loaded: ShownRates; fetcher: Fetcher }) {
  const t = useT();
  const { currency, countries, home, marketDriven, charges, version, state } = loaded;
  const [stored] = useState<RatesForm>(() => loaded.form ?? { title: t("shipping.first-title"), groups: [] });
  const [form, setForm] = useState(stored);
  const { requestScope, declined } = useScopeRequest();
  const dirty = JSON.stringify(form) !== JSON.stringify(stored);
  const busy = fetcher.state !== "idle";
  // Shows mistakes only after the first click on "Save", and from then on until they are corrected.
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (tries > 0) focusWrongField();
  }, [tries]);
  const [sent, setSent] = useState<RatesForm | null>(null);
  const read = readRatesForm(form, currency);
  const answered = form === sent && !busy ? (fetcher.data?.problems ?? {}) : {};
  const problems = tries > 0 && !read.ok ? read.problems : answered;
  const notice = tries > 0 && !read.ok ? PROBLEMS : fetcher.data?.notice;
  const change = (changed: Partial<RatesForm>) => {
    setForm((before) => ({ ...before, ...changed }));
  };
  const save = async () => {
    setTries(tries + 1);
    // Shows mistakes before asking for the permission, because Shopify's dialog would hide them.
    if (!read.ok) return;
    if (!(await requestScope(WRITING_SCOPE))) return;
    setSent(form);
    fetcher.submit({ intent: "save", form: JSON.stringify(form), version }, { method: "post" });
  };
  const retry = async () => {
    if (await requestScope(WRITING_SCOPE)) fetcher.submit({ intent: "retry" }, { method: "post" });
  };
  const usual = charges?.usual.currency === currency ? charges.usual.amount : "";
  const isEmpty = form.groups.length === 0;
  const add = (group: Partial<GroupForm>) => {
    change({ groups: [...form.groups, { ...NEW_GROUP, steps: [{ from: "", price: usual }], ...group }] });
  };
  return (
    <Page title={t("shipping.title")} subtitle={t("shipping.subtitle")}>
      <EditorSaveBar
        id="rates-save-bar"
        isOpen={dirty && !isEmpty}
        isSaving={busy}
        onSave={() => void save()}
        onDiscard={() => {
          setForm(stored);
          setTries(0);
        }}
      />
      <Layout>
        <Layout.Section>
          <BlockStack gap="400">
            {!busy && notice && <NoticeBanner notice={notice} />}
            {declined && (
              <NoticeBanner
                notice={{
                  tone: "critical",
                  title: { code: "shipping.declined.title" },
                  text: { code: "shipping.declined" },
                }}
              />
            )}
            {hints(loaded).map((text) => (
              <Banner key={text.code} tone="info">
                <p>{t(text)}</p>
              </Banner>
            ))}
            <StateCard
              state={state}
              busy={busy}
              onRetry={() => void retry()}
              onRemove={() => {
                fetcher.submit({ intent: "remove", version }, { method: "post" });
              }}
            />
            {isEmpty && !isConnected(loaded.connection) ? (
              <ConnectFirst state={loaded.connection}>{t("shipping.connect-first")}</ConnectFirst>
            ) : isEmpty ? (
              <FirstGroup
                onAdd={() => {
                  add({ name: t("shipping.everywhere"), restOfWorld: true });
                }}
              />
            ) : (
              <>
                <Card>
                  <TextField
                    label={t("shipping.rate-title")}
                    helpText={t("shipping.rate-title.help")}
                    name="title"
                    value={form.title}
                    error={problems["title"] && t(problems["title"])}
                    autoComplete="off"
                    onChange={(title) => {
                      change({ title });
                    }}
                  />
                </Card>
                {form.groups.map((group, index) => (
                  <GroupCard
                    key={index}
                    path={`groups.${String(index)}`}
                    group={group}
                    currency={currency}
                    countries={countries}
                    problems={problems}
                    onChange={(changed) => {
                      const groups = form.groups.map((each, at) => (at === index ? changed : each));
                      change({ groups });
                    }}
                    onRemove={
                      form.groups.length === 1
                        ? null
                        : () => {
                            change({ groups: form.groups.filter((_, at) => at !== index) });
                          }
                    }
                  />
                ))}
                <AtEdge>
                  <Button
                    disabled={form.groups.length >= MAX_GROUPS}
                    onClick={() => {
                      add({ name: t("shipping.group.default", { number: form.groups.length + 1 }) });
                    }}
                  >
                    {t("shipping.group.add")}
                  </Button>
                </AtEdge>
              </>
            )}
          </BlockStack>
        </Layout.Section>
        <Layout.Section variant="oneThird">
          <BlockStack gap="400">
            {charges && <ChargesCard charges={charges} />}
            {!isEmpty && <PreviewCard form={form} {...{ currency, countries, home, marketDriven }} />}
          </BlockStack>
        </Layout.Section>
      </Layout>
    </Page>
  );
}

const NEW_GROUP: Omit<GroupForm, "steps"> = {
  name: "",
  restOfWorld: false,
  countries: [],
  basis: "flat",
  freeFrom: "",
};

/** Returns facts for the merchant to know before saving, or after a disconnection. */
function hints({ marketDriven, connection, saved, state }: ShownRates): Message[] {
  return [
    ...(connection.kind === "disconnected" && saved && state.problem?.code !== "shipping.problem.service-gone"
      ? [{ code: "shipping.disconnected" } as const]
      : []),
    ...(marketDriven || state.kind === "live" ? [] : [{ code: "shipping.old-model" } as const]),
  ];
}

function FirstGroup({ onAdd }: { onAdd: () => void }) {
  const t = useT();
  return (
    <Card>
      <BlockStack gap="300" inlineAlign="start">
        <Text as="h2" variant="headingMd">
          {t("shipping.first.title")}
        </Text>
        <Text as="p">{t("shipping.first")}</Text>
        <Text as="p" tone="subdued">
          {t("shipping.permission")}
        </Text>
        <Button variant="primary" onClick={onAdd}>
          {t("shipping.first.action")}
        </Button>
      </BlockStack>
    </Card>
  );
}

/** Shows what the supplier charged for shipping recent orders, as a guide for the rates. */
function ChargesCard({ charges: { orders, lowest, usual, highest } }: { charges: ShippingCharges }) {
  const t = useT();
  return (
    <Card>
      <BlockStack gap="200">
        <Text as="h2" variant="headingMd">
          {t("shipping.charges.title")}
        </Text>
        <Text as="p">{t("shipping.charges", { orders, lowest, usual, highest })}</Text>
      </BlockStack>
    </Card>
  );
}

type StateCardProps = { state: RatesState; busy: boolean; onRetry: () => void; onRemove: () => void };

/** Shows the state of the rates in the shop, with buttons that try again or remove the rates. */
function StateCard({ state, busy, onRetry, onRemove }: StateCardProps) {
  const t = useT();
  const { kind, problem, inProfile, ownStock, waiting } = state;
  if (kind === "none") return null;
  const isDeleted = problem?.code === "shipping.problem.deleted";
  const isWithoutService = problem?.code === "shipping.problem.service-gone";
  return (
    <Card>
      <BlockStack gap="300">
        <InlineStack align="space-between" blockAlign="center" gap="200">
          <Text as="h2" variant="headingMd">
            {t("shipping.state.title")}
          </Text>
          <Badge tone={kind === "live" ? "success" : "attention"}>{t(`shipping.state.${kind}`)}</Badge>
        </InlineStack>
        {problem && (
          <Banner tone="critical">
            <p>{t(problem)}</p>
          </Banner>
        )}
        <div aria-live="polite">
          <BlockStack gap="100">
            <Text as="p">{t("shipping.state.in-profile", { count: inProfile })}</Text>
            {waiting > 0 && <Text as="p">{t("shipping.state.waiting", { count: waiting })}</Text>}
            {ownStock > 0 && <Text as="p">{t("shipping.state.own-stock", { count: ownStock })}</Text>}
          </BlockStack>
        </div>
        {kind !== "removing" && (
          <InlineStack gap="200">
            {isWithoutService && (
              <Button variant="primary" url="/app">
                {t("shipping.open-home")}
              </Button>
            )}
            {problem && !isDeleted && !isWithoutService && (
              <Button variant="primary" disabled={busy} onClick={onRetry}>
                {problem.code === "shipping.problem.scope" ? t("shipping.allow") : t("shipping.retry")}
              </Button>
            )}
            <ConfirmButton
              label={t("shipping.remove")}
              title={t("shipping.remove.title")}
              confirm={t("shipping.remove")}
              keep={t("action.cancel")}
              destructive
              busy={busy}
              onConfirm={onRemove}
            >
              <Text as="p">{t("shipping.remove.help")}</Text>
            </ConfirmButton>
          </InlineStack>
        )}
      </BlockStack>
    </Card>
  );
}
