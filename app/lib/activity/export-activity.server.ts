import { Prisma } from "@prisma/client";

import { storedMessage } from "../../messages/message.ts";
import type { Translate } from "../../messages/translate.ts";
import { readInShop } from "../database/db.server.ts";
import { queryRows } from "../database/statement.server.ts";
import { type Cell, type CsvFile, mapPages, pagesAfter } from "../http/csv.ts";
import type { ShopDomain } from "../shop-domain.ts";
import { NEEDS_ATTENTION, type Tone } from "./tone.ts";

type Row = { id: string; at: Date; tone: Tone; message: unknown; label: unknown };

const PAGE_SIZE = 1000;

const columns = ["at", "attention", "subject", "message"] as const;

/** Returns a file of the shop's activity, the oldest entry first. */
export function exportActivity(
  shop: ShopDomain,
  { t, toTime }: { t: Translate; toTime: (at: Date) => string },
): CsvFile {
  const read = (last: Row | null) =>
    readInShop(shop, (tx) => {
      const after = last ? Prisma.sql`and (at, id) > (${last.at}, ${last.id}::uuid)` : Prisma.empty;
      return queryRows<Row>(tx)`
        select id, at, tone, message, subject_label as label from activity where shop = ${shop} ${after}
        order by at, id limit ${PAGE_SIZE}`;
    });
  const toCells = ({ at, tone, message, label }: Row): Cell[] => {
    const subject = storedMessage(label);
    return [
      toTime(at),
      NEEDS_ATTENTION.includes(tone) ? t("activity.show.needs-attention") : null,
      typeof label === "string" ? label : subject && t(subject),
      t(storedMessage(message) ?? { code: "unknown-message" }),
    ];
  };
  return {
    header: columns.map((name) => t(`export.activity.${name}`)),
    pages: mapPages(pagesAfter(read), toCells),
  };
}
