import { Link, Text, type TextProps } from "@shopify/polaris";

import type { Message, MessageCode } from "../messages/message.ts";
import { useT } from "../messages/use-t.ts";

/** Problems that an exchange rate solves. */
const NEED_A_RATE: MessageCode[] = ["catalog.skip.currency-differs", "sync.problem.currency-differs"];

/** Why something was not done with a product, and the way to where it is solved. */
export function ProblemText({ problem, tone }: { problem: Message; tone?: TextProps["tone"] }) {
  const t = useT();
  return (
    <Text as="p" breakWord {...(tone && { tone })}>
      {t(problem)}
      {NEED_A_RATE.includes(problem.code) && (
        <>
          {" "}
          <Link url="/app/prices">{t("prices.open")}</Link>
        </>
      )}
    </Text>
  );
}
