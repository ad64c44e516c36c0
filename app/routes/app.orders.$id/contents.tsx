import { Badge, Banner, BlockStack, Card, Divider, InlineStack, Link, Text } from "@shopify/polaris";

import { Moment } from "../../components/moment.tsx";
import { useT } from "../../messages/use-t.ts";
import type { ShownOrder, ShownParcel } from "./shown.ts";

/** What is ordered. */
export function LinesCard({ order: { lines, adminUrl } }: { order: ShownOrder }) {
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          What is ordered
        </Text>
        {lines.length === 0 ? (
          <Text as="p" tone="subdued">
            {"Stockbridge reads that from Shopify right before it orders. "}
            <Link url={adminUrl}>See the order there</Link>
          </Text>
        ) : (
          <BlockStack gap="300" as="ul">
            {lines.map(({ id, title, sku, quantity }) => (
              <li key={id}>
                <BlockStack>
                  <Text as="span" breakWord>
                    {`${quantity.toLocaleString("en")} × ${title}`}
                  </Text>
                  <Text as="span" tone="subdued" variant="bodySm" breakWord>
                    {sku}
                  </Text>
                </BlockStack>
              </li>
            ))}
          </BlockStack>
        )}
      </BlockStack>
    </Card>
  );
}

/** What has left, and what the shop knows of it. */
export function ParcelsCard({ parcels }: { parcels: ShownParcel[] }) {
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          Parcels
        </Text>
        <BlockStack gap="300" as="ul">
          {parcels.map((parcel, index) => (
            <li key={parcel.id}>
              <BlockStack gap="300">
                {index > 0 && <Divider />}
                <ParcelLines parcel={parcel} />
              </BlockStack>
            </li>
          ))}
        </BlockStack>
      </BlockStack>
    </Card>
  );
}

const TOLD = {
  due: { label: "Shopify is told soon", tone: "info" },
  shown: { label: "In Shopify", tone: "success" },
  failed: { label: "Not in Shopify", tone: "critical" },
} as const;

function ParcelLines({ parcel }: { parcel: ShownParcel }) {
  const { carrier, trackingNumber, trackingUrl, shippedAt, problem, lines, state } = parcel;
  const t = useT();
  const name = [carrier, trackingNumber].filter(Boolean).join(" ");
  const { label, tone } = TOLD[state];
  return (
    <BlockStack gap="100">
      <InlineStack align="space-between" blockAlign="center" gap="200">
        <Text as="h3" variant="headingSm" breakWord>
          {trackingUrl === null ? (
            name || "Without a tracking number"
          ) : (
            <Link url={trackingUrl} target="_blank">
              {name || "Follow the parcel"}
            </Link>
          )}
        </Text>
        <Badge tone={tone}>{label}</Badge>
      </InlineStack>
      {shippedAt !== null && (
        <Text as="p" tone="subdued" variant="bodySm">
          {"Left on "}
          <Moment iso={shippedAt} />
        </Text>
      )}
      {lines.length > 0 && (
        <Text as="p" breakWord>
          {lines.map(({ title, quantity }) => `${quantity.toLocaleString("en")} × ${title}`).join(", ")}
        </Text>
      )}
      {problem !== null && (
        <Banner tone={state === "failed" ? "critical" : "warning"}>
          <p>{t(problem)}</p>
        </Banner>
      )}
    </BlockStack>
  );
}
