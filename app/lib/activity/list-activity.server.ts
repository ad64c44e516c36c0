import { Prisma } from "@prisma/client";
import { languages } from "../../messages/languages.ts";
import { type Message, storedMessage } from "../../messages/message.ts";
import { DEFAULT_LOCALE, type Locale, type Translate } from "../../messages/translate.ts";
import { readInShop } from "../database/db.server.ts";
import { anywhere, queryRows, sqlArray } from "../database/statement.server.ts";
import { keysetPage, keysetQuery, type Place } from "../http/keyset-page.ts";
import type { ShopDomain } from "../shop-domain.ts";
import { ACTIVITY_TYPES, type ActivityFilter, type ActivityType, ALL_ACTIVITY } from "./activity-filter.ts";
import { NEEDS_ATTENTION, type Tone } from "./events.ts";
import { findVisit, type Visit } from "./visits.server.ts";
import { type Cell, type CsvFile, mapPages, pagesAfter } from "../http/csv.ts";

const PAGE_SIZE = 50;

export type Entry = {
  id: string;
  tone: Tone;
  message: Message;
  subject: { label: string | Message; url: string } | null;
  at: Date;
};

/**
 * A page of entries, newest first, and the merchant's last visit. `newer` and `older` are cursors of the
 * adjacent pages; null if there is no such page.
 */
export type ActivityPage = { entries: Entry[]; newer: string | null; older: string | null; visit: Visit };

type WantedActivity = {
  filter?: ActivityFilter;
  /** The language in which the search reads the messages. */
  locale?: Locale;
  /** SQL conditions on rows of `activity`. A row that meets one is a warning that no longer needs attention. */
  settled?: Prisma.Sql[];
  place: Place | null;
};

type Row = {
  id: string;
  kind: string;
  tone: Tone;
  message: unknown;
  label: unknown;
  url: string | null;
  at: Date;
};

/**
 * Reads a page of the shop's activity. If `place` is null or its cursor is malformed, reads the newest page.
 */
export async function listActivity(shop: ShopDomain, wanted: WantedActivity): Promise<ActivityPage> {
  const query = keysetQuery(wanted.place, PAGE_SIZE);
  const { beyond, direction, take } = query;
  return readInShop(shop, async (tx, now) => {
    const visit = await findVisit(tx, { shop, now });
    const limits = limitsOf(shop, wanted, visit);
    if (beyond !== null) {
      const side = Prisma.raw(beyond.side === "lt" ? "<" : ">");
      limits.push(Prisma.sql`(at, id) ${side} (${beyond.at}, ${beyond.id}::uuid)`);
    }
    const found = await queryRows<Row>(tx)`
      select id, kind, tone, message, subject_label as label, subject_url as url, at from activity
      where ${Prisma.join(limits, " and ")}
      order by ${direction === "desc" ? Prisma.sql`at desc, id desc` : Prisma.sql`at, id`} limit ${take}`;
    const { rows, newer, older } = keysetPage(found, query, (row) => row);
    return { entries: rows.map(toEntry), newer, older, visit };
  });
}

function limitsOf(
  shop: ShopDomain,
  { filter = ALL_ACTIVITY, locale = DEFAULT_LOCALE, settled = [] }: WantedActivity,
  { lastAt }: Visit,
): Prisma.Sql[] {
  const { show, type, query } = filter;
  const limits = [Prisma.sql`shop = ${shop}`];
  if (show === "new" && lastAt !== null) limits.push(Prisma.sql`at > ${lastAt}`);
  if (show === "needs-attention")
    limits.push(
      Prisma.sql`tone = any(${sqlArray(NEEDS_ATTENTION)}::text[])`,
      ...[...settled, isSettledLater(shop), isReplaced(shop)].map(
        (condition) => Prisma.sql`not (${condition})`,
      ),
    );
  if (type !== null)
    limits.push(Prisma.sql`split_part(kind, '.', 1) = any(${sqlArray(ACTIVITY_TYPES[type])}::text[])`);
  const words = new Set(query.split(/\s+/).filter(Boolean));
  for (const word of [...words].slice(0, WORDS_AT_MOST)) limits.push(hasWord(word, locale));
  return limits;
}

/**
 * Kinds of warnings about an order's present state. A new warning replaces older ones of the same kind.
 * Warnings of other kinds are all valid, such as several differences.
 */
const REPLACED: readonly string[] = [
  "orders.held",
  "orders.in-doubt",
  "orders.not-accepted",
  "orders.not-canceled",
  "orders.request-failed",
  "orders.still-waiting",
];

/** For each kind of warning, the kinds of later entries that settle it. */
const SETTLED_BY: Record<string, readonly string[]> = {
  "connection.unauthorized": ["connection.accepted", "connection.replaced", "connection.connected"],
  "shop.access-lost": ["shop.access-restored"],
  "shop.permissions-missing": ["shop.permissions-given"],
  "catalog.duty-failing": ["catalog.duty-resumed"],
  "catalog.needs-linking": ["catalog.linked"],
  "orders.duty-failing": ["orders.duty-resumed"],
  "orders.paused-by-doubts": ["orders.resumed-after-doubts"],
  "orders.method-seen": ["orders.methods-changed"],
  "branding.unpublished": ["branding.published"],
  "branding.rejected": ["branding.published"],
  "branding.in-doubt": ["branding.published"],
};

/**
 * Returns an SQL condition: a later entry settles the warning in a row of `activity`. The entry must have the
 * same `about`, unless the row's `about` is empty.
 */
function isSettledLater(shop: ShopDomain): Prisma.Sql {
  const pairs = Object.entries(SETTLED_BY).flatMap(([kind, kinds]) => kinds.map((by) => [kind, by] as const));
  return Prisma.sql`exists (
    select from unnest(${sqlArray(pairs.map(([kind]) => kind))}::text[], ${sqlArray(pairs.map(([, by]) => by))}::text[])
      as pair (kind, by)
    where pair.kind = activity.kind and activity.at <= (
      select max(later.at) from activity later where later.shop = ${shop} and later.kind = pair.by
        and (activity.about = '{}' or later.about = activity.about)))`;
}

/**
 * Returns an SQL condition: a later warning of the same kind, about the same order, replaces the one in the
 * row.
 */
function isReplaced(shop: ShopDomain): Prisma.Sql {
  // The tones are literals, not parameters, so that Postgres can use the partial index of warnings.
  return Prisma.sql`(kind = any(${sqlArray(REPLACED)}::text[]) and exists (
    select from activity later where later.shop = ${shop} and later.subject_url = activity.subject_url
      and later.kind = activity.kind and later.tone in ('warning', 'critical')
      and (later.at, later.id) > (activity.at, activity.id)))`;
}

/**
 * Returns an SQL condition: the entry's text, in the reader's language, contains a word. A message's fixed
 * words are in the message files; its names and numbers are in the row.
 */
function hasWord(word: string, locale: Locale): Prisma.Sql {
  const like = anywhere(word);
  const sought = word.toLocaleLowerCase(locale);
  const texts = { ...languages[DEFAULT_LOCALE]?.texts, ...languages[locale]?.texts };
  const codes = Object.entries(texts)
    .filter(([, text]) => text.replaceAll(PLACEHOLDER, " ").toLocaleLowerCase(locale).includes(sought))
    .map(([code]) => code);
  return Prisma.sql`(
    jsonb_exists_any(jsonb_path_query_array(message, '$.**.code'), ${sqlArray(codes)}::text[])
    or subject_label::text ilike ${like}
    or message::text ilike ${like} and regexp_replace(message::text, ${NAMES}, '', 'g') ilike ${like})`;
}

/**
 * Maximum number of words per search. Each word costs a pass over the message files and over the shop's rows.
 */
const WORDS_AT_MOST = 8;

/** Names of parameters in a message's text: "{order}", and the beginning of "{count, plural, …". */
const PLACEHOLDER = /\{\w+[^{}]*\}|\{\w+, \w+,/g;

/** The codes and the names of parameters in a stored message. */
const NAMES = '"code": "[^"]*"|"[A-Za-z]+":';

function toEntry({ id, kind, tone, message, label, url, at }: Row): Entry {
  const subject = label === null || url === null ? pageOf(kind) : { label: label as string | Message, url };
  return { id, tone, message: storedMessage(message) ?? UNKNOWN, subject, at };
}

/** Returns the page that an entry without a subject links to. */
function pageOf(kind: string): Entry["subject"] {
  const slice = kind.split(".")[0] ?? "";
  const types = Object.keys(ACTIVITY_TYPES) as ActivityType[];
  const type = types.find((each) => (ACTIVITY_TYPES[each] as readonly string[]).includes(slice));
  return type === undefined ? null : PAGES[type];
}

const PAGES = {
  orders: { label: { code: "orders.title" }, url: "/app/orders" },
  products: { label: { code: "catalog.title" }, url: "/app/catalog?show=imported" },
  connection: { label: { code: "settings.title" }, url: "/app/settings" },
  branding: { label: { code: "branding.title" }, url: "/app/branding" },
  shop: { label: { code: "home.menu" }, url: "/app" },
} as const satisfies Record<ActivityType, Entry["subject"]>;

const UNKNOWN: Message = { code: "unknown-message" };

type ExportedRow = { id: string; at: Date; tone: Tone; message: unknown; label: unknown };

const EXPORT_PAGE_SIZE = 1000;

const columns = ["at", "attention", "subject", "message"] as const;

/** Returns the shop's activity as a CSV file, oldest entry first. */
export function exportActivity(
  shop: ShopDomain,
  { t, toTime }: { t: Translate; toTime: (at: Date) => string },
): CsvFile {
  const read = (last: ExportedRow | null) =>
    readInShop(shop, (tx) => {
      const after = last ? Prisma.sql`and (at, id) > (${last.at}, ${last.id}::uuid)` : Prisma.empty;
      return queryRows<ExportedRow>(tx)`
        select id, at, tone, message, subject_label as label from activity where shop = ${shop} ${after}
        order by at, id limit ${EXPORT_PAGE_SIZE}`;
    });
  const toCells = ({ at, tone, message, label }: ExportedRow): Cell[] => {
    const subject = storedMessage(label);
    return [
      toTime(at),
      NEEDS_ATTENTION.includes(tone) ? t("activity.tone.warning") : null,
      typeof label === "string" ? label : subject && t(subject),
      t(storedMessage(message) ?? UNKNOWN),
    ];
  };
  return {
    header: columns.map((name) => t(`export.activity.${name}`)),
    pages: mapPages(pagesAfter(read), toCells),
  };
}
