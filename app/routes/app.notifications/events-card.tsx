import { BlockStack, Button, Card, InlineStack, Select, Text, TextField } from "@shopify/polaris";
import { useState } from "react";

import { EVENTS } from "../../lib/activity/events.ts";
import { useT } from "../../messages/use-t.ts";
import { type Mode, MODES, type Modes } from "../../notifications/settings.ts";

type EventsCardProps = {
  settings: { modes: Modes; digestTime: string };
  busy: boolean;
  onSave: (modes: Modes, digestTime: string) => void;
};

/** When each event is reported, and the time of the digest. */
export function EventsCard({ settings, busy, onSave }: EventsCardProps) {
  const t = useT();
  const [modes, setModes] = useState(settings.modes);
  const [digestTime, setDigestTime] = useState(settings.digestTime);
  return (
    <Card>
      <BlockStack gap="400">
        <Text as="h2" variant="headingMd">
          {t("notifications.events")}
        </Text>
        {EVENTS.map((name) => (
          <Select
            key={name}
            label={t(`notifications.event.${name}`)}
            options={MODES.map((mode) => ({ value: mode, label: t(`notifications.mode.${mode}`) }))}
            value={modes[name]}
            onChange={(mode) => {
              setModes({ ...modes, [name]: mode as Mode });
            }}
          />
        ))}
        <TextField
          label={t("notifications.digest-time")}
          helpText={t("notifications.digest-time.help")}
          type="time"
          autoComplete="off"
          value={digestTime}
          onChange={setDigestTime}
        />
        <InlineStack align="end">
          <Button
            variant="primary"
            loading={busy}
            disabled={digestTime === ""}
            onClick={() => {
              onSave(modes, digestTime);
            }}
          >
            {t("notifications.save")}
          </Button>
        </InlineStack>
      </BlockStack>
    </Card>
  );
}
