import {
  Badge,
  Banner,
  BlockStack,
  Button,
  Card,
  Checkbox,
  ChoiceList,
  InlineGrid,
  InlineStack,
  Modal,
  Text,
} from "@shopify/polaris";
import { useState } from "react";
import { Moment } from "../../components/moment.tsx";
import type { ShownState } from "../../components/banners/connection-banner.tsx";
import { SupplierLinks, SupplierLogo } from "../../components/supplier-links.tsx";
import { productsAfter, type ProductsAfter } from "../../connection/connection-state.ts";
import type { Supplier } from "../../lib/env.server.ts";
import { useT } from "../../messages/use-t.ts";
import { COUNTED_AT_MOST } from "../../orders/states/order-group.ts";
import { useConnectionFetcher } from "./answers.ts";
import { useFetcher } from "@remix-run/react";
import type { OrphanedKey } from "../../connection/key-attempt-store.server.ts";

/** The connection with ISO times, as the loader serializes it. */
export type ShownConnection = {
  keyName: string;
  keyHint: { start: string; end: string };
  generation: number;
  /** The account's email, such as "an…@example.com"; null if it is unknown. */
  account: string | null;
  connectedAt: string;
  checkedAt: string;
};

type ConnectionCardProps = {
  supplier: Supplier;
  connection: ShownConnection;
  state: ShownState;
  ordersInProgress: number;
  ordersThatNeedAttention: number;
  /** True if the merchant has saved shipping rates. */
  hasRates: boolean;
  /** True if another shop is connected to the same account. */
  shared: boolean;
  onReplace: () => void;
};

/** Shows the key, its age and its state, with buttons that test it, replace it, or disconnect the shop. */
export function ConnectionCard(props: ConnectionCardProps) {
  const { supplier, connection, state, ordersInProgress, ordersThatNeedAttention, hasRates } = props;
  const { shared, onReplace } = props;
  const t = useT();
  const fetcher = useConnectionFetcher();
  const [asking, setAsking] = useState(false);
  const intent = fetcher.state === "idle" ? null : fetcher.formData?.get("intent");
  const { keyName, keyHint, account, connectedAt, checkedAt } = connection;
  return (
    <Card>
      <BlockStack gap="400">
        <InlineStack align="space-between" blockAlign="center" gap="200">
          <InlineStack gap="200" blockAlign="center">
            <SupplierLogo supplier={supplier} />
            <Text as="h2" variant="headingMd">
              {t("connection.card.title", { supplier: supplier.name })}
            </Text>
          </InlineStack>
          <StateBadge state={state} />
        </InlineStack>
        {state.kind === "needs-reconnecting" && (
          <Banner tone="critical">
            <p>{t("connection.needs-reconnecting", { why: state.message, since: state.since })}</p>
          </Banner>
        )}
        {state.kind === "unverified" && (
          <Banner tone="warning">
            <p>{t(state.message)}</p>
          </Banner>
        )}
        <BlockStack gap="200">
          {account !== null && <Fact label={t("connection.account")}>{account}</Fact>}
          <Fact label={t("connection.key-name")}>{keyName}</Fact>
          <Fact label={t("connection.key")}>{`${keyHint.start}…${keyHint.end}`}</Fact>
          <Fact label={t("connection.connected-since")}>
            <Moment iso={connectedAt} />
          </Fact>
          <Fact label={t("connection.last-checked")}>
            <Moment iso={checkedAt} />
          </Fact>
        </BlockStack>
        <SupplierLinks supplier={supplier} />
        <Text as="p" tone="subdued" breakWord>
          {t(account === null ? "connection.which-account" : "connection.which-account.shown")}
        </Text>
        {shared && (
          <Banner tone="info" title={t("connection.shared.title")}>
            <p>{t("connection.shared")}</p>
          </Banner>
        )}
        <InlineStack align="end" gap="200">
          <Button
            tone="critical"
            variant="tertiary"
            onClick={() => {
              setAsking(true);
            }}
          >
            {t("connection.disconnect")}
          </Button>
          {state.kind !== "needs-reconnecting" && (
            <Button onClick={onReplace}>{t("connection.replace.submit")}</Button>
          )}
          <fetcher.Form method="post">
            <input type="hidden" name="intent" value="test" />
            <Button submit loading={intent === "test"}>
              {t("connection.test")}
            </Button>
          </fetcher.Form>
        </InlineStack>
      </BlockStack>
      <DisconnectDialog
        open={asking}
        onClose={() => {
          setAsking(false);
        }}
        {...{ keyName, ordersInProgress, ordersThatNeedAttention, hasRates }}
      />
    </Card>
  );
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <InlineGrid columns={{ xs: 1, sm: "140px 1fr" }} gap={{ xs: "0", sm: "200" }}>
      <Text as="span" tone="subdued">
        {label}
      </Text>
      <Text as="span" breakWord>
        {children}
      </Text>
    </InlineGrid>
  );
}

function StateBadge({ state: { kind } }: { state: ShownState }) {
  const t = useT();
  switch (kind) {
    case "needs-reconnecting":
      return <Badge tone="critical">{t(`connection.state.${kind}`)}</Badge>;
    case "other-account":
    case "unverified":
      return <Badge tone="attention">{t(`connection.state.${kind}`)}</Badge>;
    default:
      return <Badge tone="success">{t("connection.state.connected")}</Badge>;
  }
}

/** Asks the merchant to confirm the disconnection, and what happens to the products in the shop. */
function DisconnectDialog({
  open,
  onClose,
  keyName,
  ordersInProgress,
  ordersThatNeedAttention,
  hasRates,
}: {
  open: boolean;
  onClose: () => void;
} & Pick<ConnectionCardProps, "ordersInProgress" | "ordersThatNeedAttention" | "hasRates"> & {
    keyName: string;
  }) {
  const t = useT();
  const fetcher = useConnectionFetcher();
  const [products, setProducts] = useState<ProductsAfter>("zero-stock");
  const [removesLocation, setRemovesLocation] = useState(false);
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={t("connection.disconnect.title")}
      primaryAction={{
        content: t("connection.disconnect"),
        destructive: true,
        onAction: () => {
          onClose();
          fetcher.submit({ intent: "disconnect", products, removesLocation }, { method: "post" });
        },
      }}
      secondaryActions={[{ content: t("connection.disconnect.cancel"), onAction: onClose }]}
    >
      <Modal.Section>
        <BlockStack gap="400">
          <Text as="p" breakWord>
            {t("connection.disconnect.effect", { keyName })}
          </Text>
          {ordersInProgress > 0 && (
            <Banner tone="warning">
              <p>
                {ordersInProgress > COUNTED_AT_MOST
                  ? t("connection.disconnect.orders.more", { count: COUNTED_AT_MOST })
                  : t("connection.disconnect.orders", { count: ordersInProgress })}
              </p>
            </Banner>
          )}
          {ordersThatNeedAttention > 0 && (
            <Banner tone="warning">
              <p>
                {ordersThatNeedAttention > COUNTED_AT_MOST
                  ? t("connection.disconnect.attention.more", { count: COUNTED_AT_MOST })
                  : t("connection.disconnect.attention", { count: ordersThatNeedAttention })}
              </p>
            </Banner>
          )}
          <ChoiceList
            title={t("connection.disconnect.products")}
            choices={productsAfter.map((value) => ({
              value,
              label: t(`connection.disconnect.${value}`),
              helpText: t(`connection.disconnect.${value}.help`),
            }))}
            selected={[products]}
            onChange={([chosen]) => {
              setProducts(productsAfter.find((value) => value === chosen) ?? "zero-stock");
            }}
          />
          {hasRates && <Text as="p">{t("connection.disconnect.rates")}</Text>}
          <Checkbox
            label={t("connection.disconnect.location")}
            helpText={t("connection.disconnect.location.help")}
            checked={removesLocation}
            onChange={setRemovesLocation}
          />
        </BlockStack>
      </Modal.Section>
    </Modal>
  );
}

/** An orphaned key with an ISO time, as the loader serializes it. */
type ShownKey = Omit<OrphanedKey, "since"> & { since: string };

/** Lists keys that the merchant has to delete on the supplier's site. */
export function OrphanedKeys({ keys, supplier }: { keys: ShownKey[]; supplier: Supplier }) {
  const t = useT();
  const fetcher = useFetcher();
  // Asks for confirmation, because a removed name is gone: the merchant could not look it up again.
  const [asking, setAsking] = useState<ShownKey | null>(null);
  const stopAsking = () => {
    setAsking(null);
  };
  return (
    <Card>
      <BlockStack gap="400">
        <BlockStack gap="200">
          <Text as="h2" variant="headingMd">
            {t("connection.orphaned-keys.title")}
          </Text>
          <Text as="p" tone="subdued">
            {t("connection.orphaned-keys", { supplier: supplier.name })}
          </Text>
          <SupplierLinks supplier={supplier} />
        </BlockStack>
        {keys.map((key) => (
          <InlineStack key={key.id} align="space-between" blockAlign="center" gap="400">
            <BlockStack gap="050">
              <Text as="p" fontWeight="medium" breakWord>
                {key.keyName}
              </Text>
              <Text as="p" tone="subdued">
                {t(`connection.orphaned-key.${key.why}`, { since: key.since })}
              </Text>
            </BlockStack>
            <Button
              accessibilityLabel={t("action.about", {
                action: t("connection.orphaned-key.acknowledge"),
                subject: key.keyName,
              })}
              onClick={() => {
                setAsking(key);
              }}
            >
              {t("connection.orphaned-key.acknowledge")}
            </Button>
          </InlineStack>
        ))}
      </BlockStack>
      <Modal
        open={asking !== null}
        onClose={stopAsking}
        title={t("connection.orphaned-key.acknowledge.title")}
        primaryAction={{
          content: t("connection.orphaned-key.acknowledge.submit"),
          onAction: () => {
            if (asking) fetcher.submit({ intent: "acknowledge-key", id: asking.id }, { method: "post" });
            stopAsking();
          },
        }}
        secondaryActions={[
          { content: t("connection.orphaned-key.acknowledge.cancel"), onAction: stopAsking },
        ]}
      >
        <Modal.Section>
          <Text as="p">
            {t("connection.orphaned-key.acknowledge.effect", { keyName: asking?.keyName ?? "" })}
          </Text>
        </Modal.Section>
      </Modal>
    </Card>
  );
}
