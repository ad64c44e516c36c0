import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useFetcher, useLoaderData } from "@remix-run/react";
import {
  Badge,
  Banner,
  BlockStack,
  Button,
  Card,
  FormLayout,
  InlineGrid,
  InlineStack,
  Layout,
  Modal,
  Page,
  Text,
  TextField,
} from "@shopify/polaris";
import { useState } from "react";
import { z } from "zod";

import { checkKey } from "../connection/check-key.server.ts";
import { connect } from "../connection/connect.server.ts";
import { sayProblem } from "../connection/connect-problem.ts";
import {
  findConnection,
  forgetKey,
  type LeftKey,
  listLeftKeys,
  settleLeftKey,
} from "../connection/connection-store.server.ts";
import type { KeyCheck } from "../connection/key-check.ts";
import { env } from "../lib/env.server.ts";
import { log } from "../lib/log.server.ts";
import { shopDomain } from "../lib/shop-domain.ts";
import { authenticate } from "../shopify.server.ts";

export const meta: MetaFunction = () => [{ title: "Settings" }];

const account = z.object({
  email: z
    .string()
    .trim()
    .min(1, "Enter the e-mail address of your reseller account.")
    .max(320, "That is too long for an e-mail address."),
  password: z
    .string()
    .min(1, "Enter the password of your reseller account.")
    .max(1000, "That is too long for a password."),
});

const submitted = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("connect") }),
  z.object({ intent: z.literal("test") }),
  z.object({ intent: z.literal("disconnect") }),
  z.object({ intent: z.literal("settle"), id: z.uuid() }),
]);

type Said = { tone: "success" | "info" | "warning" | "critical"; title: string; text?: string };
type Answer = { said: Said | null; fields: { email?: string | undefined; password?: string | undefined } };

export async function loader({ request }: LoaderFunctionArgs) {
  const { session } = await authenticate.admin(request);
  const shop = shopDomain.parse(session.shop);
  return {
    connection: await findConnection(shop),
    leftKeys: await listLeftKeys(shop, new Date()),
    platform: new URL(env.WHOLESALE_BASE_URL).host,
  };
}

export async function action({ request }: ActionFunctionArgs): Promise<Answer> {
  const { session } = await authenticate.admin(request);
  const shop = shopDomain.parse(session.shop);
  const form = Object.fromEntries(await request.formData());
  const submission = submitted.safeParse(form);
  if (!submission.success)
    return answer({ tone: "critical", title: "The page sent something we do not know. Reload it." });
  const now = new Date();

  switch (submission.data.intent) {
    case "connect": {
      const entered = account.safeParse(form);
      if (!entered.success) {
        const { fieldErrors } = z.flattenError(entered.error);
        return {
          said: null,
          fields: { email: fieldErrors.email?.[0], password: fieldErrors.password?.[0] },
        };
      }
      const result = await connect(shop, entered.data, now);
      if (result.kind === "problem") return answer({ tone: "critical", ...sayProblem(result.problem) });
      if (result.kind === "connected") return answer(null);
      return answer({
        tone: "info",
        title: "Another attempt to connect is under way",
        text: "It ends within a minute. Reload the page then.",
      });
    }
    case "test": {
      const check = await checkKey(shop, now);
      return answer(check && sayTested(check));
    }
    case "disconnect":
      await forgetKey(shop);
      log.info({ shop }, "connection.disconnected");
      return answer({ tone: "success", title: "Disconnected", text: "Stockbridge has forgotten the key." });
    case "settle":
      await settleLeftKey(shop, submission.data.id, now);
      return answer(null);
  }
}

export default function Settings() {
  const { connection, leftKeys, platform } = useLoaderData<typeof loader>();
  const fetcher = useFetcher<typeof action>({ key: "connection" });
  const said = fetcher.state === "idle" ? (fetcher.data?.said ?? null) : null;
  return (
    <Page title="Settings">
      <Layout>
        <Layout.Section>
          <BlockStack gap="400">
            {said && (
              <Banner tone={said.tone} title={said.title}>
                {said.text && <p>{said.text}</p>}
              </Banner>
            )}
            {connection ? (
              <ConnectionCard platform={platform} connection={connection} />
            ) : (
              <ConnectForm platform={platform} />
            )}
            {leftKeys.length > 0 && <LeftKeys keys={leftKeys} platform={platform} />}
          </BlockStack>
        </Layout.Section>
      </Layout>
    </Page>
  );
}

function ConnectForm({ platform }: { platform: string }) {
  const fetcher = useFetcher<typeof action>({ key: "connection" });
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

type ShownConnection = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>["connection"]>;

function ConnectionCard({ platform, connection }: { platform: string; connection: ShownConnection }) {
  const fetcher = useFetcher<typeof action>({ key: "connection" });
  const [asking, setAsking] = useState(false);
  const intent = fetcher.state === "idle" ? null : fetcher.formData?.get("intent");
  const { check, keyName, keyHint, connectedAt } = connection;
  const state = sayState(check);
  const stopAsking = () => {
    setAsking(false);
  };
  return (
    <Card>
      <BlockStack gap="400">
        <InlineStack align="space-between" blockAlign="center">
          <Text as="h2" variant="headingMd">
            {`Connected to ${platform}`}
          </Text>
          <Badge tone={state.tone}>{state.label}</Badge>
        </InlineStack>
        {check.kind !== "verified" && (
          <Banner tone={check.kind === "refused" ? "critical" : "warning"}>
            <p>{`${check.said} ${state.advice}`}</p>
          </Banner>
        )}
        <BlockStack gap="200">
          <Fact label="Name of the key">{keyName}</Fact>
          <Fact label="Key">{`${keyHint.start}…${keyHint.end}`}</Fact>
          <Fact label="Connected since">
            <Moment iso={connectedAt} />
          </Fact>
        </BlockStack>
        <InlineStack align="end" gap="200">
          <Button
            tone="critical"
            variant="tertiary"
            onClick={() => {
              setAsking(true);
            }}
          >
            Disconnect
          </Button>
          <fetcher.Form method="post">
            <input type="hidden" name="intent" value="test" />
            <Button submit loading={intent === "test"}>
              Test connection
            </Button>
          </fetcher.Form>
        </InlineStack>
      </BlockStack>
      <Modal
        open={asking}
        onClose={stopAsking}
        title="Disconnect this shop?"
        primaryAction={{
          content: "Disconnect",
          destructive: true,
          onAction: () => {
            stopAsking();
            fetcher.submit({ intent: "disconnect" }, { method: "post" });
          },
        }}
        secondaryActions={[{ content: "Stay connected", onAction: stopAsking }]}
      >
        <Modal.Section>
          <Text as="p">
            {`Stockbridge forgets its key and stops working with the platform for this shop. The key itself stays on the platform until you delete it there: it is named “${keyName}”.`}
          </Text>
        </Modal.Section>
      </Modal>
    </Card>
  );
}

function LeftKeys({
  keys,
  platform,
}: {
  keys: (Omit<LeftKey, "since"> & { since: string })[];
  platform: string;
}) {
  const fetcher = useFetcher<typeof action>();
  return (
    <Card>
      <BlockStack gap="400">
        <BlockStack gap="200">
          <Text as="h2" variant="headingMd">
            Keys to delete on the platform
          </Text>
          <Text as="p" tone="subdued">
            {`Stockbridge does not use these, and cannot delete them for you. Sign in on ${platform}, open API keys in your profile, and delete the ones with exactly these names.`}
          </Text>
        </BlockStack>
        {keys.map(({ id, keyName, why, since }) => (
          <InlineStack key={id} align="space-between" blockAlign="center" gap="400">
            <BlockStack gap="050">
              <Text as="p" fontWeight="medium" breakWord>
                {keyName}
              </Text>
              <Text as="p" tone="subdued">
                {why === "disconnected"
                  ? "Used until you disconnected. Made on "
                  : "May exist: we could not tell whether it was made on "}
                <Moment iso={since} />
              </Text>
            </BlockStack>
            <fetcher.Form method="post">
              <input type="hidden" name="intent" value="settle" />
              <input type="hidden" name="id" value={id} />
              <Button submit accessibilityLabel={`I have deleted ${keyName}`}>
                I have deleted it
              </Button>
            </fetcher.Form>
          </InlineStack>
        ))}
      </BlockStack>
    </Card>
  );
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <InlineGrid columns={{ xs: 1, sm: "140px 1fr" }} gap={{ xs: "0", sm: "200" }}>
      <Text as="span" tone="subdued">
        {label}
      </Text>
      <Text as="span" breakWord>
        {children}
      </Text>
    </InlineGrid>
  );
}

/** Server and browser must write the same text, and only one of them knows the merchant's time zone: so UTC. */
function Moment({ iso }: { iso: string }) {
  const text = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });
  return <time dateTime={iso}>{`${text.format(new Date(iso))} UTC`}</time>;
}

function sayState(check: KeyCheck): {
  label: string;
  tone: "success" | "attention" | "critical";
  advice: string;
} {
  switch (check.kind) {
    case "verified":
      return { label: "Connected", tone: "success", advice: "" };
    case "unverified":
      return {
        label: "Connected, catalogue not verified yet",
        tone: "attention",
        advice: "You are connected and the key is kept; only the catalogue could not be read with it.",
      };
    case "refused":
      return {
        label: "Key refused",
        tone: "critical",
        advice:
          "If you deleted the key on the platform, disconnect here and connect again. If you did not, test the connection again in a few minutes.",
      };
  }
}

function sayTested(check: KeyCheck): Said {
  switch (check.kind) {
    case "verified":
      return {
        tone: "success",
        title: "The connection works",
        text: "The platform showed its products to this key.",
      };
    case "unverified":
      return { tone: "warning", title: "The key could not be verified", text: check.said };
    case "refused":
      return { tone: "critical", title: "The platform refuses the key", text: check.said };
  }
}

function answer(said: Said | null): Answer {
  return { said, fields: {} };
}
