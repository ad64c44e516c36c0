import { useFetcher } from "@remix-run/react";
import {
  Badge,
  BlockStack,
  Box,
  Button,
  Checkbox,
  IndexTable,
  InlineStack,
  Link,
  Text,
} from "@shopify/polaris";
import { type ReactNode, useEffect } from "react";

import { Moment } from "../../components/moment.tsx";
import { type Notice, NoticeBanner } from "../../components/notice.tsx";
import { StickyBar } from "../../components/sticky-bar.tsx";
import { useNarrow } from "../../components/use-narrow.ts";
import { useT } from "../../messages/use-t.ts";
import { type BulkAction, bulkActions } from "../../orders/bulk/picked-order.ts";
import { Amount, ExpectedShipping, Figure, Items, Profit } from "./cells.tsx";
import { canBe, isOrderedOneByOne, type OrderListRow, pickedOf } from "./order-row.ts";
import { PreviewDialog, useQuestion } from "./preview.tsx";
import { PressPreview } from "./press-preview.tsx";
import { type AdjacentPages, usePages, useSelection } from "./table-state.ts";

type Question = { action: BulkAction; rows: OrderListRow[]; oneByOne: number; others: number };

/** Lists orders, each with a link to its page and a checkbox, and has buttons that act on all checked orders. */
export function OrderTable({
  rows,
  atMost,
  onPressed,
  ...adjacent
}: {
  rows: OrderListRow[];
  /** Maximum number of orders that one press may change. */
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
  const selection = useSelection(
    rows.filter(({ isToSend }) => !isToSend),
    { atMost },
  );
  const { selected } = selection;
  const singles = selected.filter(isOrderedOneByOne).length;
  const { question, ask, close } = useQuestion<Question>();
  const busy = fetcher.state !== "idle";
  const press = ({ action, rows: asked }: Question) => {
    const orders = JSON.stringify(asked.map((row) => pickedOf(action, row)));
    fetcher.submit({ intent: "press", press: crypto.randomUUID(), action, orders }, { method: "post" });
    selection.clear();
  };
  const { data } = fetcher;
  useEffect(() => {
    if (data !== undefined) onPressed?.();
  }, [data, onPressed]);
  return (
    <>
      {data?.notice && (
        <Box padding="300">
          <NoticeBanner notice={data.notice} />
        </Box>
      )}
      <StickyBar>
        <BlockStack gap="300">
          <InlineStack align="space-between" blockAlign="center" gap="200">
            <Checkbox label={t("to-send.select-all")} {...selection.page} />
            {selected.length > 0 && (
              <InlineStack align="start" gap="200" blockAlign="center">
                <Text as="span">{t("bulk.selected", { count: selected.length })}</Text>
                {bulkActions.map((action) => {
                  const able = selected.filter((row) => canBe(action, row));
                  return (
                    <Button
                      key={action}
                      size={narrow ? "slim" : "medium"}
                      disabled={busy || able.length === 0}
                      onClick={() => {
                        const oneByOne = action === "approve" ? singles : 0;
                        const others = selected.length - able.length - oneByOne;
                        ask({ action, rows: able, oneByOne, others });
                      }}
                    >
                      {t(`bulk.button.${action}`, { count: able.length })}
                    </Button>
                  );
                })}
                <Button variant="plain" onClick={selection.clear}>
                  {t("bulk.clear")}
                </Button>
              </InlineStack>
            )}
          </InlineStack>
          {singles > 0 && !selected.some((row) => canBe("approve", row)) && (
            // Says this below the buttons, because a disabled button opens no preview that could say it.
            <Text as="p" tone="subdued">
              {t("bulk.confirm.one-by-one", { count: singles })}
            </Text>
          )}
        </BlockStack>
      </StickyBar>
      <IndexTable
        resourceName={{ singular: t("orders.one"), plural: t("orders.many") }}
        itemCount={rows.length}
        selectable={false}
        condensed={narrow}
        headings={[
          { title: t("to-send.column.select"), hidden: true },
          { title: t("orders.column.order") },
          { title: t("orders.column.status") },
          { title: t("to-send.column.items") },
          { title: t("orders.column.paid"), alignment: "end" },
          { title: t("orders.column.cost"), alignment: "end" },
          { title: t("orders.column.profit"), alignment: "end" },
          { title: t("orders.column.tracking") },
        ]}
        {...pages}
      >
        {rows.map((row, index) => {
          const shown = {
            row,
            isTicked: selection.isTicked(row),
            tick: (isOn: boolean) => {
              selection.tick([row], isOn);
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
        <PreviewDialog
          title={t(`bulk.confirm.${question.action}`, { count: question.rows.length })}
          confirm={t(`bulk.button.${question.action}`, { count: question.rows.length })}
          keep={t("bulk.confirm.keep")}
          destructive={question.action === "cancel"}
          onClose={close}
          onConfirm={() => {
            press(question);
          }}
        >
          <PressPreview {...question} />
        </PreviewDialog>
      )}
    </>
  );
}

type RowProps = { row: OrderListRow; isTicked: boolean; tick: (isOn: boolean) => void };

function WideRow({ row, ...box }: RowProps) {
  return (
    <>
      <IndexTable.Cell>
        <Tick row={row} {...box} />
      </IndexTable.Cell>
      <IndexTable.Cell>
        <Name row={row} />
      </IndexTable.Cell>
      <IndexTable.Cell>
        <Status row={row} />
      </IndexTable.Cell>
      <IndexTable.Cell>
        <Items row={row} />
      </IndexTable.Cell>
      <IndexTable.Cell>
        <Text as="p" alignment="end" numeric>
          <Amount amount={row.paid} unknown="" />
        </Text>
      </IndexTable.Cell>
      <IndexTable.Cell>
        <Text as="p" alignment="end" numeric>
          <Amount amount={row.cost} unknown="" />
        </Text>
        {row.isExpected && <ExpectedShipping row={row} />}
      </IndexTable.Cell>
      <IndexTable.Cell>
        <BlockStack inlineAlign="end">
          <Profit profit={row.profit} unknown="" isBeforeShipping={row.isExpected && row.shipping === null} />
        </BlockStack>
      </IndexTable.Cell>
      <IndexTable.Cell>
        <Packages row={row} />
      </IndexTable.Cell>
    </>
  );
}

/** On a phone a row is a small card without horizontal scrolling. */
function NarrowRow({ row, ...box }: RowProps) {
  const t = useT();
  return (
    <Box padding="300" width="100%">
      <BlockStack gap="200">
        <InlineStack gap="200" wrap={false}>
          <Tick row={row} {...box} />
          <Name row={row} />
        </InlineStack>
        <Status row={row} />
        <Items row={row} />
        {row.paid !== null && (
          <Figure label={t("orders.column.paid")}>
            <Amount amount={row.paid} unknown="" />
          </Figure>
        )}
        {row.cost !== null && (
          <Figure label={t("orders.column.cost")}>
            <Amount amount={row.cost} unknown="" />
          </Figure>
        )}
        {row.isExpected && <ExpectedShipping row={row} />}
        {row.profit !== null && (
          <Figure label={t("orders.column.profit")}>
            <Profit
              profit={row.profit}
              unknown=""
              isBeforeShipping={row.isExpected && row.shipping === null}
            />
          </Figure>
        )}
        <Packages row={row} />
      </BlockStack>
    </Box>
  );
}

function Tick({ row, isTicked, tick }: RowProps) {
  const t = useT();
  // Shows no checkbox for an order that waits to be sent, because this list cannot act on it. A disabled checkbox
  // would look as if the row were still loading.
  if (row.isToSend) return null;
  return (
    <InRow>
      <Checkbox
        label={t("to-send.select", { order: row.orderName })}
        labelHidden
        checked={isTicked}
        onChange={tick}
      />
    </InRow>
  );
}

/**
 * Keeps clicks on its content from opening the order. Polaris opens it on any click in a row that has a primary link.
 */
function InRow({ children }: { children: ReactNode }) {
  return (
    <div
      onClick={(event) => {
        event.stopPropagation();
      }}
    >
      {children}
    </div>
  );
}

function Name({ row }: { row: OrderListRow }) {
  const t = useT();
  return (
    <BlockStack>
      <Link dataPrimaryLink url={row.url} removeUnderline>
        <Text as="span" fontWeight="semibold">
          {row.orderName}
        </Text>
      </Link>
      <Text as="span" tone="subdued" variant="bodySm">
        <Moment iso={row.requestedAt} form="medium">
          {(at) => t(row.isToSend ? "to-send.opened" : "orders.requested", { at })}
        </Moment>
      </Text>
    </BlockStack>
  );
}

function Status({ row: { label, tone, why, placedAt } }: { row: OrderListRow }) {
  const t = useT();
  return (
    <BlockStack gap="100" inlineAlign="start">
      <Badge {...(tone !== null && { tone })}>{t(label)}</Badge>
      {why && (
        <Text as="span" breakWord>
          {t(why)}
        </Text>
      )}
      {placedAt !== null && (
        <Text as="span" tone="subdued" variant="bodySm">
          <Moment iso={placedAt} form="medium">
            {(at) => t("orders.placed", { at })}
          </Moment>
        </Text>
      )}
    </BlockStack>
  );
}

function Packages({ row: { packages, morePackages } }: { row: OrderListRow }) {
  const t = useT();
  return (
    <BlockStack>
      {packages.map(({ number, url }) => (
        // Breaks a long tracking number anywhere. On one line, it would push the table's last column out of sight.
        <div key={number} style={{ whiteSpace: "normal", overflowWrap: "anywhere", minWidth: "9rem" }}>
          {url === null ? (
            <Text as="span">{number}</Text>
          ) : (
            <InRow>
              <Link url={url} target="_blank">
                {number}
              </Link>
            </InRow>
          )}
        </div>
      ))}
      {morePackages > 0 && (
        <Text as="span" tone="subdued">
          {t("orders.more-packages", { count: morePackages })}
        </Text>
      )}
    </BlockStack>
  );
}
