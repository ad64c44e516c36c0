import { useFetchers, useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";

const WRONG_FIELD = "[aria-invalid=true]";
/** Polaris's banners can have the focus, as can cards with results. */
const MESSAGE = "main :is(.Polaris-Banner,[data-results])";
/** Intents that forms send automatically while the merchant types. */
const WHILE_TYPING: unknown[] = ["preview"];

/**
 * Moves the focus once a submitted form is answered: to the first wrong field, or else to the new message. Leaves it where it is if
 * the answer brings neither, or leads to another page.
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

/** Moves the focus to the first wrong field. @returns false if there is none. */
export function focusWrongField(): boolean {
  const field = document.querySelector<HTMLElement>(WRONG_FIELD);
  if (field === null) return false;
  // Leaves room for the label above the field: the admin's header would cover it.
  field.style.scrollMarginBlock = "7rem";
  field.focus();
  return true;
}

function messages(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(MESSAGE)];
}
