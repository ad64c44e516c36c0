import {
  BlockStack,
  Button,
  ButtonGroup,
  Card,
  FormLayout,
  InlineStack,
  Text,
  TextField,
} from "@shopify/polaris";
import { type ReactNode, useState } from "react";

import { useConnectionFetcher } from "./answer.ts";

type SignInFormProps = {
  /** What the account is asked for. */
  intent: "connect" | "replace";
  title: string;
  submit: string;
  onCancel?: () => void;
  children: ReactNode;
};

/** E-mail and password, once. */
export function SignInForm({ intent, title, submit, onCancel, children }: SignInFormProps) {
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
              {title}
            </Text>
            <Text as="p" tone="subdued">
              {children}
            </Text>
          </BlockStack>
          <input type="hidden" name="intent" value={intent} />
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
            <ButtonGroup>
              {onCancel && (
                <Button onClick={onCancel} disabled={busy}>
                  Cancel
                </Button>
              )}
              <Button submit variant="primary" loading={busy}>
                {submit}
              </Button>
            </ButtonGroup>
          </InlineStack>
        </BlockStack>
      </fetcher.Form>
    </Card>
  );
}
