import { BlockStack, Button, Card, FormLayout, InlineStack, Text, TextField } from "@shopify/polaris";
import { useState } from "react";

import { useConnectionFetcher } from "./answer.ts";

/** E-mail and password, once. */
export function ConnectForm({ platform }: { platform: string }) {
  const fetcher = useConnectionFetcher();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const busy = fetcher.state !== "idle";
  const fields = busy ? undefined : fetcher.data?.fields;
  return (
    <Card>
      <fetcher.Form method="post">
        <BlockStack gap="400">
          <BlockStack gap="200">
            <Text as="h2" variant="headingMd">
              Connect your reseller account
            </Text>
            <Text as="p" tone="subdued">
              {`Sign in once with your account on ${platform}. Stockbridge has the platform make a key for this shop, keeps the key sealed, and forgets the password.`}
            </Text>
          </BlockStack>
          <input type="hidden" name="intent" value="connect" />
          <FormLayout>
            <TextField
              label="E-mail"
              name="email"
              type="email"
              autoComplete="username"
              value={email}
              onChange={setEmail}
              error={fields?.email}
              disabled={busy}
            />
            <TextField
              label="Password"
              name="password"
              type="password"
              autoComplete="current-password"
              value={password}
              onChange={setPassword}
              error={fields?.password}
              disabled={busy}
            />
          </FormLayout>
          <InlineStack align="end">
            <Button submit variant="primary" loading={busy}>
              Connect
            </Button>
          </InlineStack>
        </BlockStack>
      </fetcher.Form>
    </Card>
  );
}
