import { domainToASCII } from "node:url";
import type { MessageCode } from "../messages/message.ts";

/** Maximum lengths (RFC 5321, 4.5.3.1). */
const LONGEST = { local: 64, address: 254 };
/** The dot-atom of RFC 5322. Quoted names, which hardly any mailbox has, are not accepted. */
const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
const DOMAIN = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/i;

export type TypedAddress =
  | { kind: "address"; address: string }
  | { kind: "problem"; code: MessageCode & `notifications.address.${string}` };

/**
 * Reads an address that a merchant has typed. Converts an international domain ("müller.de") to its ASCII form,
 * which every mail server accepts. Returns a problem for such letters before the @, because only some servers
 * accept them (RFC 6531).
 */
export function readAddress(typed: string): TypedAddress {
  const text = typed.trim();
  if (text === "") return { kind: "problem", code: "notifications.address.missing" };
  // A line break would end the e-mail's header, so that the rest of the text could add headers.
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)) return { kind: "problem", code: "notifications.address.invalid" };
  const at = text.lastIndexOf("@");
  const local = text.slice(0, Math.max(at, 0));
  const domain = domainToASCII(text.slice(at + 1));
  if (text.length > LONGEST.address || local.length > LONGEST.local)
    return { kind: "problem", code: "notifications.address.long" };
  if (/[^\p{ASCII}]/u.test(local)) return { kind: "problem", code: "notifications.address.letters" };
  if (local.startsWith('"')) return { kind: "problem", code: "notifications.address.quoted" };
  const address = `${local}@${domain}`;
  if (!LOCAL.test(local) || !DOMAIN.test(domain))
    return { kind: "problem", code: "notifications.address.invalid" };
  if (address.length > LONGEST.address) return { kind: "problem", code: "notifications.address.long" };
  return { kind: "address", address };
}
