import { BlockStack, Box, Card, Icon, InlineStack, Link, Text } from "@shopify/polaris";
import { AlertDiamondIcon, AlertTriangleIcon, CheckCircleIcon, InfoIcon } from "@shopify/polaris-icons";

import type { Entry } from "../../activity/list-activity.server.ts";
import type { Tone } from "../../activity/tone.ts";
import { useT } from "../../messages/use-t.ts";
import type { Day } from "./group-by-day.ts";

/** An entry with an ISO time, as the loader serializes it. */
type ShownEntry = Omit<Entry, "at"> & { at: string };

/** Shows the entries of one day. */
export function DayCard({ day }: { day: Day<ShownEntry> }) {
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
          <time dateTime={at}>{t("activity.time", { at })}</time>
          {subject && (
            <>
              {" · "}
              <Link url={subject.url}>
                {typeof subject.label === "string" ? subject.label : t(subject.label)}
              </Link>
            </>
          )}
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
