import { Readable } from "node:stream";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import { env } from "../lib/env.server.ts";
import { log } from "../lib/telemetry/log.server.ts";
import type { Delivery } from "./outcome.ts";

/** Timeouts in milliseconds. Their sum is less than the lease of an e-mail. */
const TIMEOUTS = {
  dnsTimeout: 5000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
  socketCloseTimeout: 1000,
};
/**
 * Time limit of a whole delivery. A server that replies to each command just in time could otherwise outlast
 * the lease.
 */
const WHOLE_MS = 60_000;
const LOOPBACK = ["127.0.0.1", "localhost", "[::1]"];

/** Returns true if the operator has set a mail server. */
export function mayMail(): boolean {
  return env.SMTP_URL !== undefined && env.MAIL_FROM !== undefined;
}

type Failed = Error & { code?: string; responseCode?: number; command?: string; response?: string };

/**
 * Matches a refusal by the server's policy (RFC 3463, 3.8). The server may refuse relaying or our IP address,
 * so the recipient's address may be fine.
 */
const BY_POLICY = /^\d{3}[ -]5\.7\.\d/;

/**
 * Sends one e-mail to one address, once. The server has accepted the e-mail only if it confirms the end of the
 * content.
 */
export async function deliver(
  message: Buffer,
  { from, to }: { from: string; to: string },
): Promise<Delivery> {
  const connection = new SMTPConnection({ ...serverOptions(), ...TIMEOUTS });
  // After the last byte, the server may have accepted the e-mail even if no reply comes.
  const progress = { isContentSent: false };
  const content = Readable.from([message]).once("end", () => (progress.isContentSent = true));
  try {
    await new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error("The mail server took too long.")), WHOLE_MS);
      const settle = (error?: Error | null) => {
        clearTimeout(late);
        if (error) reject(error);
        else resolve();
      };
      connection.once("error", settle);
      connection.once("end", () => settle(new Error("The mail server closed the connection.")));
      connection.connect((error) => {
        if (error) {
          settle(error);
          return;
        }
        const send = () => {
          connection.send({ from, to: [to] }, content, (failure) => settle(failure));
        };
        const auth = loginOf(env.SMTP_URL);
        if (auth === null) send();
        else connection.login(auth, (failure) => (failure ? settle(failure) : send()));
      });
    });
    return { kind: "sent" };
  } catch (error) {
    const { code, responseCode = 0, command, response = "" } = error as Failed;
    // Does not log the server's text, because the text may contain the address.
    log.warn({ code, responseCode, command, ...progress }, "notifications.mail-failed");
    if (responseCode === 0) return { kind: progress.isContentSent ? "unanswered" : "later" };
    if (responseCode < 500) return { kind: "later" };
    if (progress.isContentSent) return { kind: "refused", by: "content" };
    if (command !== "RCPT TO") return { kind: "later" };
    return { kind: "refused", by: BY_POLICY.test(response) ? "content" : "address" };
  } finally {
    connection.on("error", () => undefined);
    connection.close();
  }
}

/** Uses TLS from the start with smtps://, and STARTTLS with smtp://. A server on this machine needs no TLS. */
function serverOptions() {
  const { protocol, hostname, port } = new URL(env.SMTP_URL ?? "");
  const secure = protocol === "smtps:";
  const isHere = LOOPBACK.includes(hostname);
  return {
    host: hostname.replace(/^\[|\]$/g, ""),
    ...(port !== "" && { port: Number(port) }),
    secure,
    requireTLS: !secure && !isHere,
    ignoreTLS: !secure && isHere,
    name: new URL(env.SHOPIFY_APP_URL).hostname,
  };
}

function loginOf(url: string | undefined): { user: string; pass: string } | null {
  const { username, password } = new URL(url ?? "");
  if (username === "") return null;
  return { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
}
