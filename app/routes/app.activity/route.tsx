import type { LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData, useNavigate, useNavigation } from "@remix-run/react";
import {
  BlockStack,
  Box,
  Button,
  Card,
  EmptySearchResult,
  Icon,
  InlineGrid,
  InlineStack,
  Link,
  Page,
  Pagination,
  Select,
  Tabs,
  Text,
  TextField,
} from "@shopify/polaris";
import {
  AlertDiamondIcon,
  AlertTriangleIcon,
  CheckCircleIcon,
  InfoIcon,
  SearchIcon,
} from "@shopify/polaris-icons";
import { useContext, useState } from "react";

import {
  ACTIVITY_SHOWN,
  ACTIVITY_TYPES,
  type ActivityFilter,
  activityParameters,
  type ActivityType,
  parseActivityFilter,
} from "../../lib/activity/activity-filter.ts";
import { type Entry, listActivity } from "../../lib/activity/list-activity.server.ts";
import type { Tone } from "../../lib/activity/events.ts";
import { recordVisit } from "../../lib/activity/visits.server.ts";
import { AtEdge } from "../../components/at-edge.tsx";
import { pageTitle } from "../../components/document.tsx";
import { FilterChips } from "../../components/filter-chips.tsx";
import { DownloadButton } from "../../components/use-download.tsx";
import { Moment } from "../../components/moment.tsx";
import { placeIn } from "../../lib/http/keyset-page.ts";
import { searchParamsOf } from "../../lib/http/read-request.server.ts";
import { shopDomain } from "../../lib/shop-domain.ts";
import { localeOf } from "../../messages/all-languages.server.ts";
import { ClockContext, useT } from "../../messages/use-t.ts";
import { isSettledInCatalog } from "../../catalog/settled-warnings.server.ts";
import { isFindingGone } from "../../installation/report-findings.server.ts";
import { leadsToSettledOrder } from "../../orders/states/in-group.server.ts";
import { authenticate } from "../../shop/auth/shopify.server.ts";
import { type Day, groupByDay } from "./group-by-day.ts";

export const meta = pageTitle((t) => t("activity.title"));

export async function loader({ request }: LoaderFunctionArgs) {
  const { session } = await authenticate.admin(request);
  const shop = shopDomain.parse(session.shop);
  const searchParams = searchParamsOf(request);
  const filter = parseActivityFilter(searchParams);
  const { visit, ...page } = await listActivity(shop, {
    filter,
    locale: localeOf(request),
    settled: [isSettledInCatalog(shop), isFindingGone(shop), leadsToSettledOrder(shop)],
    place: placeIn(searchParams),
  });
  if (visit.isDue) await recordVisit(shop);
  return { ...page, filter, lastVisitAt: visit.lastAt };
}

export default function Activity() {
  const t = useT();
  const { entries, newer, older, filter, lastVisitAt } = useLoaderData<typeof loader>();
  const clock = useContext(ClockContext);
  const navigate = useNavigate();
  const loading = useNavigation().state === "loading";
  const addressOf = (changed: Partial<ActivityFilter>, more: Record<string, string> = {}) => {
    const parameters = activityParameters({ ...filter, ...changed });
    for (const [name, value] of Object.entries(more)) parameters.set(name, value);
    return `?${parameters.toString()}`;
  };
  const isNarrowed = filter.type !== null || filter.query !== "";
  const tabs = ACTIVITY_SHOWN.filter((show) => show !== "new" || lastVisitAt !== null);
  return (
    <Page title={t("activity.title")} subtitle={t("activity.subtitle")}>
      <BlockStack gap="400">
        <Tabs
          tabs={tabs.map((show) => ({ id: show, content: t(`activity.show.${show}`) }))}
          selected={Math.max(0, tabs.indexOf(filter.show))}
          onSelect={(index) => {
            navigate(addressOf({ show: tabs[index] ?? "all" }));
          }}
        />
        <AtEdge>
          <Filters
            key={filter.query}
            filter={filter}
            choose={(changed) => {
              navigate(addressOf(changed));
            }}
          />
        </AtEdge>
        {filter.show === "new" && lastVisitAt !== null && (
          <AtEdge>
            <Text as="p" tone="subdued">
              <Moment iso={lastVisitAt}>{(at) => t("activity.last-visit", { at })}</Moment>
            </Text>
          </AtEdge>
        )}
        {entries.length === 0 && (
          <Card>
            <NoEntries show={filter.show} isNarrowed={isNarrowed} />
          </Card>
        )}
        {groupByDay(entries, clock).map((day) => (
          <DayCard key={day.date} day={day} />
        ))}
        {entries.length > 0 && (
          <AtEdge>
            <DownloadButton
              address="/app/export-activity"
              name="activity.csv"
              label={t("export.activity.download")}
            />
          </AtEdge>
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
                navigate(addressOf({}, { "newer-than": newer ?? "" }));
              }}
              onNext={() => {
                navigate(addressOf({}, { "older-than": older ?? "" }));
              }}
            />
          </InlineStack>
        )}
      </BlockStack>
    </Page>
  );
}

type FiltersProps = { filter: ActivityFilter; choose: (changed: Partial<ActivityFilter>) => void };

/** Searches the entries and filters them by type. The URL holds the search and the type. */
function Filters({ filter, choose }: FiltersProps) {
  const t = useT();
  const [typed, setTyped] = useState(filter.query);
  const types = Object.keys(ACTIVITY_TYPES) as ActivityType[];
  const chips = [
    ...(filter.query === ""
      ? []
      : [
          {
            name: "query",
            label: t("activity.chip.query", { words: filter.query }),
            remove: () => {
              choose({ query: "" });
            },
          },
        ]),
    ...(filter.type === null
      ? []
      : [
          {
            name: "type",
            label: t(`activity.type.${filter.type}`),
            remove: () => {
              choose({ type: null });
            },
          },
        ]),
  ];
  return (
    <Form
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        choose({ query: typed });
      }}
    >
      <BlockStack gap="200">
        <InlineGrid columns={{ xs: 1, sm: "1fr auto auto" }} gap="200">
          <TextField
            label={t("activity.search")}
            labelHidden
            placeholder={t("activity.search")}
            prefix={<Icon source={SearchIcon} />}
            autoComplete="off"
            maxLength={100}
            value={typed}
            onChange={setTyped}
            clearButton
            onClearButtonClick={() => {
              choose({ query: "" });
            }}
          />
          <Button submit>{t("activity.search.submit")}</Button>
          <Select
            label={t("activity.type")}
            labelInline
            options={[
              { value: "", label: t("activity.type.all") },
              ...types.map((value) => ({ value, label: t(`activity.type.${value}`) })),
            ]}
            value={filter.type ?? ""}
            onChange={(type) => {
              choose({ type: type === "" ? null : (type as ActivityType), query: typed });
            }}
          />
        </InlineGrid>
        <FilterChips
          chips={chips}
          onClear={() => {
            choose({ query: "", type: null });
          }}
        />
      </BlockStack>
    </Form>
  );
}

function NoEntries({ show, isNarrowed }: { show: ActivityFilter["show"]; isNarrowed: boolean }) {
  const t = useT();
  if (isNarrowed)
    return <EmptySearchResult title={t("activity.not-found.title")} description={t("activity.not-found")} />;
  if (show === "needs-attention")
    return (
      <EmptySearchResult title={t("activity.no-warnings.title")} description={t("activity.no-warnings")} />
    );
  if (show === "new")
    return (
      <EmptySearchResult title={t("activity.nothing-new.title")} description={t("activity.nothing-new")} />
    );
  return <EmptySearchResult title={t("activity.empty.title")} description={t("activity.empty")} />;
}

/** An entry as the loader serializes it, with an ISO time. */
type ShownEntry = Omit<Entry, "at"> & { at: string };

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
