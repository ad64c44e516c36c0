/**
 * What a read with the shop's key showed. Only `refused` (a 401) says something about the key; a platform that has
 * no catalogue where we look for it, or is down, leaves the key `unverified`.
 */
export type KeyCheck =
  { kind: "verified" } | { kind: "unverified"; said: string } | { kind: "refused"; said: string };
