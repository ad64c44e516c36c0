import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";

import { beforeAll, describe, expect, it, onTestFinished } from "vitest";

import { addRecipient } from "../../app/notifications/recipients.server.ts";
import { sweepOutbox } from "../../app/notifications/sweep-outbox.server.ts";
import { type Guard, startMail } from "../sandbox/mail/mail-server.ts";
import { makeCertificates } from "../support/certificates.ts";
import { query } from "../support/database.ts";
import { installedShop } from "../support/installed-shop.ts";
import { openQueue } from "../support/queue.ts";
import { changeSettings, databaseUrl } from "../support/world.ts";

openQueue();

const USER = "app@example.com";
const PASSWORD = "p@ss:wörd/%";
/** This machine at an address that the app does not count as this machine. */
const NOT_LOCAL = "::ffff:127.0.0.1";
const SENT = { outcome: "sent", waits: null, unanswered: 1 };
const WAITS = { outcome: null, waits: true, unanswered: 0 };

type Server = Pick<Guard, "tls"> & { host: string };

let root: string;
let certificate: { key: string; cert: string };
beforeAll(async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "stockbridge-mail-"));
  await makeCertificates(folder, "mail", `127.0.0.1,IP:${NOT_LOCAL}`);
  const read = (name: string) => readFile(path.join(folder, name), "utf8");
  root = await read("mail.pem");
  certificate = { key: await read("mail-server.key"), cert: await read("mail-server.pem") };
  await rm(folder, { recursive: true });
});

/** Makes new connections of this process trust the mail server's certificate until the test ends. */
function trustCertificate(): void {
  const usual = getCACertificates("default");
  setDefaultCACertificates([...usual, root]);
  onTestFinished(() => {
    setDefaultCACertificates(usual);
  });
}

/** Sends an e-mail to a server that requires a login. Returns the logins that it saw, and the e-mail's row. */
async function send(password: string, { tls = "from-the-start", host = "127.0.0.1" }: Partial<Server> = {}) {
  const logins: string[][] = [];
  const server = await startMail({
    certificate,
    tls,
    mayLogIn: (...login) => {
      logins.push(login);
      return login[1] === PASSWORD;
    },
  });
  onTestFinished(server.close);
  const credentials = [USER, password].map(encodeURIComponent).join(":");
  const SMTP_URL = server.url.replace("://127.0.0.1", `://${credentials}@${host}`);
  await changeSettings({ SMTP_URL, MAIL_FROM: "Stockbridge <app@example.com>" });
  const shop = await installedShop();
  expect(await addRecipient(shop, "owner@example.com")).toBeNull();
  await sweepOutbox();
  const rows = await query(
    databaseUrl,
    "select outcome, due_at > now() as waits, unanswered from outbox_entry where shop = $1",
    [shop],
  );
  return { logins, rows };
}

it("sends an e-mail over TLS, after a login with special characters in the password", async () => {
  trustCertificate();
  expect(await send(PASSWORD)).toEqual({ logins: [[USER, PASSWORD]], rows: [SENT] });
});

it("keeps an e-mail for later if the mail server rejects the login", async () => {
  trustCertificate();
  expect(await send("wrong")).toEqual({ logins: [[USER, "wrong"]], rows: [WAITS] });
});

it("keeps an e-mail for later, and reveals no password, if no known authority signed the server's certificate", async () => {
  expect(await send(PASSWORD)).toEqual({ logins: [], rows: [WAITS] });
});

describe("sending an e-mail by smtp:// to another machine", () => {
  const host = `[${NOT_LOCAL}]`;

  it("begins TLS before the login", async () => {
    trustCertificate();
    const sent = await send(PASSWORD, { tls: "by-starttls", host });
    expect(sent).toEqual({ logins: [[USER, PASSWORD]], rows: [SENT] });
  });

  it.each([
    ["the server offers no TLS", "none"],
    ["no known authority signed the server's certificate", "by-starttls"],
  ] as const)("keeps the e-mail for later, and reveals no password, if %s", async (_, tls) => {
    expect(await send(PASSWORD, { tls, host })).toEqual({ logins: [], rows: [WAITS] });
  });
});
