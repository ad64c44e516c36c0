import { BlockStack, Card, Link, Text } from "@shopify/polaris";
import type { ReactNode } from "react";

import { Moment } from "../../components/moment.tsx";
import type { ShownOrder } from "./shown.ts";

/** The order's names and figures, here and there. */
export function FactsCard({ order }: { order: ShownOrder }) {
  const { supplierOrderId, attempt, cost, placedAt, branding, adminUrl, orderName } = order;
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          Details
        </Text>
        <dl style={{ display: "grid", gap: "var(--p-space-300)", margin: 0 }}>
          <Fact label="In Shopify">
            <Link url={adminUrl}>{`Order ${orderName}`}</Link>
          </Fact>
          <Fact label="The supplier's number">{supplierOrderId ?? "None yet"}</Fact>
          {attempt !== null && <Fact label="Our reference">{attempt.reference}</Fact>}
          {placedAt !== null && (
            <Fact label="Ordered">
              <Moment iso={placedAt} />
            </Fact>
          )}
          {cost !== null && <Fact label="Cost, with shipping">{cost}</Fact>}
          {branding !== null && <Fact label="Leaves with">{branding}</Fact>}
        </dl>
      </BlockStack>
    </Card>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <Text as="dt" tone="subdued" variant="bodySm">
        {label}
      </Text>
      <dd style={{ margin: 0, overflowWrap: "anywhere" }}>{children}</dd>
    </div>
  );
}
