import { Badge, BlockStack, Card, InlineStack, Link, List, Text } from "@shopify/polaris";
import type { RefObject } from "react";

import { ConfirmButton } from "../../components/confirm-button.tsx";
import { Moment } from "../../components/moment.tsx";
import { SupplierLinks } from "../../components/supplier-links.tsx";
import type { Supplier } from "../../lib/env.server.ts";
import { useT } from "../../messages/use-t.ts";
import { Buttons, type ButtonsProps, NumberButton } from "./buttons.tsx";
import type { ShownOrder } from "./shown.ts";

/** The order's status, the next step, and the merchant's buttons. */
export function StatusCard(props: ButtonsProps) {
  const t = useT();
  const { order } = props;
  return (
    <Card>
      <BlockStack gap="400">
        <BlockStack gap="200">
          <InlineStack gap="200" blockAlign="center">
            <Text as="h2" variant="headingMd">
              {t("orders.status")}
            </Text>
            <Badge {...(order.tone !== null && { tone: order.tone })}>{t(order.label)}</Badge>
          </InlineStack>
          <Text as="p" breakWord>
            {t(order.message)}
          </Text>
          {order.advice.map((advice) => (
            <Text as="p" key={advice.code}>
              {t(advice)}
            </Text>
          ))}
          {order.earlierNumber !== null && (
            <Text as="p">{t("orders.ordered-before", { number: order.earlierNumber })}</Text>
          )}
          {order.cancelRequestedAt !== null && (
            <Text as="p">{t("orders.cancellation-requested", { at: order.cancelRequestedAt })}</Text>
          )}
          <Siblings order={order} />
          {order.next !== null && (
            <Text as="p" tone="subdued">
              {t(order.next)}
            </Text>
          )}
        </BlockStack>
        <Buttons {...props} />
      </BlockStack>
    </Card>
  );
}

/** Links to other orders for the same customer's order, such as one for items that are ordered again. */
function Siblings({ order: { siblings, orderName } }: { order: ShownOrder }) {
  const t = useT();
  if (siblings.length === 0) return null;
  return (
    <BlockStack gap="100">
      <Text as="p">{t("orders.requests", { order: orderName })}</Text>
      <BlockStack gap="100" as="ul">
        {siblings.map(({ id, label, tone, requestedAt }) => (
          <li key={id}>
            <InlineStack gap="200" blockAlign="center">
              <Link url={`/app/orders/${id}`}>
                <Moment iso={requestedAt} form="medium">
                  {(at) => t("orders.requested", { at })}
                </Moment>
              </Link>
              <Badge {...(tone !== null && { tone })}>{t(label)}</Badge>
            </InlineStack>
          </li>
        ))}
      </BlockStack>
    </BlockStack>
  );
}

/**
 * Asks the merchant if the supplier has the order, because no lookup can tell. Each answer explains what a wrong
 * answer would cost.
 */
export function DoubtCard({
  order,
  attempt: { reference, sends, minutes },
  supplier,
  busy,
  page,
  submit,
}: {
  order: ShownOrder;
  /** `sends` is false if the attempt sent nothing and only records an order that an earlier attempt had placed. */
  attempt: { reference: string; sends: boolean; minutes: number };
  supplier: Supplier;
  busy: boolean;
  page: RefObject<HTMLDivElement>;
  submit: (confirmation: Confirmation) => void;
}) {
  const t = useT();
  const isToBeCanceled = order.cancelRequestedAt !== null;
  return (
    <Card>
      <BlockStack gap="400">
        <BlockStack gap="200">
          <Text as="h2" variant="headingMd">
            {t("orders.doubt.title")}
          </Text>
          <Text as="p">{t("orders.doubt")}</Text>
          <List type="number">
            <List.Item>
              <BlockStack gap="050">
                <Text as="span">{t("orders.doubt.sign-in", { supplier: supplier.name })}</Text>
                <SupplierLinks supplier={supplier} />
              </BlockStack>
            </List.Item>
            <List.Item>
              {t("orders.doubt.search")} <Reference reference={reference} />
            </List.Item>
            <List.Item>{t("orders.doubt.confirm")}</List.Item>
          </List>
        </BlockStack>
        <InlineStack gap="200">
          <NumberButton
            label={t("orders.button.ordered")}
            keep={t("orders.doubt.keep")}
            text={t("orders.doubt.ordered")}
            busy={busy}
            page={page}
            onConfirm={(number) => {
              submit({ intent: "ordered", number });
            }}
          />
          <ConfirmButton
            label={t("orders.button.not-ordered")}
            title={t("orders.doubt.not-ordered.title", { order: order.orderName })}
            confirm={t("orders.button.not-ordered")}
            keep={t("orders.doubt.keep")}
            destructive
            busy={busy || minutes > 0}
            page={page}
            onConfirm={() => {
              submit({ intent: "not-ordered" });
            }}
          >
            <BlockStack gap="200">
              <Text as="p">
                {t(isToBeCanceled ? "orders.doubt.not-ordered.cancels" : "orders.doubt.not-ordered.orders")}
              </Text>
              <Text as="p">{t("orders.doubt.not-ordered.search", { supplier: supplier.name })}</Text>
              <Reference reference={reference} />
            </BlockStack>
          </ConfirmButton>
        </InlineStack>
        {minutes > 0 && (
          <Text as="p" tone="subdued">
            {t("orders.doubt.not-ordered.wait", { minutes })}{" "}
            {sends && t("orders.doubt.not-ordered.on-its-way")}
          </Text>
        )}
      </BlockStack>
    </Card>
  );
}

type Confirmation = { intent: "not-ordered" } | { intent: "ordered"; number: string };

/**
 * Shows the reference on a line of its own, so that the merchant copies nothing else. With more text, the search on
 * the supplier's site would find nothing.
 */
function Reference({ reference }: { reference: string }) {
  return (
    <Text as="p" fontWeight="semibold">
      <span style={{ whiteSpace: "nowrap" }}>{reference}</span>
    </Text>
  );
}
