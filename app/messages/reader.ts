/** The reader's number format and time zone, which are independent of the language of the texts. */
export type Reader = {
  /** The language tag by which we write numbers and money, such as "de-AT". */
  numbers: string;
  /** The shop's time zone, such as "Asia/Kolkata". If it is null (unknown), times are in UTC and say so. */
  timeZone: string | null;
};

export function languageOf(tag: string): string {
  return tag.toLowerCase().split("-")[0] ?? "";
}
