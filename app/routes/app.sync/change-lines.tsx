import { BlockStack, Text } from "@shopify/polaris";

import type { MessageCode } from "../../messages/message.ts";
import type { Translate } from "../../messages/translate.ts";
import { useT } from "../../messages/use-t.ts";

export type ShownChange = { sku: string | null; field: string; old: string | null; new: string | null };

/** Changes of a product, each in a line that wraps. */
export function ChangeLines({ changes }: { changes: ShownChange[] }) {
  const t = useT();
  return (
    <BlockStack gap="050">
      {changes.map((change, index) => (
        <Text key={index} as="p" variant="bodySm" breakWord>
          {sayChange(change, t)}
        </Text>
      ))}
    </BlockStack>
  );
}

const FIELDS = new Map<string, FieldCode>([
  ["price", "sync.field.price"],
  ["compareAtPrice", "sync.field.compareAtPrice"],
  ["cost", "sync.field.cost"],
  ["stock", "sync.field.stock"],
  ["status", "sync.field.status"],
  ["title", "sync.field.title"],
  ["descriptionHtml", "sync.field.descriptionHtml"],
  ["vendor", "sync.field.vendor"],
  ["productType", "sync.field.productType"],
]);
type FieldCode = Extract<MessageCode, `sync.field.${string}`>;
const STATUSES = new Map<string, Extract<MessageCode, `sync.status.${string}`>>([
  ["ACTIVE", "sync.status.active"],
  ["DRAFT", "sync.status.draft"],
  ["ARCHIVED", "sync.status.archived"],
  ["UNLISTED", "sync.status.unlisted"],
]);

/** The field of a product, as a person calls it. */
export function sayField(field: string, t: Translate): string {
  const code = FIELDS.get(field);
  return code === undefined ? field : t(code);
}

function sayChange({ sku, field, old, new: now }: ShownChange, t: Translate): string {
  if (field === "variant")
    return now === null
      ? t("sync.change.variant-deleted", { sku: sku ?? "" })
      : t("sync.change.variant-added", { sku: now });
  const name = sayField(field, t);
  const of = sku === null ? name : t("sync.change.of-variant", { field: name, sku });
  if (now === null && old === null) return t("sync.change.edited", { of });
  if (now === null) return t("sync.change.removed", { of, old: sayValue(field, old ?? "", t) });
  if (old === null) return t("sync.change.set", { of, now: sayValue(field, now, t) });
  return t("sync.change", { of, old: sayValue(field, old, t), now: sayValue(field, now, t) });
}

function sayValue(field: string, value: string, t: Translate): string {
  const code = field === "status" ? STATUSES.get(value) : undefined;
  return code === undefined ? value : t(code);
}
