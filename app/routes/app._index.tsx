import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Badge, BlockStack, Box, Button, Card, InlineStack, Page, ProgressBar, Text } from "@shopify/polaris";

import { findConnection } from "../connection/connection-store.server.ts";
import { shopDomain } from "../lib/shop-domain.ts";
import { authenticate } from "../shopify.server.ts";

export const meta: MetaFunction = () => [{ title: "Stockbridge" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const { session } = await authenticate.admin(request);
  const connection = await findConnection(shopDomain.parse(session.shop));
  return { check: connection?.check.kind ?? null };
}

export default function Home() {
  const { check } = useLoaderData<typeof loader>();
  const steps = [
    {
      title: "Connect your reseller account",
      text: "Enter the e-mail and password of your account on the wholesale platform, once. Stockbridge makes itself a key and forgets the password.",
      done: check !== null && check !== "refused",
      action: { label: check === "refused" ? "See what is wrong" : "Connect", url: "/app/settings" },
    },
    {
      title: "See what the platform offers",
      text: "Look through the catalogue with your prices and the stock of this moment.",
      done: check === "verified",
      action: { label: "Open the catalogue", url: "/app/catalog" },
    },
  ];
  const done = steps.filter((step) => step.done).length;
  const next = steps.findIndex((step) => !step.done);
  return (
    <Page title="Stockbridge">
      <BlockStack gap="400">
        <Card>
          <BlockStack gap="400">
            <BlockStack gap="200">
              <Text as="h2" variant="headingMd">
                {done === steps.length ? "Your shop is connected" : "Set up your shop"}
              </Text>
              <InlineStack gap="300" blockAlign="center" wrap={false}>
                <Text as="p" tone="subdued">
                  {`${String(done)} of ${String(steps.length)} done`}
                </Text>
                <Box width="160px">
                  <ProgressBar progress={(done / steps.length) * 100} size="small" tone="success" />
                </Box>
              </InlineStack>
            </BlockStack>
            {steps.map((step, index) => (
              <Box key={step.title} padding="400" borderWidth="025" borderColor="border" borderRadius="200">
                <BlockStack gap="200" inlineAlign="start">
                  <InlineStack gap="200" blockAlign="center">
                    <Text as="h3" variant="headingSm">
                      {step.title}
                    </Text>
                    {step.done && <Badge tone="success">Done</Badge>}
                  </InlineStack>
                  <Text as="p" tone="subdued">
                    {step.text}
                  </Text>
                  {(index === next || step.done) && (
                    <Button url={step.action.url} variant={index === next ? "primary" : "secondary"}>
                      {step.done && index === 0 ? "Manage the connection" : step.action.label}
                    </Button>
                  )}
                </BlockStack>
              </Box>
            ))}
          </BlockStack>
        </Card>
      </BlockStack>
    </Page>
  );
}
