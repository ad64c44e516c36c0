/** How a person reads numbers and times, whatever language the texts are in. */
export type Reader = {
  /** The language tag by which numbers and money are written: "de-AT". */
  numbers: string;
  /** The shop's time zone ("Asia/Kolkata"). Null if it is unknown: then times are in UTC, and say so. */
  timeZone: string | null;
};

export function languageOf(tag: string): string {
  return tag.toLowerCase().split("-")[0] ?? "";
}
