import { SaveBar } from "@shopify/app-bridge-react";

import { useT } from "../messages/use-t.ts";

type Props = { id: string; isOpen: boolean; isSaving: boolean; onSave: () => void; onDiscard: () => void };

/**
 * The save bar that Shopify's admin shows for a form with unsaved changes. The admin shows one bar at a time, so each
 * needs its own `id`.
 */
export function EditorSaveBar({ id, isOpen, isSaving, onSave, onDiscard }: Props) {
  const t = useT();
  return (
    <SaveBar id={id} open={isOpen}>
      <button variant="primary" {...(isSaving && { loading: "" })} onClick={onSave}>
        {t("editor.save")}
      </button>
      <button onClick={onDiscard}>{t("editor.discard")}</button>
    </SaveBar>
  );
}
