import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";

import { beforeAll, expect, it, onTestFinished } from "vitest";

import { addRecipient } from "../../app/notifications/recipients.server.ts";
import { sweepOutbox } from "../../app/notifications/sweep-outbox.server.ts";
import { startMail } from "../sandbox/mail/mail-server.ts";
import { makeCertificates } from "../support/certificates.ts";
import { query } from "../support/database.ts";
import { installedShop } from "../support/installed-shop.ts";
import { openQueue } from "../support/queue.ts";
import { changeSettings, databaseUrl } from "../support/world.ts";

openQueue();

const USER = "app@example.com";
const PASSWORD = "p@ss:wörd/%";
const SENT = { outcome: "sent", waits: null, unanswered: 1 };
const WAITS = { outcome: null, waits: true, unanswered: 0 };

let root: string;
let certificate: { key: string; cert: string };
beforeAll(async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "stockbridge-mail-"));
  await makeCertificates(folder, "mail", "127.0.0.1");
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

/** Sends an e-mail to a server that requires TLS and a login. Returns the logins that it saw, and the e-mail's row. */
async function send(password: string) {
  const logins: string[][] = [];
  const server = await startMail({
    certificate,
    mayLogIn: (...login) => {
      logins.push(login);
      return login[1] === PASSWORD;
    },
  });
  onTestFinished(server.close);
  const credentials = [USER, password].map(encodeURIComponent).join(":");
  const SMTP_URL = server.url.replace("://", `://${credentials}@`);
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
