import { Button, InlineStack, Text } from "@shopify/polaris";
import { useState } from "react";

import { useT } from "../messages/use-t.ts";

/** Downloads a file with `fetch`, to which App Bridge adds the session token. A link would send no token. */
export function useDownload() {
  const [state, setState] = useState<"idle" | "loading" | "failed">("idle");
  const download = async ({ address, name }: { address: `/app/${string}`; name: string }) => {
    setState("loading");
    try {
      const response = await fetch(address);
      if (!response.ok) {
        setState("failed");
        return;
      }
      const url = URL.createObjectURL(await response.blob());
      const link = document.createElement("a");
      link.href = url;
      link.download = name;
      link.click();
      URL.revokeObjectURL(url);
      setState("idle");
    } catch {
      setState("failed");
    }
  };
  return { isLoading: state === "loading", hasFailed: state === "failed", download };
}

/** A button that downloads a file whose URL has no parameters. */
export function DownloadButton({
  address,
  name,
  label,
}: {
  address: `/app/${string}`;
  name: string;
  label: string;
}) {
  const t = useT();
  const { isLoading, hasFailed, download } = useDownload();
  return (
    <InlineStack gap="200" blockAlign="center">
      <Button loading={isLoading} onClick={() => void download({ address, name })}>
        {label}
      </Button>
      {hasFailed && (
        <Text as="p" tone="critical">
          {t("profit.download.failed")}
        </Text>
      )}
    </InlineStack>
  );
}
