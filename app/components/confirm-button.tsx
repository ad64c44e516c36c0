import { Button, type ButtonProps, Modal } from "@shopify/polaris";
import { type ReactNode, type RefObject, useRef, useState } from "react";

/** A button that opens a dialog with the consequences of an action, and acts only after confirmation. */
export function ConfirmButton({
  label,
  look,
  title,
  confirm,
  keep,
  destructive = false,
  busy,
  ready = true,
  control,
  page,
  onConfirm,
  children,
}: {
  label: string;
  /** Props for the look of the button outside the dialog. */
  look?: Pick<ButtonProps, "accessibilityLabel" | "size" | "variant">;
  title: string;
  /** Labels of the dialog's two buttons. */
  confirm: string;
  keep: string;
  destructive?: boolean;
  /** True while another action is under way. */
  busy: boolean;
  /** True once the merchant may confirm. */
  ready?: boolean;
  /** The dialog's open state. Pass it if the page may replace the button while the dialog is open. */
  control?: { isOpen: boolean; setOpen: (isOpen: boolean) => void };
  /**
   * The element that gets the focus after the action, because it shows the notice. By default, the focus returns to
   * the button.
   */
  page?: RefObject<HTMLDivElement>;
  onConfirm: () => void;
  children: ReactNode;
}) {
  const [isOwnOpen, setOwnOpen] = useState(false);
  const { isOpen: open, setOpen } = control ?? { isOpen: isOwnOpen, setOpen: setOwnOpen };
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
