import { useFetcher } from "@remix-run/react";
import {
  Box,
  BlockStack,
  Checkbox,
  IndexTable,
  InlineStack,
  Link,
  Spinner,
  Text,
  useBreakpoints,
} from "@shopify/polaris";
import { useContext, useState } from "react";

import { Moment } from "../../components/moment.tsx";
import { type Notice, NoticeBanner } from "../../components/notice.tsx";
import type { Money } from "../../lib/money.ts";
import { formatMoney } from "../../messages/format-money.ts";
import { LocaleContext, useT } from "../../messages/use-t.ts";
import { SendButton } from "./send-button.tsx";
import type { SendRow } from "./send-row.ts";
import { type AdjacentPages, usePages } from "./use-pages.ts";

/** Orders that wait to be sent, with a tick box each and one button for all that are ticked. */
export function ToSendTable({
  rows,
  isPaused,
  ...adjacent
}: {
  rows: SendRow[];
  isPaused: boolean;
} & AdjacentPages) {
  const t = useT();
  const narrow = useBreakpoints().smDown;
  const pages = usePages(adjacent);
  const fetcher = useFetcher<{ notice: Notice | null }>();
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const free = rows.filter(({ isBeingSent }) => !isBeingSent);
  const selected = free.filter(({ id }) => ticked.has(id));
  const tick = (ids: string[], isOn: boolean) => {
    setTicked((before) => {
      const others = [...before].filter((id) => !ids.includes(id));
      return new Set(isOn ? [...others, ...ids] : others);
    });
  };
  const send = (orders: SendRow[]) => {
    const picked = orders.map(({ id, version }) => ({ id, version }));
    fetcher.submit({ intent: "send", orders: JSON.stringify(picked) }, { method: "post" });
    setTicked(new Set());
  };
  const shared = { busy: fetcher.state !== "idle", isPaused, send };
  const all = selected.length === free.length && free.length > 0;
  return (
    <>
      <Box padding="300">
        <BlockStack gap="300">
          {fetcher.data?.notice && <NoticeBanner notice={fetcher.data.notice} />}
          <Text as="p" tone="subdued">
            {t("to-send.intro")}
          </Text>
          <InlineStack align="space-between" blockAlign="center" gap="200">
            <Checkbox
              label={t("to-send.select-all")}
              checked={all || (selected.length > 0 ? "indeterminate" : false)}
              disabled={free.length === 0}
              onChange={(isOn) => {
                tick(
                  free.map(({ id }) => id),
                  isOn,
                );
              }}
            />
            <SendButton
              {...shared}
              rows={selected}
              label={t("to-send.send-selected", { count: selected.length })}
              variant="primary"
            />
          </InlineStack>
        </BlockStack>
      </Box>
      <IndexTable
        resourceName={{ singular: t("orders.one"), plural: t("orders.many") }}
        itemCount={rows.length}
        selectable={false}
        condensed={narrow}
        headings={[
          { title: t("to-send.column.select"), hidden: true },
          { title: t("orders.column.order") },
          { title: t("to-send.column.items") },
          { title: t("to-send.column.paid"), alignment: "end" },
          { title: t("to-send.column.cost"), alignment: "end" },
          { title: t("to-send.column.profit"), alignment: "end" },
          { title: t("to-send.column.action"), hidden: true },
        ]}
        {...pages}
      >
        {rows.map((row, index) => {
          const shown = {
            ...shared,
            row,
            isTicked: ticked.has(row.id) && !row.isBeingSent,
            tick: (isOn: boolean) => {
              tick([row.id], isOn);
            },
          };
          return (
            <IndexTable.Row key={row.id} id={row.id} position={index}>
              {narrow ? <NarrowRow {...shown} /> : <WideRow {...shown} />}
            </IndexTable.Row>
          );
        })}
      </IndexTable>
    </>
  );
}

type RowProps = {
  row: SendRow;
  isTicked: boolean;
  tick: (isOn: boolean) => void;
  busy: boolean;
  isPaused: boolean;
  send: (rows: SendRow[]) => void;
};

function WideRow({ row, isTicked, tick, ...button }: RowProps) {
  const t = useT();
  return (
    <>
      <IndexTable.Cell>
        <Tick row={row} isTicked={isTicked} tick={tick} />
      </IndexTable.Cell>
      <IndexTable.Cell>
        <Name row={row} />
      </IndexTable.Cell>
      <IndexTable.Cell>
        <Items row={row} />
      </IndexTable.Cell>
      {[row.paid, row.cost].map((amount, index) => (
        <IndexTable.Cell key={index}>
          <Text as="p" alignment="end" numeric>
            <Amount amount={amount} />
          </Text>
        </IndexTable.Cell>
      ))}
      <IndexTable.Cell>
        <BlockStack inlineAlign="end">
          <Profit row={row} />
        </BlockStack>
      </IndexTable.Cell>
      <IndexTable.Cell>
        <InlineStack align="end">
          <Action row={row} {...button} label={t("to-send.send")} />
        </InlineStack>
      </IndexTable.Cell>
    </>
  );
}

/** On a phone a row is a small card without horizontal scrolling. */
function NarrowRow({ row, isTicked, tick, ...button }: RowProps) {
  const t = useT();
  return (
    <Box padding="300" width="100%">
      <BlockStack gap="200">
        <InlineStack align="space-between" blockAlign="start" gap="200" wrap={false}>
          <InlineStack gap="200" wrap={false}>
            <Tick row={row} isTicked={isTicked} tick={tick} />
            <Name row={row} />
          </InlineStack>
          <Action row={row} {...button} label={t("to-send.send-short")} />
        </InlineStack>
        <Items row={row} />
        <Figure label={t("to-send.column.paid")} amount={row.paid} />
        <Figure label={t("to-send.column.cost")} amount={row.cost} />
        <InlineStack align="space-between" gap="200">
          <Text as="span">{t("to-send.column.profit")}</Text>
          <Profit row={row} />
        </InlineStack>
      </BlockStack>
    </Box>
  );
}

function Tick({ row, isTicked, tick }: Pick<RowProps, "row" | "isTicked" | "tick">) {
  const t = useT();
  return (
    <Checkbox
      label={t("to-send.select", { order: row.orderName })}
      labelHidden
      checked={isTicked}
      disabled={row.isBeingSent}
      onChange={tick}
    />
  );
}

function Name({ row }: { row: SendRow }) {
  const t = useT();
  return (
    <BlockStack>
      <Link url={row.adminUrl} target="_top" removeUnderline>
        <Text as="span" fontWeight="semibold">
          {row.orderName}
        </Text>
      </Link>
      <Text as="span" tone="subdued" variant="bodySm">
        <Moment iso={row.openedAt} form="medium">
          {(at) => t("to-send.opened", { at })}
        </Moment>
      </Text>
    </BlockStack>
  );
}

function Items({ row: { items, moreItems } }: { row: SendRow }) {
  const t = useT();
  return (
    <BlockStack gap="100">
      {items.map(({ title, sku, quantity }, index) => (
        <BlockStack key={index}>
          <Text as="span" breakWord>
            {t("to-send.item", { quantity, title })}
          </Text>
          {sku !== null && (
            <Text as="span" tone="subdued" variant="bodySm">
              {t("to-send.sku", { sku })}
            </Text>
          )}
        </BlockStack>
      ))}
      {moreItems > 0 && (
        <Text as="span" tone="subdued">
          {t("to-send.more-items", { count: moreItems })}
        </Text>
      )}
    </BlockStack>
  );
}

function Figure({ label, amount }: { label: string; amount: Money | null }) {
  return (
    <InlineStack align="space-between" gap="200">
      <Text as="span">{label}</Text>
      <Text as="span" numeric>
        <Amount amount={amount} />
      </Text>
    </InlineStack>
  );
}

function Amount({ amount }: { amount: Money | null }) {
  const t = useT();
  const locale = useContext(LocaleContext);
  return amount === null ? t("to-send.unknown") : formatMoney(amount, locale);
}

/** The profit, or why it is not known. */
function Profit({ row: { profit, cost, isLoss } }: { row: SendRow }) {
  const t = useT();
  const locale = useContext(LocaleContext);
  if (profit === null)
    return (
      <Text as="span" tone="subdued">
        {t(cost === null ? "to-send.not-linked" : "to-send.no-rate")}
      </Text>
    );
  return (
    <Text as="span" numeric fontWeight="semibold" {...(isLoss && { tone: "critical" })}>
      {formatMoney(profit, locale)}
    </Text>
  );
}

function Action({
  row,
  label,
  ...button
}: Pick<RowProps, "row" | "busy" | "isPaused" | "send"> & { label: string }) {
  const t = useT();
  if (row.isBeingSent)
    return (
      <InlineStack gap="100" blockAlign="center">
        <Spinner size="small" />
        <Text as="span">{t("to-send.sending")}</Text>
      </InlineStack>
    );
  return (
    <SendButton
      {...button}
      rows={[row]}
      label={label}
      accessibilityLabel={t("to-send.send-one", { order: row.orderName })}
    />
  );
}
