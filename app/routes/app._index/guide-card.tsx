import { useFetcher, useNavigate } from "@remix-run/react";
import { BlockStack, Box, Button, Card, Icon, InlineStack, ProgressBar, Text } from "@shopify/polaris";
import { CheckCircleIcon } from "@shopify/polaris-icons";
import { useEffect, useState } from "react";

import type { ShownState } from "../../components/banners/connection-banner.tsx";
import { NoticeBanner } from "../../components/notice.tsx";
import { SupplierLinks } from "../../components/supplier-links.tsx";
import { isConnected } from "../../connection/connection-state.ts";
import type { GuideStep, SetupGuide } from "../../installation/setup-guide.server.ts";
import type { Supplier } from "../../lib/env.server.ts";
import { useT } from "../../messages/use-t.ts";
import { useConnectionFetcher } from "../app.settings/answers.ts";
import { SignInForm } from "../app.settings/sign-in-form.tsx";

const PAGES: Record<GuideStep, string> = {
  connect: "/app/settings",
  prices: "/app/start",
  "exchange-rate": "/app/start",
  products: "/app/catalog",
  shipping: "/app/rates",
  channel: "/app/settings",
  rules: "/app/rules",
  branding: "/app/branding",
  "order-block": "shopify:admin/orders",
};

/** Returns the link of a step's button, in the app or in Shopify's admin. */
export function guideLink(step: GuideStep): { url: string; target: "_self" | "_top" } {
  const url = PAGES[step];
  return { url, target: url.startsWith("/") ? "_self" : "_top" };
}

/** The dashed circle that Shopify's own setup guides show for an open step. Polaris has no such icon. */
function OpenStepIcon() {
  return (
    <svg viewBox="0 0 20 20">
      <circle
        cx="10"
        cy="10"
        r="7"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeDasharray="3 2"
      />
    </svg>
  );
}

type GuideCardProps = { guide: SetupGuide; state: ShownState; supplier: Supplier };

/** Lists the steps to the first sale. The first open step is expanded; a click expands another one. */
export function GuideCard({ guide, state, supplier }: GuideCardProps) {
  const t = useT();
  const fetcher = useFetcher();
  const { steps } = guide;
  useStartOnceConnected();
  const next = steps.find(({ isDone }) => !isDone)?.step ?? null;
  const [chosen, setChosen] = useState<GuideStep | null>(null);
  const open = chosen ?? next;
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <Card>
      <BlockStack gap="400">
        <BlockStack gap="200">
          <InlineStack align="space-between" blockAlign="center" gap="200">
            <Text as="h2" variant="headingMd">
              {t("guide.title")}
            </Text>
            <Button
              variant="tertiary"
              onClick={() => {
                fetcher.submit({ intent: "hide-guide", hidden: true }, { method: "post" });
              }}
            >
              {t("guide.hide")}
            </Button>
          </InlineStack>
          <Text as="p" tone="subdued">
            {t("guide.subtitle")}
          </Text>
          <Text as="p" tone="subdued" variant="bodySm">
            {t("guide.progress", { done, total: steps.length })}
          </Text>
          <ProgressBar progress={Math.floor((done / steps.length) * 100)} size="small" animated={false} />
        </BlockStack>
        <BlockStack as="ul" gap="100">
          {steps.map(({ step, isDone }) => (
            <li key={step}>
              <Box
                padding="200"
                borderRadius="200"
                {...(step === open && { background: "bg-surface-secondary" })}
              >
                <InlineStack gap="200" wrap={false} blockAlign="start">
                  <Box>
                    <Icon
                      source={isDone ? CheckCircleIcon : OpenStepIcon}
                      tone={isDone ? "success" : "subdued"}
                      accessibilityLabel={t(isDone ? "guide.done" : "guide.open")}
                    />
                  </Box>
                  <div style={{ flex: 1, minWidth: 0 }}>
                    <BlockStack gap="200" inlineAlign="start">
                      <Button
                        variant="monochromePlain"
                        textAlign="start"
                        ariaExpanded={step === open}
                        onClick={() => {
                          setChosen(step);
                        }}
                      >
                        {t(`guide.${step}`)}
                      </Button>
                      {step === open && (
                        <Step {...{ step, isDone, state, supplier }} isNext={step === next} />
                      )}
                    </BlockStack>
                  </div>
                </InlineStack>
              </Box>
            </li>
          ))}
        </BlockStack>
      </BlockStack>
    </Card>
  );
}

type StepProps = {
  step: GuideStep;
  isDone: boolean;
  isNext: boolean;
  state: ShownState;
  supplier: Supplier;
};

function Step({ step, isDone, isNext, state, supplier }: StepProps) {
  const t = useT();
  const fetcher = useFetcher();
  const isReconnecting = step === "connect" && state.kind === "needs-reconnecting";
  if (step === "connect" && !isDone && !isConnected(state)) return <ConnectHere supplier={supplier} />;
  return (
    <>
      <Text as="p" tone="subdued">
        {t(isReconnecting ? "guide.connect.again" : `guide.${step}.text`)}
      </Text>
      <InlineStack gap="200">
        <Button {...guideLink(step)} {...(isNext && { variant: "primary" })}>
          {t(`guide.${step}.action`)}
        </Button>
        {step === "rules" && !isDone && (
          <Button
            loading={fetcher.state !== "idle"}
            onClick={() => {
              fetcher.submit({ intent: "keep-sending-orders" }, { method: "post" });
            }}
          >
            {t("guide.rules.keep")}
          </Button>
        )}
      </InlineStack>
    </>
  );
}

/**
 * Opens the page of prices and shipping once the shop is connected. The form cannot do this, because the guide
 * removes the form at that moment.
 */
function useStartOnceConnected(): void {
  const navigate = useNavigate();
  const { data, state } = useConnectionFetcher();
  const connected = state === "idle" && data?.connected === true;
  useEffect(() => {
    if (connected) navigate("/app/start");
  }, [connected, navigate]);
}

/** Connects the shop without leaving Home. */
function ConnectHere({ supplier }: { supplier: Supplier }) {
  const t = useT();
  const { data, state } = useConnectionFetcher();
  return (
    <>
      {state === "idle" && data?.notice && <NoticeBanner notice={data.notice} />}
      <SignInForm
        intent="connect"
        title={t("connection.connect.title")}
        text={t("connection.connect", { supplier: supplier.name })}
        submit={t("connection.connect.submit")}
      />
      <SupplierLinks supplier={supplier} />
    </>
  );
}

export function ShowGuide() {
  const t = useT();
  const fetcher = useFetcher();
  return (
    <InlineStack align="end">
      <Button
        variant="plain"
        onClick={() => {
          fetcher.submit({ intent: "hide-guide", hidden: false }, { method: "post" });
        }}
      >
        {t("guide.show")}
      </Button>
    </InlineStack>
  );
}
