import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Badge, BlockStack, Button, ButtonGroup, Card, InlineStack, Page, Text } from "@shopify/polaris";

import { findConnection } from "../connection/connection-store.server.ts";
import type { KeyCheck } from "../connection/key-check.ts";
import { shopDomain } from "../lib/shop-domain.ts";
import { authenticate } from "../shopify.server.ts";

export const meta: MetaFunction = () => [{ title: "Stockbridge" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const { session } = await authenticate.admin(request);
  const connection = await findConnection(shopDomain.parse(session.shop));
  return { check: connection?.check ?? null };
}

/** One look says where the shop stands, one button what comes next. */
export default function Home() {
  const { check } = useLoaderData<typeof loader>();
  const { title, badge, text, next } = sayWhere(check);
  return (
    <Page title="Stockbridge">
      <Card>
        <BlockStack gap="400" inlineAlign="start">
          <InlineStack gap="200" blockAlign="center">
            <Text as="h2" variant="headingMd">
              {title}
            </Text>
            {badge && <Badge tone={badge.tone}>{badge.label}</Badge>}
          </InlineStack>
          <Text as="p">{text}</Text>
          <ButtonGroup>
            <Button variant="primary" url={next.url}>
              {next.label}
            </Button>
            {check?.kind === "verified" && <Button url="/app/settings">Manage the connection</Button>}
          </ButtonGroup>
        </BlockStack>
      </Card>
    </Page>
  );
}

type Where = {
  title: string;
  badge?: { tone: "success" | "attention" | "critical"; label: string };
  text: string;
  next: { label: string; url: string };
};

function sayWhere(check: KeyCheck | null): Where {
  const settings = "/app/settings";
  switch (check?.kind) {
    case undefined:
      return {
        title: "Connect your reseller account",
        text: "Enter the e-mail and password of your account on the wholesale platform, once. Stockbridge has the platform make a key for this shop and forgets the password.",
        next: { label: "Connect", url: settings },
      };
    case "verified":
      return {
        title: "Your shop is connected",
        badge: { tone: "success", label: "Connected" },
        text: "Look through what the platform offers, with your prices and the stock of this moment.",
        next: { label: "Open the catalogue", url: "/app/catalog" },
      };
    case "unverified":
      return {
        title: "Your shop is connected",
        badge: { tone: "attention", label: "Catalogue not verified yet" },
        text: check.said,
        next: { label: "See the connection", url: settings },
      };
    case "refused":
      return {
        title: "The platform refuses your key",
        badge: { tone: "critical", label: "Key refused" },
        text: check.said,
        next: { label: "See what to do", url: settings },
      };
  }
}
