import { useFetchers, useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";

const WRONG_FIELD = "[aria-invalid=true]";
/** Selects banners of Polaris and cards with results. Both can take the focus. */
const MESSAGE = "main :is(.Polaris-Banner,[data-results])";
/** Intents that forms submit while the merchant types, so they must not move the focus. */
const WHILE_TYPING: unknown[] = ["preview"];

/**
 * Moves the focus after the answer to a submitted form: to the first wrong field, otherwise to the new message. The
 * focus stays if there is neither, or if the answer leads to another page.
 */
export function useAnswerFocus(): void {
  const inFlight = [useNavigation(), ...useFetchers()];
  const isSubmitting = inFlight.some(
    ({ formMethod, formData }) =>
      formMethod === "POST" && !WHILE_TYPING.includes(formData?.get("intent") ?? null),
  );
  const before = useRef<{ path: string; messages: Map<Element, string | null> } | null>(null);
  useEffect(() => {
    if (isSubmitting) {
      before.current ??= {
        path: location.pathname,
        messages: new Map(messages().map((shown) => [shown, shown.textContent])),
      };
      return;
    }
    const known = before.current;
    before.current = null;
    if (known === null || known.path !== location.pathname || focusWrongField()) return;
    const isNew = (shown: Element) => known.messages.get(shown) !== shown.textContent;
    messages().find(isNew)?.focus();
  }, [isSubmitting]);
}

/** Moves the focus to the first wrong field. Returns false if there is none. */
export function focusWrongField(): boolean {
  const field = document.querySelector<HTMLElement>(WRONG_FIELD);
  if (field === null) return false;
  // Leaves room for the label above the field, which the admin's header would otherwise cover.
  field.style.scrollMarginBlock = "7rem";
  field.focus();
  return true;
}

function messages(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(MESSAGE)];
}
