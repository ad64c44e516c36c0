import { useEffect } from "react";

/** The longest time between the two taps of a double tap, and how far they are apart at most, in CSS pixels. */
const DOUBLE_TAP = { ms: 400, pixels: 30 };

/**
 * Ignores the second tap of a double tap if it would press something else than the first one: the button of a dialog
 * that has just opened, what lies below one that has just closed, or a button that has turned into its opposite.
 */
export function useSingleTaps(): void {
  useEffect(() => {
    let first: { event: MouseEvent; target: Element; text: string } | null = null;
    let isIgnored = false;
    const begin = (event: MouseEvent) => {
      const target = pressedBy(event);
      const text = target.textContent;
      const isSame = first?.target === target ? first.text === text : text !== "" && first?.text === text;
      isIgnored = first !== null && isSecondTap(first.event, event) && !isSame;
      first = isIgnored && first !== null ? { ...first, event } : { event, target, text };
      ignore(event);
    };
    const ignore = (event: MouseEvent) => {
      // Clicks by a keyboard or a script have the detail 0.
      if (!isIgnored || event.detail === 0) return;
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener("mousedown", begin, { capture: true });
    // Polaris's backdrop closes a dialog when the mouse is released.
    for (const type of ["mouseup", "click"] as const)
      document.addEventListener(type, ignore, { capture: true });
    return () => {
      document.removeEventListener("mousedown", begin, { capture: true });
      for (const type of ["mouseup", "click"] as const)
        document.removeEventListener(type, ignore, { capture: true });
    };
  }, []);
}

function pressedBy({ target }: MouseEvent): Element {
  const element = target instanceof Element ? target : document.body;
  return element.closest("button,a,label") ?? element;
}

function isSecondTap(first: MouseEvent, second: MouseEvent): boolean {
  const pixels = Math.hypot(second.clientX - first.clientX, second.clientY - first.clientY);
  return second.timeStamp - first.timeStamp < DOUBLE_TAP.ms && pixels < DOUBLE_TAP.pixels;
}
