import type { FetcherWithComponents } from "@remix-run/react";

import { OLD_AFTER_DAYS } from "../../catalog/pricing/exchange-rate.ts";
import { type Notice, NoticeBanner } from "../../components/notice.tsx";
import type { Answer, ShownPrices } from "./shown-prices.ts";

type NoticesProps = { loaded: ShownPrices; dirty: boolean; answers: FetcherWithComponents<Answer>[] };

/** Notices above the form: the last answers, then problems that last. */
export function Notices({ loaded, dirty, answers }: NoticesProps) {
  const given = answers.flatMap(({ state, data }) => {
    const notice = state === "idle" && data && "notice" in data ? data.notice : null;
    // A success is outdated once the form has newer changes.
    return notice && !(dirty && notice.tone === "success") ? [notice] : [];
  });
  const byTitle = new Map([...given, ...lasting(loaded)].map((notice) => [notice.title.code, notice]));
  return [...byTitle].map(([code, notice]) => <NoticeBanner key={code} notice={notice} />);
}

function lasting({ missingRates, oldRates, otherCurrency, shopCurrency }: ShownPrices): Notice[] {
  const notices: (Notice | false)[] = [
    otherCurrency !== null && {
      tone: "critical",
      title: { code: "prices.other-currency.title" },
      text: { code: "prices.other-currency", currency: otherCurrency, shopCurrency },
    },
    missingRates.length > 0 && {
      tone: "critical",
      title: { code: "prices.rates.missing.title" },
      text: { code: "prices.rates.missing", currencies: missingRates.join(", "), shopCurrency },
    },
    oldRates.length > 0 && {
      tone: "warning",
      title: { code: "prices.rates.old.title" },
      text: {
        code: "prices.rates.old",
        currencies: oldRates.map(({ from }) => from).join(", "),
        days: OLD_AFTER_DAYS,
      },
    },
  ];
  return notices.filter((notice) => notice !== false);
}
