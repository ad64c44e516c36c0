import { BlockStack, Card, Select, Text, TextField } from "@shopify/polaris";
import { useState } from "react";

import { EVENTS } from "../../lib/activity/events.ts";
import { EditorSaveBar } from "../../components/editor-save-bar.tsx";
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
  const [isMissing, setMissing] = useState(false);
  const isChanged =
    digestTime !== settings.digestTime || EVENTS.some((name) => modes[name] !== settings.modes[name]);
  return (
    <Card>
      <EditorSaveBar
        id="notifications-save-bar"
        isOpen={isChanged}
        isSaving={busy}
        onSave={() => {
          setMissing(digestTime === "");
          if (digestTime !== "") onSave(modes, digestTime);
        }}
        onDiscard={() => {
          setModes(settings.modes);
          setDigestTime(settings.digestTime);
          setMissing(false);
        }}
      />
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
          error={isMissing && digestTime === "" && t("notifications.digest-time.missing")}
        />
      </BlockStack>
    </Card>
  );
}
