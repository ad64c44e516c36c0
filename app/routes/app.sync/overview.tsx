import type { FetcherWithComponents } from "@remix-run/react";
import {
  Banner,
  BlockStack,
  Button,
  Card,
  InlineStack,
  Link,
  Text,
  Checkbox,
  FormLayout,
  Select,
  TextField,
} from "@shopify/polaris";
import { useState } from "react";

import {
  type Discontinued,
  discontinuedChoices,
  MAX_APPROVE_ABOVE,
  MAX_BUFFER,
  type SyncSettings,
  versionOf,
} from "../../catalog/links/sync-settings.ts";
import type { FailedView, SyncStatus } from "../../catalog/sync/merchant/find-sync-status.server.ts";
import type { ListPage } from "../../catalog/sync/merchant/list-page.ts";
import { EditorSaveBar } from "../../components/editor-save-bar.tsx";
import { ListPages } from "../../components/list-pages.tsx";
import { Moment } from "../../components/moment.tsx";
import type { Notice } from "../../components/notice.tsx";
import { ProblemText, ProductLink } from "../../components/product.tsx";
import { useT } from "../../messages/use-t.ts";

type OverviewProps = {
  status: Omit<Travelled<SyncStatus>, "problem"> & { problem: SyncStatus["problem"] };
  failed: ListPage<FailedView>;
  fetcher: FetcherWithComponents<unknown>;
};

type Travelled<Value> = Value extends Date
  ? string
  : Value extends object
    ? { [Key in keyof Value]: Travelled<Value[Key]> }
    : Value;

/** Shows the state of the sync, and the problems that block it. */
export function Overview({ status, failed: { rows: failed, ...places }, fetcher }: OverviewProps) {
  const t = useT();
  return (
    <BlockStack gap="400">
      {status.awaitingStart > 0 && (
        <Banner
          tone="info"
          title={t("sync.awaiting.title", { count: status.awaitingStart })}
          action={{ content: t("sync.awaiting.action"), url: "/app/sync?show=preview" }}
        >
          <p>{t("sync.awaiting")}</p>
        </Banner>
      )}
      {status.approvals > 0 && (
        <Banner
          tone="warning"
          title={t("sync.approvals.title", { count: status.approvals })}
          action={{ content: t("sync.approvals.action"), url: "/app/sync?show=approvals" }}
        >
          <p>{t("sync.approvals.help")}</p>
        </Banner>
      )}
      <State status={status} />
      {failed.length > 0 && (
        <Card>
          <BlockStack gap="300">
            <Text as="h2" variant="headingMd">
              {t("sync.failed.title", { count: status.failed })}
            </Text>
            {failed.map(({ supplierProductId, product, problem }) => (
              <BlockStack key={supplierProductId} gap="050">
                <ProductLink id={supplierProductId} name={product} />
                {problem && <ProblemText problem={problem} tone="subdued" />}
              </BlockStack>
            ))}
            <ListPages params={{}} {...places} />
            <InlineStack align="end">
              <Button
                onClick={() => {
                  fetcher.submit({ intent: "sync-now" }, { method: "post" });
                }}
              >
                {t("sync.try-again")}
              </Button>
            </InlineStack>
          </BlockStack>
        </Card>
      )}
    </BlockStack>
  );
}

type SettingsProps = {
  settings: SyncSettings;
  fetcher: FetcherWithComponents<
    { notice: Notice | null; misfits?: ("buffer" | "approveAbove")[] } | undefined
  >;
};

/** The form for the fields that follow the supplier, and for the limits beyond which a price needs approval. */
export function SettingsForm({ settings: newest, fetcher }: SettingsProps) {
  const t = useT();
  // Keeps the first settings in the form. The page reloads while products are updated, and may then load settings
  // from another window.
  const [settings, setSettings] = useState(newest);
  const [answer, setAnswer] = useState(fetcher.data);
  if (fetcher.state === "idle" && fetcher.data !== answer) {
    setAnswer(fetcher.data);
    if (fetcher.data?.notice) setSettings(newest);
  }
  const [price, setPrice] = useState(settings.price);
  const [stock, setStock] = useState(settings.stock);
  const [availability, setAvailability] = useState(settings.availability);
  const [discontinued, setDiscontinued] = useState<Discontinued>(settings.discontinued);
  const [zeroUnreadable, setZeroUnreadable] = useState(settings.zeroUnreadable);
  const [buffer, setBuffer] = useState(String(settings.buffer));
  const [approveAbove, setApproveAbove] = useState(String(settings.approveAbove ?? ""));
  const misfits = fetcher.state === "idle" ? (fetcher.data?.misfits ?? []) : [];
  const typed = { price, stock, availability, discontinued, zeroUnreadable, buffer, approveAbove };
  const stored = {
    ...settings,
    buffer: String(settings.buffer),
    approveAbove: String(settings.approveAbove ?? ""),
  };
  const dirty = (Object.keys(typed) as (keyof typeof typed)[]).some(
    (name) => String(typed[name]).trim() !== String(stored[name]),
  );
  const word = (on: boolean) => (on ? "on" : "off");
  const save = () => {
    const boxes = {
      price: word(price),
      stock: word(stock),
      availability: word(availability),
      zeroUnreadable: word(zeroUnreadable),
    };
    const seen = versionOf(settings);
    fetcher.submit(
      { intent: "settings", ...boxes, discontinued, buffer, approveAbove, seen },
      { method: "post" },
    );
  };
  const discard = () => {
    setPrice(stored.price);
    setStock(stored.stock);
    setAvailability(stored.availability);
    setDiscontinued(stored.discontinued);
    setZeroUnreadable(stored.zeroUnreadable);
    setBuffer(stored.buffer);
    setApproveAbove(stored.approveAbove);
  };
  return (
    <Card>
      <EditorSaveBar
        id="sync-settings-save-bar"
        isOpen={dirty}
        isSaving={fetcher.state !== "idle"}
        onSave={save}
        onDiscard={discard}
      />
      <BlockStack gap="400">
        <FormLayout>
          <Checkbox
            label={t("sync.settings.price")}
            helpText={t("sync.settings.price.help")}
            checked={price}
            onChange={setPrice}
          />
          <TextField
            label={t("sync.settings.approve-above")}
            helpText={t("sync.settings.approve-above.help")}
            value={approveAbove}
            onChange={setApproveAbove}
            suffix="%"
            inputMode="numeric"
            autoComplete="off"
            disabled={!price}
            error={
              misfits.includes("approveAbove")
                ? t("sync.settings.misfit", { highest: MAX_APPROVE_ABOVE })
                : undefined
            }
          />
          <Checkbox
            label={t("sync.settings.stock")}
            helpText={t("sync.settings.stock.help")}
            checked={stock}
            onChange={setStock}
          />
          <TextField
            label={t("sync.settings.buffer")}
            helpText={t("sync.settings.buffer.help")}
            value={buffer}
            onChange={setBuffer}
            inputMode="numeric"
            autoComplete="off"
            disabled={!stock}
            error={
              misfits.includes("buffer") ? t("sync.settings.misfit", { highest: MAX_BUFFER }) : undefined
            }
          />
          <Checkbox
            label={t("sync.settings.zero-unreadable")}
            helpText={t("sync.settings.zero-unreadable.help")}
            checked={zeroUnreadable}
            onChange={setZeroUnreadable}
            disabled={!stock}
          />
          <Checkbox
            label={t("sync.settings.availability")}
            helpText={t("sync.settings.availability.help")}
            checked={availability}
            onChange={setAvailability}
          />
          <Select
            label={t("sync.settings.discontinued")}
            options={discontinuedChoices.map((value) => ({ value, label: t(`sync.discontinued.${value}`) }))}
            value={discontinued}
            onChange={(value) => {
              setDiscontinued(value as Discontinued);
            }}
            disabled={!availability}
          />
        </FormLayout>
      </BlockStack>
    </Card>
  );
}

function State({ status }: Pick<OverviewProps, "status">) {
  const t = useT();
  const { state, readAt, problem, following, due, lastRun, comparedAt } = status;
  return (
    <Card>
      <BlockStack gap="300">
        <div aria-live="polite">
          <Text as="h2" variant="headingMd">
            {problem ? t("sync.state.unavailable") : t(headline(status), { due })}
          </Text>
        </div>
        {problem && <Text as="p">{t("sync.state.nothing-to-read", { problem: problem.message })}</Text>}
        {!problem && state === "resting" && <Text as="p">{t("sync.following", { count: following })}</Text>}
        {status.unreadable > 0 && (
          <Text as="p">
            {t("sync.unreadable", { count: status.unreadable })}{" "}
            <Link url="/app/catalog?show=unreadable">{t("catalog.unreadable.show")}</Link>
          </Text>
        )}
        {lastRun && (
          <Text as="p" tone="subdued">
            <Moment iso={lastRun.startedAt}>
              {(at) => t("sync.last-run", { at, changed: lastRun.changed, products: lastRun.products })}
            </Moment>
          </Text>
        )}
        {readAt !== null && (
          <Text as="p" tone="subdued">
            <Moment iso={readAt}>{(at) => t("sync.read", { at })}</Moment>
          </Text>
        )}
        {status.sendsAll && (
          <Text as="p" tone="subdued">
            {t("sync.sends-all")}
          </Text>
        )}
        {comparedAt !== null && (
          <Text as="p" tone="subdued">
            <Moment iso={comparedAt}>{(at) => t("sync.compared", { at })}</Moment>
          </Text>
        )}
      </BlockStack>
    </Card>
  );
}

function headline({
  state,
  following,
  awaitingStart,
  approvals,
  failed,
  unreadable,
}: OverviewProps["status"]) {
  if (state === "reading") return "sync.state.reading";
  if (state === "writing") return "sync.state.writing";
  if (following === 0) return awaitingStart > 0 ? "sync.state.awaiting" : "sync.state.nothing-imported";
  return approvals + failed + unreadable > 0 ? "sync.state.needs-you" : "sync.state.up-to-date";
}
