import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useNavigate, useNavigation } from "@remix-run/react";
import { BlockStack, Card, EmptySearchResult, InlineStack, Page, Pagination, Tabs } from "@shopify/polaris";

import { listActivity } from "../../activity/list-activity.server.ts";
import type { Place } from "../../lib/keyset-page.ts";
import { shopDomain } from "../../lib/shop-domain.ts";
import { authenticate } from "../../shopify.server.ts";
import { DayCard } from "./day-card.tsx";
import { groupByDay } from "./group-by-day.ts";

export const meta: MetaFunction = () => [{ title: "Activity" }];

const TABS = [
  { id: "all", content: "All" },
  { id: "needs-attention", content: "Warnings" },
];

export async function loader({ request }: LoaderFunctionArgs) {
  const { session } = await authenticate.admin(request);
  const { searchParams } = new URL(request.url);
  const needsAttention = searchParams.get("show") === "needs-attention";
  const page = await listActivity(shopDomain.parse(session.shop), {
    needsAttention,
    place: placeIn(searchParams),
  });
  return { ...page, needsAttention, now: new Date() };
}

export default function Activity() {
  const { entries, newer, older, needsAttention, now } = useLoaderData<typeof loader>();
  const navigate = useNavigate();
  const loading = useNavigation().state === "loading";
  const goTo = (place: string) => {
    navigate(`?${needsAttention ? "show=needs-you&" : ""}${place}`);
  };
  return (
    <Page title="Activity" subtitle="What Stockbridge did for your shop, kept for 90 days">
      <BlockStack gap="400">
        <Tabs
          tabs={TABS}
          selected={needsAttention ? 1 : 0}
          onSelect={(index) => {
            navigate(index === 1 ? "?show=needs-you" : "?");
          }}
        />
        {entries.length === 0 && (
          <Card>
            {needsAttention ? (
              <EmptySearchResult
                title="No warnings"
                description="When there is one, it stands here with what you can do."
              />
            ) : (
              <EmptySearchResult
                title="Nothing has happened yet"
                description="Connect your reseller account under Settings, and this page tells what Stockbridge does."
              />
            )}
          </Card>
        )}
        {groupByDay(entries, now).map((day) => (
          <DayCard key={day.date} day={day} />
        ))}
        {(newer !== null || older !== null) && (
          <InlineStack align="center">
            <Pagination
              accessibilityLabel="Pages of activity"
              hasPrevious={newer !== null && !loading}
              hasNext={older !== null && !loading}
              previousTooltip="Newer"
              nextTooltip="Older"
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

function placeIn(searchParams: URLSearchParams): Place | null {
  const older = searchParams.get("older-than");
  if (older !== null) return { towards: "older", cursor: older };
  const newer = searchParams.get("newer-than");
  return newer === null ? null : { towards: "newer", cursor: newer };
}
