import { BlockStack, Text } from "@shopify/polaris";
import type { RefObject } from "react";

import { ConfirmButton } from "../../components/confirm-button.tsx";
import { useScopeRequest } from "../../components/use-scope-request.ts";
import { useT } from "../../messages/use-t.ts";
import { REQUESTING_SCOPE } from "../../shop/orders/fulfillment-order.ts";
import type { ShownOrder } from "./shown.ts";

/** A button that orders missing pieces or fulfills untracked ones. Its dialog lists these pieces. */
export function PiecesButton({
  intent,
  pieces,
  cost = null,
  orderName,
  busy,
  page,
  submit,
}: {
  intent: "order-missing" | "fulfill-untracked";
  pieces: NonNullable<ShownOrder["can"]["orderMissing"]>;
  /** Cost of ordering the pieces again; null if it is unknown. */
  cost?: ShownOrder["missingCost"];
  orderName: string;
  busy: boolean;
  page: RefObject<HTMLDivElement>;
  submit: (fields: { intent: "order-missing" | "fulfill-untracked"; pieces: string }) => void;
}) {
  const t = useT();
  const { requestScope } = useScopeRequest();
  const confirm = async () => {
    // If the merchant declines, the action's notice says so.
    if (intent === "order-missing") await requestScope(REQUESTING_SCOPE);
    submit({ intent, pieces: JSON.stringify(pieces.byLine) });
  };
  return (
    <ConfirmButton
      label={t(`orders.button.${intent}`)}
      title={t(`orders.${intent}.title`, { order: orderName })}
      confirm={t(`orders.button.${intent}`)}
      keep={t(`orders.${intent}.keep`)}
      busy={busy}
      page={page}
      onConfirm={() => void confirm()}
    >
      <BlockStack gap="200">
        <Text as="p" breakWord>
          {t(`orders.${intent}`, { items: pieces.items })}
        </Text>
        {intent === "order-missing" && (
          <>
            <Text as="p">
              {cost === null ? t("orders.order-missing.no-cost") : t("orders.order-missing.cost", { cost })}
            </Text>
            <Text as="p">{t("orders.order-missing.permission")}</Text>
          </>
        )}
      </BlockStack>
    </ConfirmButton>
  );
}

/**
 * A button that sends only those items of a held order that can be ordered. Its dialog lists these items, and the
 * items that wait.
 */
export function PartButton({
  part,
  orderName,
  busy,
  page,
  onConfirm,
}: {
  part: NonNullable<ShownOrder["can"]["sendPart"]>;
  orderName: string;
  busy: boolean;
  page: RefObject<HTMLDivElement>;
  onConfirm: () => void;
}) {
  const t = useT();
  const { requestScope } = useScopeRequest();
  const confirm = async () => {
    // If the merchant declines, the action's notice says so.
    await requestScope(REQUESTING_SCOPE);
    onConfirm();
  };
  return (
    <ConfirmButton
      label={t("orders.button.send-part")}
      title={t("orders.send-part.title", { order: orderName })}
      confirm={t("orders.button.send-part")}
      keep={t("orders.send-part.keep")}
      busy={busy}
      page={page}
      onConfirm={() => void confirm()}
    >
      <BlockStack gap="200">
        <Text as="p" breakWord>
          {t("orders.send-part.sends", { items: part.sends })}
        </Text>
        <Text as="p" breakWord>
          {t("orders.send-part.waits", { items: part.waits })}
        </Text>
        <Text as="p">{t("orders.send-part.shopify")}</Text>
      </BlockStack>
    </ConfirmButton>
  );
}

/** A button that requests an order again after the supplier has ended it. */
export function AgainButton({
  orderName,
  busy,
  page,
  submit,
}: {
  orderName: string;
  busy: boolean;
  page: RefObject<HTMLDivElement>;
  submit: (fields: { intent: "order-again" }) => void;
}) {
  const t = useT();
  const { requestScope } = useScopeRequest();
  const confirm = async () => {
    // If the merchant declines, the action's notice says so.
    await requestScope(REQUESTING_SCOPE);
    submit({ intent: "order-again" });
  };
  return (
    <ConfirmButton
      label={t("orders.button.order-again")}
      title={t("orders.order-again.title", { order: orderName })}
      confirm={t("orders.button.order-again")}
      keep={t("orders.order-missing.keep")}
      busy={busy}
      page={page}
      onConfirm={() => void confirm()}
    >
      <BlockStack gap="200">
        <Text as="p">{t("orders.order-again")}</Text>
        <Text as="p">{t("orders.order-missing.permission")}</Text>
      </BlockStack>
    </ConfirmButton>
  );
}
