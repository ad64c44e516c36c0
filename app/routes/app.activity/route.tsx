import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useNavigate, useNavigation } from "@remix-run/react";
import {
  BlockStack,
  Box,
  Card,
  EmptySearchResult,
  Icon,
  InlineStack,
  Link,
  Page,
  Pagination,
  Tabs,
  Text,
} from "@shopify/polaris";
import { AlertDiamondIcon, AlertTriangleIcon, CheckCircleIcon, InfoIcon } from "@shopify/polaris-icons";
import { useContext } from "react";

import { type Entry, listActivity } from "../../lib/activity/list-activity.server.ts";
import type { Tone } from "../../lib/activity/tone.ts";
import { pageTitle } from "../../components/document.tsx";
import { DownloadButton } from "../../components/use-download.tsx";
import { Moment } from "../../components/moment.tsx";
import { placeIn } from "../../lib/http/keyset-page.ts";
import { searchParamsOf } from "../../lib/http/read-request.server.ts";
import { shopDomain } from "../../lib/shop-domain.ts";
import { ClockContext, useT } from "../../messages/use-t.ts";
import { authenticate } from "../../shop/auth/shopify.server.ts";
import { type Day, groupByDay } from "./group-by-day.ts";

export const meta = pageTitle((t) => t("activity.title"));

export async function loader({ request }: LoaderFunctionArgs) {
  const { session } = await authenticate.admin(request);
  const searchParams = searchParamsOf(request);
  const needsAttention = searchParams.get("show") === "needs-attention";
  const page = await listActivity(shopDomain.parse(session.shop), {
    needsAttention,
    place: placeIn(searchParams),
  });
  return { ...page, needsAttention };
}

export default function Activity() {
  const t = useT();
  const { entries, newer, older, needsAttention } = useLoaderData<typeof loader>();
  const clock = useContext(ClockContext);
  const navigate = useNavigate();
  const loading = useNavigation().state === "loading";
  const goTo = (place: string) => {
    navigate(`?${needsAttention ? "show=needs-attention&" : ""}${place}`);
  };
  return (
    <Page title={t("activity.title")} subtitle={t("activity.subtitle")}>
      <BlockStack gap="400">
        <Tabs
          tabs={[
            { id: "all", content: t("activity.all") },
            { id: "needs-attention", content: t("activity.warnings") },
          ]}
          selected={needsAttention ? 1 : 0}
          onSelect={(index) => {
            navigate(index === 1 ? "?show=needs-attention" : "?");
          }}
        />
        {entries.length === 0 && (
          <Card>
            {needsAttention ? (
              <EmptySearchResult
                title={t("activity.no-warnings.title")}
                description={t("activity.no-warnings")}
              />
            ) : (
              <EmptySearchResult title={t("activity.empty.title")} description={t("activity.empty")} />
            )}
          </Card>
        )}
        {groupByDay(entries, clock).map((day) => (
          <DayCard key={day.date} day={day} />
        ))}
        {entries.length > 0 && (
          <DownloadButton
            address="/app/export-activity"
            name="activity.csv"
            label={t("export.activity.download")}
          />
        )}
        {(newer !== null || older !== null) && (
          <InlineStack align="center">
            <Pagination
              accessibilityLabel={t("activity.pages")}
              hasPrevious={newer !== null && !loading}
              hasNext={older !== null && !loading}
              previousTooltip={t("activity.newer")}
              nextTooltip={t("activity.older")}
              onPrevious={() => {
                goTo(`newer-than=${newer ?? ""}`);
              }}
              onNext={() => {
                goTo(`older-than=${older ?? ""}`);
              }}
            />
          </InlineStack>
        )}
      </BlockStack>
    </Page>
  );
}

/** An entry with an ISO time, as the loader serializes it. */
type ShownEntry = Omit<Entry, "at"> & { at: string };

/** Shows the entries of one day. */
function DayCard({ day }: { day: Day<ShownEntry> }) {
  const t = useT();
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingSm">
          {t(day.title)}
        </Text>
        <BlockStack gap="300" as="ul">
          {day.entries.map((entry) => (
            <li key={entry.id}>
              <EntryLine entry={entry} />
            </li>
          ))}
        </BlockStack>
      </BlockStack>
    </Card>
  );
}

function EntryLine({ entry: { tone, message, subject, at } }: { entry: ShownEntry }) {
  const t = useT();
  const { icon, color } = LOOK[tone];
  return (
    <InlineStack gap="300" wrap={false} blockAlign="start">
      <Box>
        <Icon source={icon} tone={color} accessibilityLabel={t(`activity.tone.${tone}`)} />
      </Box>
      <BlockStack gap="050">
        <Text as="p" breakWord>
          {t(message)}
        </Text>
        <Text as="p" tone="subdued" variant="bodySm">
          <InlineStack as="span" gap="300">
            <Moment iso={at} form="time" />
            {subject && (
              <Link url={subject.url}>
                {typeof subject.label === "string" ? subject.label : t(subject.label)}
              </Link>
            )}
          </InlineStack>
        </Text>
      </BlockStack>
    </InlineStack>
  );
}

const LOOK = {
  info: { icon: InfoIcon, color: "subdued" },
  success: { icon: CheckCircleIcon, color: "success" },
  warning: { icon: AlertTriangleIcon, color: "caution" },
  critical: { icon: AlertDiamondIcon, color: "critical" },
} as const satisfies Record<Tone, unknown>;
