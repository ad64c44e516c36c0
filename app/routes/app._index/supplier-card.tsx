import { useRouteLoaderData } from "@remix-run/react";
import { Badge, BlockStack, Button, ButtonGroup, Card, InlineStack, Text } from "@shopify/polaris";

import type { Freshness } from "../../catalog/sync/merchant/find-home-figures.server.ts";
import type { ShownState } from "../../components/banners/connection-banner.tsx";
import { Moment } from "../../components/moment.tsx";
import { SupplierLinks, SupplierLogo } from "../../components/supplier-links.tsx";
import { isConnected } from "../../connection/connection-state.ts";
import type { Supplier } from "../../lib/env.server.ts";
import type { Message } from "../../messages/message.ts";
import { useT } from "../../messages/use-t.ts";
import type { loader as appLoader } from "../app.tsx";

type ShownFreshness = Omit<Freshness, "readAt"> & { readAt: string | null };

type Props = { state: ShownState; supplier: Supplier; freshness: ShownFreshness; sellsNothing: boolean };

/**
 * Shows the state of the supplier's data, or how to connect. Renders nothing if the shop has to reconnect, because
 * the page's banner says so.
 */
export function SupplierCard({ state, supplier, freshness, sellsNothing }: Props) {
  if (state.kind === "needs-reconnecting") return null;
  if (!isConnected(state)) return <ConnectCard state={state} />;
  return <HealthCard {...{ state, supplier, freshness, sellsNothing }} />;
}

function HealthCard({ state, supplier, freshness, sellsNothing }: Props) {
  const t = useT();
  const downSince = useRouteLoaderData<typeof appLoader>("routes/app")?.downSince ?? null;
  const { label, tone } = healthOf({ state, freshness, isDown: downSince !== null });
  const { readAt, isReading, problem } = freshness;
  return (
    <Card>
      <BlockStack gap="300">
        <InlineStack gap="200" blockAlign="center">
          <SupplierLogo supplier={supplier} />
          <Text as="h2" variant="headingMd">
            {t("home.supplier", { supplier: supplier.name })}
          </Text>
          <Badge tone={tone}>{t(label)}</Badge>
        </InlineStack>
        {state.kind === "unverified" && <Text as="p">{t(state.message)}</Text>}
        {problem !== null && state.kind !== "unverified" && (
          <Text as="p">{t("home.supplier.problem", { problem })}</Text>
        )}
        {readAt !== null && (
          <Text as="p" tone="subdued">
            <Moment iso={readAt}>{(at) => t("home.supplier.read", { at })}</Moment>
          </Text>
        )}
        {readAt === null && isReading && (
          <Text as="p" tone="subdued">
            {t("home.supplier.reading")}
          </Text>
        )}
        {sellsNothing && <Text as="p">{t("home.connected")}</Text>}
        <ButtonGroup>
          <Button url="/app/catalog" {...(sellsNothing && { variant: "primary" })}>
            {t("home.connected.action")}
          </Button>
          <Button url="/app/settings">{t("home.manage")}</Button>
        </ButtonGroup>
        <SupplierLinks supplier={supplier} />
      </BlockStack>
    </Card>
  );
}

type Health = { label: Message; tone: "success" | "attention" | "warning" };

function healthOf({
  state,
  freshness,
  isDown,
}: Pick<Props, "state" | "freshness"> & { isDown: boolean }): Health {
  if (isDown) return { label: { code: "home.supplier.down" }, tone: "warning" };
  if (state.kind === "unverified" || state.kind === "other-account")
    return { label: { code: `connection.state.${state.kind}` }, tone: "attention" };
  if (freshness.problem !== null) return { label: { code: "home.supplier.unread" }, tone: "warning" };
  return { label: { code: "home.supplier.up" }, tone: "success" };
}

function ConnectCard({ state }: { state: ShownState }) {
  const t = useT();
  const { title, text, action } = connectTexts(state);
  return (
    <Card>
      <BlockStack gap="400" inlineAlign="start">
        <Text as="h2" variant="headingMd">
          {t(title)}
        </Text>
        <Text as="p">{t(text)}</Text>
        <Button variant="primary" url="/app/settings">
          {t(action)}
        </Button>
      </BlockStack>
    </Card>
  );
}

function connectTexts(state: ShownState): { title: Message; text: Message; action: Message } {
  if (state.kind === "connecting")
    return {
      title: { code: "connection.connecting.title" },
      text: { code: "connection.in-progress" },
      action: { code: "connection.view-progress" },
    };
  if (state.kind === "disconnected")
    return {
      title: { code: "home.disconnected.title" },
      text: { code: "home.disconnected", at: state.at },
      action: { code: "home.disconnected.action" },
    };
  return {
    title: { code: "home.connect.title" },
    text: { code: "home.connect" },
    action: { code: "home.connect.action" },
  };
}
