import type { FetcherWithComponents } from "@remix-run/react";
import { BlockStack, Button, Card, FormLayout, InlineStack, Modal, Text, TextField } from "@shopify/polaris";
import { type RefObject, useContext, useRef, useState } from "react";

import type { Unagreed } from "../../catalog/pricing/find-below-cost.server.ts";
import type { Notice } from "../../components/notice.tsx";
import { formatMoney } from "../../messages/format-money.ts";
import type { Message } from "../../messages/message.ts";
import { LocaleContext, useT } from "../../messages/use-t.ts";
import type { PriceField } from "./price-fields.ts";

/** Number of fields shown at first. More would push the rest of the page out of sight. */
const SHOWN = 20;

type Props = {
  fields: PriceField[];
  currency: string;
  problems: Record<string, Message>;
  fetcher: FetcherWithComponents<{ notice: Notice | null; unagreed?: Unagreed }>;
};

/** Typed prices, each with the price in the shop that the merchant saw when they began to type. */
type Typed = Record<string, { text: string; seen: string | null }>;

/** Lets the merchant set prices of their own, one per variant in the shop. */
export function PricesCard({ fields, currency, problems, fetcher }: Props) {
  const t = useT();
  const locale = useContext(LocaleContext);
  const [typed, setTyped] = useState<Typed>({});
  const [answer, setAnswer] = useState(fetcher.data);
  if (fetcher.state === "idle" && fetcher.data !== answer) {
    setAnswer(fetcher.data);
    const code = fetcher.data?.notice?.title.code;
    if (code === "product.prices.saved") setTyped({});
    if (code === "product.prices.changed-meanwhile") setTyped(unsaved(typed, fields));
  }
  const [all, setAll] = useState(false);
  const changed = fields.filter(({ id, shown }) => (typed[id]?.text ?? shown) !== shown);
  const save = (agreed: string) => {
    const prices = changed.map(({ id }) => ({
      supplierVariantId: id,
      typed: typed[id]?.text ?? "",
      seen: typed[id]?.seen ?? null,
    }));
    fetcher.submit({ intent: "prices", prices: JSON.stringify(prices), agreed }, { method: "post" });
  };
  const saveButton = useRef<HTMLDivElement>(null);
  const help = ({ id, price, own, pending, rule }: PriceField) => {
    if (typed[id] && price !== null)
      return t("product.prices.present", { price: formatMoney({ amount: price, currency }, locale) });
    if (pending) return t("product.prices.saving");
    if (!own) return t("product.prices.follows");
    return rule === null
      ? t("product.prices.own-only")
      : t("product.prices.own", { rule: formatMoney({ amount: rule, currency }, locale) });
  };
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {t("product.prices.title")}
        </Text>
        <Text as="p" tone="subdued">
          {t("product.prices.help")}
        </Text>
        <FormLayout>
          {fields.slice(0, all ? fields.length : SHOWN).map((field) => (
            <TextField
              key={field.id}
              label={t("product.prices.of", { variant: field.name })}
              autoComplete="off"
              inputMode="decimal"
              suffix={currency}
              maxLength={40}
              value={typed[field.id]?.text ?? field.shown}
              onChange={(text) => {
                const { seen } = typed[field.id] ?? { seen: field.price };
                setTyped({ ...typed, [field.id]: { text, seen } });
              }}
              helpText={help(field)}
              error={problems[field.id] && t(problems[field.id] as Message)}
            />
          ))}
        </FormLayout>
        <InlineStack gap="200">
          <div ref={saveButton}>
            <Button
              variant="primary"
              disabled={changed.length === 0}
              loading={fetcher.formData?.get("intent") === "prices"}
              onClick={() => {
                save("");
              }}
            >
              {t("product.prices.save")}
            </Button>
          </div>
          {!all && fields.length > SHOWN && (
            <Button
              onClick={() => {
                setAll(true);
              }}
            >
              {t("product.prices.all", { count: fields.length })}
            </Button>
          )}
        </InlineStack>
      </BlockStack>
      <BelowCostDialog
        unagreed={(fetcher.state === "idle" && fetcher.data?.unagreed) || null}
        fields={fields}
        activator={saveButton}
        onAgree={save}
      />
    </Card>
  );
}

type BelowCostDialogProps = {
  /** The prices below cost to which the merchant must agree; null if the newest answer has none. */
  unagreed: Unagreed | null;
  fields: PriceField[];
  /** The element that gets the focus after the dialog closes. */
  activator: RefObject<HTMLDivElement>;
  onAgree: (version: string) => void;
};

/** Asks the merchant to confirm prices below cost. */
function BelowCostDialog({ unagreed, fields, activator, onAgree }: BelowCostDialogProps) {
  const t = useT();
  const [declined, setDeclined] = useState<Unagreed | null>(null);
  const decline = () => {
    setDeclined(unagreed);
  };
  const count = unagreed?.belowCost ?? 0;
  const losses = unagreed?.losses ?? [];
  return (
    <Modal
      activator={activator}
      open={unagreed !== null && unagreed !== declined}
      onClose={decline}
      title={t("product.prices.below-cost.title")}
      primaryAction={{
        content: t("price-edits.below-cost.agree", { count }),
        destructive: true,
        onAction: () => {
          if (unagreed) onAgree(unagreed.version);
        },
      }}
      secondaryActions={[{ content: t("action.cancel"), onAction: decline }]}
    >
      <Modal.Section>
        <BlockStack gap="200">
          <Text as="p">{t("product.prices.below-cost", { count })}</Text>
          <BlockStack as="ul" gap="100">
            {losses.map(({ id, cost, hasShipping, profit }) => (
              <li key={id}>
                <Text as="span" breakWord>
                  {t(hasShipping ? "product.prices.loss" : "product.prices.loss.no-shipping", {
                    variant: fields.find((field) => field.id === id)?.name ?? id,
                    cost,
                    profit,
                  })}
                </Text>
              </li>
            ))}
          </BlockStack>
        </BlockStack>
      </Modal.Section>
    </Modal>
  );
}

/**
 * Returns the typed prices that were not stored because the price in the shop had changed. They stay in the form, now
 * beside the changed price.
 */
function unsaved(typed: Typed, fields: PriceField[]): Typed {
  return Object.fromEntries(
    fields.flatMap(({ id, price }) => {
      const entry = typed[id];
      return entry && entry.seen !== price ? [[id, { text: entry.text, seen: price }] as const] : [];
    }),
  );
}
