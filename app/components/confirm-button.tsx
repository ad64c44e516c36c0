import { Button, type ButtonProps, Modal } from "@shopify/polaris";
import { type ReactNode, type RefObject, useRef, useState } from "react";

/** A button that tells in a dialog what follows, and does it only once that is confirmed. */
export function ConfirmButton({
  label,
  look,
  title,
  confirm,
  keep,
  destructive = false,
  busy,
  ready = true,
  page,
  onConfirm,
  children,
}: {
  label: string;
  /** Of the button itself. */
  look?: Pick<ButtonProps, "accessibilityLabel" | "size" | "variant">;
  title: string;
  /** The two ways out of the dialog. */
  confirm: string;
  keep: string;
  destructive?: boolean;
  /** Whether another action is under way. */
  busy: boolean;
  /** Whether the dialog is filled in. */
  ready?: boolean;
  /** Where the notice appears, before anything else: there the focus goes on. Without it, the focus goes back to the button. */
  page?: RefObject<HTMLDivElement>;
  onConfirm: () => void;
  children: ReactNode;
}) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLDivElement>(null);
  const focusAfter = useRef<HTMLDivElement | null>(null);
  const dismiss = () => {
    focusAfter.current = button.current;
    setOpen(false);
  };
  return (
    <>
      <div ref={button}>
        <Button
          {...look}
          disabled={busy}
          onClick={() => {
            setOpen(true);
          }}
        >
          {label}
        </Button>
      </div>
      <Modal
        activator={focusAfter as RefObject<HTMLDivElement>}
        open={open}
        onClose={dismiss}
        title={title}
        primaryAction={{
          content: confirm,
          destructive,
          disabled: busy || !ready,
          onAction: () => {
            focusAfter.current = (page ?? button).current;
            setOpen(false);
            onConfirm();
          },
        }}
        secondaryActions={[{ content: keep, onAction: dismiss }]}
      >
        <Modal.Section>{children}</Modal.Section>
      </Modal>
    </>
  );
}
