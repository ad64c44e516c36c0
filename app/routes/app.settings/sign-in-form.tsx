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
import { useState } from "react";

import { useT } from "../../messages/use-t.ts";
import { useConnectionFetcher } from "./answers.ts";

type SignInFormProps = {
  intent: "connect" | "replace";
  title: string;
  text: string;
  submit: string;
  onCancel?: () => void;
};

/**
 * The form for email and password, which we use once and never store. Home shows this form, too, so it always submits
 * to the settings page.
 */
export function SignInForm({ intent, title, text, submit, onCancel }: SignInFormProps) {
  const t = useT();
  const fetcher = useConnectionFetcher();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const busy = fetcher.state !== "idle";
  const problems = busy ? undefined : fetcher.data?.problems;
  return (
    <Card>
      <fetcher.Form method="post" action="/app/settings">
        <BlockStack gap="400">
          <BlockStack gap="200">
            <Text as="h2" variant="headingMd">
              {title}
            </Text>
            <Text as="p" tone="subdued">
              {text}
            </Text>
          </BlockStack>
          <input type="hidden" name="intent" value={intent} />
          <FormLayout>
            <TextField
              label={t("connection.email")}
              name="email"
              type="email"
              autoComplete="username"
              value={email}
              onChange={setEmail}
              error={problems?.email && t(problems.email)}
              disabled={busy}
            />
            <TextField
              label={t("connection.password")}
              name="password"
              type="password"
              autoComplete="current-password"
              value={password}
              onChange={setPassword}
              error={problems?.password && t(problems.password)}
              disabled={busy}
            />
          </FormLayout>
          <InlineStack align="end">
            <ButtonGroup>
              {onCancel && (
                <Button onClick={onCancel} disabled={busy}>
                  {t("action.cancel")}
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
