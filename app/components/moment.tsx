import { useContext } from "react";

import { describeMoment, type MomentForm } from "../messages/describe-moment.ts";
import type { Message } from "../messages/message.ts";
import { ClockContext, LocaleContext, useT } from "../messages/use-t.ts";

type MomentProps = {
  iso: string;
  form?: MomentForm;
  /** Returns the sentence that contains the time. By default, the time stands alone. */
  children?: (at: Message) => string;
};

/**
 * Shows a time (ISO) as text, and a recent one as its distance from now. A tooltip shows the exact time with its time
 * zone.
 */
export function Moment({ iso, form = "long", children }: MomentProps) {
  const t = useT();
  const locale = useContext(LocaleContext);
  const at = describeMoment(iso, form, useContext(ClockContext));
  const text = children?.(at) ?? capitalize(t(at), locale);
  return (
    <time dateTime={iso} title={t("moment.exact", { at: iso })}>
      {text}
    </time>
  );
}

function capitalize(text: string, locale: string): string {
  return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
}
