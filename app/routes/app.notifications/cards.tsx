import { BlockStack, Card, Select, Text, TextField, Badge, Button, InlineStack } from "@shopify/polaris";
import { useState } from "react";
import { useFetcher } from "@remix-run/react";

import { EVENTS } from "../../lib/activity/events.ts";
import { EditorSaveBar } from "../../components/editor-save-bar.tsx";
import { useT } from "../../messages/use-t.ts";
import { type Mode, MODES, type Modes } from "../../notifications/settings.ts";
import type { Message, MessageCode } from "../../messages/message.ts";

type EventsCardProps = {
  settings: { modes: Modes; digestTime: string };
  busy: boolean;
  onSave: (modes: Modes, digestTime: string) => void;
};

/** Chooses for each kind of event when it is reported, and the time of the digest. */
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
        <Text as="p">{t("notifications.bundled")}</Text>
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

/** `problem` is that of the typed address. `isAdded` is true once the address is in the list. */
export type Answer = { problem: MessageCode | null; isAdded?: boolean; isStale?: boolean };

type Shown = { id: string; address: string; isConfirmed: boolean; problem: string | null };

/** Lists the recipients' addresses with their states, and has a field for a new address. */
export function RecipientsCard({ recipients, maySend }: { recipients: Shown[]; maySend: boolean }) {
  const t = useT();
  const fetcher = useFetcher<Answer>();
  const [address, setAddress] = useState("");
  const [answered, setAnswered] = useState(fetcher.data);
  if (fetcher.data !== answered) {
    setAnswered(fetcher.data);
    if (fetcher.data?.isAdded) setAddress("");
  }
  const busy = fetcher.state !== "idle";
  const problem = busy ? null : (fetcher.data?.problem ?? null);
  return (
    <Card>
      <BlockStack gap="400">
        <Text as="h2" variant="headingMd">
          {t("notifications.recipients")}
        </Text>
        <Text as="p">{t("notifications.recipients.help")}</Text>
        {recipients.length === 0 && <Text as="p">{t("notifications.recipients.none")}</Text>}
        {recipients.map((recipient) => (
          <Recipient
            key={recipient.id}
            recipient={recipient}
            onRemove={() => {
              fetcher.submit({ intent: "remove", id: recipient.id }, { method: "post" });
            }}
          />
        ))}
        <TextField
          label={t("notifications.recipients.new")}
          type="email"
          autoComplete="email"
          value={address}
          onChange={setAddress}
          disabled={!maySend}
          {...(problem && { error: t({ code: problem } as Message) })}
          connectedRight={
            <Button
              disabled={!maySend}
              loading={busy}
              onClick={() => {
                fetcher.submit({ intent: "add", address }, { method: "post" });
              }}
            >
              {t("notifications.recipients.add")}
            </Button>
          }
        />
      </BlockStack>
    </Card>
  );
}

const PROBLEMS = {
  "address-refused": "notifications.problem.address-refused",
  "content-refused": "notifications.problem.content-refused",
  unanswered: "notifications.problem.unanswered",
  "given-up": "notifications.problem.given-up",
} as const;

function Recipient({ recipient, onRemove }: { recipient: Shown; onRemove: () => void }) {
  const t = useT();
  const { address, isConfirmed, problem } = recipient;
  const code = problem !== null && problem in PROBLEMS ? PROBLEMS[problem as keyof typeof PROBLEMS] : null;
  return (
    <BlockStack gap="100">
      <InlineStack gap="200" blockAlign="center" align="space-between">
        <InlineStack gap="200" blockAlign="center">
          <Text as="span" breakWord>
            {address}
          </Text>
          <Badge tone={isConfirmed ? "success" : "attention"}>
            {t(isConfirmed ? "notifications.recipients.confirmed" : "notifications.recipients.unconfirmed")}
          </Badge>
        </InlineStack>
        <Button
          variant="plain"
          accessibilityLabel={t("action.about", {
            action: t("notifications.recipients.remove"),
            subject: address,
          })}
          onClick={onRemove}
        >
          {t("notifications.recipients.remove")}
        </Button>
      </InlineStack>
      {code && (
        <Text as="p" tone="critical">
          {t(code)}
        </Text>
      )}
    </BlockStack>
  );
}
