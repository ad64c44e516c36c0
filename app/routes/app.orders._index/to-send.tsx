import { useFetcher } from "@remix-run/react";
import {
  BlockStack,
  Box,
  Button,
  Checkbox,
  IndexTable,
  InlineStack,
  Link,
  Spinner,
  Text,
} from "@shopify/polaris";
import { useEffect } from "react";

import { Moment } from "../../components/moment.tsx";
import { type Notice, NoticeBanner } from "../../components/notice.tsx";
import { StickyBar } from "../../components/sticky-bar.tsx";
import { useNarrow } from "../../components/use-narrow.ts";
import { useScopeRequest } from "../../components/use-scope-request.ts";
import { useT } from "../../messages/use-t.ts";
import { REQUESTING_SCOPE } from "../../shop/orders/fulfillment-order.ts";
import { Amount, ExpectedShipping, Figure, Items, Profit } from "./cells.tsx";
import { useQuestion } from "./preview.tsx";
import { type Question, SendDialog } from "./send-dialog.tsx";
import type { SendRow } from "./order-row.ts";
import { type AdjacentPages, usePages, useSelection } from "./table-state.ts";

/** Lists the orders that wait to be sent, each with a checkbox, and has one button for all checked orders. */
export function ToSendTable({
  rows,
  isPaused,
  mayRequest,
  atMost,
  onPressed,
  ...adjacent
}: {
  rows: SendRow[];
  isPaused: boolean;
  /** True if the app has the permission that sending needs. */
  mayRequest: boolean;
  /** Maximum number of orders that one press may send. */
  atMost: number;
  /**
   * Called after a press. Pass the same function on every render, because a new one is called again for the last
   * press.
   */
  onPressed?: () => void;
} & AdjacentPages) {
  const t = useT();
  const narrow = useNarrow();
  const pages = usePages(adjacent);
  const fetcher = useFetcher<{ notice: Notice | null }>();
  const { requestScope } = useScopeRequest();
  const free = rows.filter(({ isBeingSent }) => !isBeingSent);
  const selection = useSelection(free, { atMost });
  const { selected } = selection;
  const { question, ask, close } = useQuestion<Question>();
  const send = async ({ orders, intent }: Question) => {
    // If the merchant declines, the action's notice says so.
    await requestScope(REQUESTING_SCOPE);
    const picked = orders.map((order) => {
      const { id, version, loss } = order;
      // Sends the loss that the merchant saw and agreed to. A larger loss is not accepted.
      return {
        id,
        version,
        ...(intent === "send" && loss && { acceptedLoss: loss }),
      };
    });
    fetcher.submit({ intent, orders: JSON.stringify(picked) }, { method: "post" });
    selection.clear();
  };
  const { data } = fetcher;
  useEffect(() => {
    if (data !== undefined) onPressed?.();
  }, [data, onPressed]);
  const busy = fetcher.state !== "idle";
  return (
    <>
      <Box padding="300" paddingBlockEnd="0">
        <BlockStack gap="300">
          {data?.notice && <NoticeBanner notice={data.notice} />}
          <Text as="p" tone="subdued">
            {t("to-send.intro")}
          </Text>
        </BlockStack>
      </Box>
      <StickyBar>
        <InlineStack align="space-between" blockAlign="center" gap="200">
          <Checkbox label={t("to-send.select-all")} {...selection.page} />
          <InlineStack gap="200">
            <Button
              disabled={busy || selected.length === 0}
              onClick={() => {
                ask({ orders: selected, intent: "send-part" });
              }}
            >
              {t("to-send.send-part")}
            </Button>
            <Button
              variant="primary"
              disabled={busy || selected.length === 0}
              onClick={() => {
                ask({ orders: selected, intent: "send" });
              }}
            >
              {t("to-send.send-selected", { count: selected.length })}
            </Button>
          </InlineStack>
        </InlineStack>
      </StickyBar>
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
            row,
            busy,
            isTicked: selection.isTicked(row) && !row.isBeingSent,
            tick: (isOn: boolean) => {
              selection.tick([row], isOn);
            },
            ask: () => {
              ask({ orders: [row], intent: "send" });
            },
          };
          return (
            <IndexTable.Row key={row.id} id={row.id} position={index}>
              {narrow ? <NarrowRow {...shown} /> : <WideRow {...shown} />}
            </IndexTable.Row>
          );
        })}
      </IndexTable>
      {question && (
        <SendDialog
          question={question}
          isPaused={isPaused}
          mayRequest={mayRequest}
          onClose={close}
          onSend={(orders) => void send({ ...question, orders })}
        />
      )}
    </>
  );
}

type RowProps = {
  row: SendRow;
  isTicked: boolean;
  tick: (isOn: boolean) => void;
  busy: boolean;
  ask: () => void;
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
      <IndexTable.Cell>
        <Text as="p" alignment="end" numeric>
          <Amount amount={row.paid} unknown={t("to-send.unknown")} />
        </Text>
      </IndexTable.Cell>
      <IndexTable.Cell>
        <Text as="p" alignment="end" numeric>
          <Amount amount={row.cost} unknown={t("to-send.unknown")} />
        </Text>
        <ExpectedShipping row={row} />
      </IndexTable.Cell>
      <IndexTable.Cell>
        <BlockStack inlineAlign="end">
          <Profit profit={row.profit} unknown={t(whyUnknown(row))} isBeforeShipping={row.shipping === null} />
        </BlockStack>
      </IndexTable.Cell>
      <IndexTable.Cell>
        <InlineStack align="end">
          <Action row={row} {...button} />
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
          <Action row={row} {...button} />
        </InlineStack>
        <Items row={row} />
        <Figure label={t("to-send.column.paid")}>
          <Amount amount={row.paid} unknown={t("to-send.unknown")} />
        </Figure>
        <Figure label={t("to-send.column.cost")}>
          <Amount amount={row.cost} unknown={t("to-send.unknown")} />
        </Figure>
        <ExpectedShipping row={row} />
        <Figure label={t("to-send.column.profit")}>
          <Profit profit={row.profit} unknown={t(whyUnknown(row))} isBeforeShipping={row.shipping === null} />
        </Figure>
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
      <Text as="span" fontWeight="semibold">
        {row.orderName}
      </Text>
      <Text as="span" tone="subdued" variant="bodySm">
        <Moment iso={row.openedAt} form="medium">
          {(at) => t("to-send.opened", { at })}
        </Moment>
      </Text>
      <Text as="span" variant="bodySm">
        <Link
          url={row.adminUrl}
          target="_top"
          accessibilityLabel={t("action.about", { action: t("to-send.in-shopify"), subject: row.orderName })}
        >
          {t("to-send.in-shopify")}
        </Link>
      </Text>
      {row.kept && (
        <Text as="span" variant="bodySm" tone="caution" breakWord>
          {t(row.kept.why)}
        </Text>
      )}
      {row.kept?.until && (
        <Text as="span" tone="subdued" variant="bodySm">
          {t("rules.kept.until", { at: row.kept.until })}
        </Text>
      )}
      {row.problem && (
        <Text as="span" variant="bodySm" tone="critical" breakWord>
          {t(row.problem)}
        </Text>
      )}
    </BlockStack>
  );
}

/** Returns why the profit is not known. */
function whyUnknown({ cost }: SendRow) {
  return cost === null ? "to-send.not-linked" : "to-send.no-rate";
}

function Action({ row, busy, ask }: Pick<RowProps, "row" | "busy" | "ask">) {
  const t = useT();
  if (row.isBeingSent)
    return (
      <InlineStack gap="100" blockAlign="center">
        <Spinner size="small" />
        <Text as="span">{t("to-send.sending")}</Text>
      </InlineStack>
    );
  const action = t(row.kept ? "to-send.send-anyway" : "to-send.send-short");
  return (
    <Button
      disabled={busy}
      accessibilityLabel={t("action.about", { action, subject: row.orderName })}
      onClick={ask}
    >
      {action}
    </Button>
  );
}
