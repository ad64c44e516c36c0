import { useFetcher } from "@remix-run/react";
import {
  Badge,
  Banner,
  BlockStack,
  Button,
  Card,
  ChoiceList,
  InlineStack,
  Modal,
  Spinner,
  Text,
} from "@shopify/polaris";
import { useState } from "react";

import { channelName } from "../../components/channel-name.ts";
import { NoticeBanner } from "../../components/notice.tsx";
import { useT } from "../../messages/use-t.ts";
import type { Channel } from "../../shop/products/publications.server.ts";
import type { action, loader } from "../app.channels.ts";
import { STALE } from "./answers.ts";

/**
 * Shows and changes the sales channels for new products. `channels` is null until the merchant or the first import
 * has chosen some.
 */
export function ChannelsCard({ channels }: { channels: Channel[] | null }) {
  const t = useT();
  const listed = useFetcher<typeof loader>();
  const stored = useFetcher<typeof action>();
  const [open, setOpen] = useState(false);
  const problem = stored.state === "idle" && stored.data?.kind === "unreadable" ? stored.data.problem : null;
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {t("channels.title")}
        </Text>
        {stored.state === "idle" && stored.data?.kind === "stale" && <NoticeBanner notice={STALE} />}
        {problem && (
          <Banner tone="critical">
            <p>{t("channels.unreadable", { problem })}</p>
          </Banner>
        )}
        <Text as="p">{t("channels.help")}</Text>
        {channels?.length === 0 ? (
          <Text as="p" fontWeight="medium">
            {t("channels.none")}
          </Text>
        ) : (
          <InlineStack gap="200">
            {channels?.map(({ id, name }) => <Badge key={id}>{channelName(name, t)}</Badge>) ?? (
              <Badge>{t("channels.online-store")}</Badge>
            )}
          </InlineStack>
        )}
        <InlineStack align="end">
          <Button
            onClick={() => {
              setOpen(true);
              listed.load("/app/channels");
            }}
          >
            {t("channels.choose")}
          </Button>
        </InlineStack>
      </BlockStack>
      {open && (
        <ChannelsModal
          listed={listed.state === "idle" ? listed.data : undefined}
          chosen={channels}
          onSave={(ids) => {
            const form = new FormData();
            for (const id of ids) form.append("id", id);
            for (const { id } of channels ?? []) form.append("seen", id);
            stored.submit(form, { method: "post", action: "/app/channels" });
            setOpen(false);
          }}
          onClose={() => {
            setOpen(false);
          }}
        />
      )}
    </Card>
  );
}

type ModalProps = {
  listed: ReturnType<typeof useFetcher<typeof loader>>["data"];
  chosen: Channel[] | null;
  onSave: (ids: string[]) => void;
  onClose: () => void;
};

function ChannelsModal({ listed, chosen, onSave, onClose }: ModalProps) {
  const t = useT();
  const [picked, setPicked] = useState<string[] | null>(null);
  const channels = listed?.kind === "channels" ? listed : null;
  const before = chosen ?? (channels?.onlineStore ? [channels.onlineStore] : []);
  const selected = picked ?? before.map(({ id }) => id);
  return (
    <Modal
      open
      onClose={onClose}
      title={t("channels.title")}
      primaryAction={{
        content: t("channels.save"),
        disabled: channels === null,
        onAction: () => {
          onSave(selected);
        },
      }}
      secondaryActions={[{ content: t("channels.cancel"), onAction: onClose }]}
    >
      <Modal.Section>
        {listed === undefined && <Spinner size="small" accessibilityLabel={t("channels.title")} />}
        {listed?.kind === "unreadable" && (
          <Banner tone="critical">
            <p>{t("channels.unreadable", { problem: listed.problem })}</p>
          </Banner>
        )}
        {channels && (
          <ChoiceList
            title={t("channels.help")}
            allowMultiple
            choices={channels.channels.map(({ id, name }) => ({ label: channelName(name, t), value: id }))}
            selected={selected}
            onChange={setPicked}
          />
        )}
      </Modal.Section>
    </Modal>
  );
}
