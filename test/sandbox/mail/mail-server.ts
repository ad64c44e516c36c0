import type { AddressInfo } from "node:net";
import express from "express";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { readMail, type ReadMail } from "./read-mail.ts";

export type SandboxMail = {
  /** The address for the app's SMTP_URL, on 127.0.0.1. */
  url: string;
  /** The pages `/_mail`: a list of received e-mails, and each as its reader sees it. */
  inbox: express.RequestHandler;
  close: () => Promise<void>;
};

/** E-mails that are kept; older ones are dropped. */
const KEPT = 200;

/** A certificate, how connections use it, and the logins that the server accepts. */
export type Guard = {
  /** Without TLS, the server takes logins in the clear. */
  tls: "from-the-start" | "by-starttls" | "none";
  certificate: { key: string; cert: string };
  mayLogIn: (user: string, password: string) => boolean;
};

/**
 * Starts a mail server on loopback, and shows its e-mails on pages. With `guard` it takes e-mails only after a login, and as that says over TLS.
 */
export async function startMail(guard?: Guard): Promise<SandboxMail> {
  const received: ReadMail[] = [];
  const server = new SMTPServer({
    ...(guard ? guarded(guard) : { authOptional: true, disabledCommands: ["STARTTLS", "AUTH"] }),
    logger: false,
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        received.unshift(readMail(Buffer.concat(chunks).toString("latin1")));
        received.splice(KEPT);
        done();
      });
    },
  });
  // A client that hangs up is no failure of the sandbox.
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `${guard?.tls === "from-the-start" ? "smtps" : "smtp"}://127.0.0.1:${String(port)}`,
    inbox: inboxPages(received),
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
      }),
  };
}

function guarded({ tls, certificate, mayLogIn }: Guard): SMTPServerOptions {
  return {
    ...certificate,
    secure: tls === "from-the-start",
    ...(tls === "none" && { disabledCommands: ["STARTTLS"], allowInsecureAuth: true }),
    onAuth: ({ username, password }, _session, done) => {
      if (mayLogIn(username ?? "", password ?? "")) done(null, { user: username });
      else done(new Error("Invalid username or password"));
    },
  };
}

function inboxPages(received: ReadMail[]): express.RequestHandler {
  const pages = express.Router();
  pages.get("/", (_request, response) => {
    const rows = received.map(
      ({ subject, to }, index) =>
        `<li><a href="/_mail/${String(received.length - index)}">${escaped(subject)}</a> to ${escaped(to)}</li>`,
    );
    response.send(page("Inbox", rows.length === 0 ? "<p>No e-mails yet.</p>" : `<ul>${rows.join("")}</ul>`));
  });
  pages.get("/:number", (request, response) => {
    const mail = received[received.length - Number(request.params.number)];
    if (!mail) response.status(404).send(page("No such e-mail", ""));
    else
      response.send(
        page(
          mail.subject,
          `<p>To ${escaped(mail.to)}</p>
           <article lang="${languageOf(mail)}">${mail.html}</article>
           <h2>As text</h2>
           <pre lang="${languageOf(mail)}">${escaped(mail.text)}</pre>`,
        ),
      );
  });
  return pages;
}

function languageOf({ html }: ReadMail): string {
  return /<html lang="(\w+)"/.exec(html)?.[1] ?? "en";
}

const STYLE = `
  body { font: 1rem/1.5 system-ui, sans-serif; margin: 1rem; }
  main { max-width: 40rem; margin: 0 auto; }
  h1 { font-size: 1.25rem; }
  h2 { font-size: 1rem; }
  article { border: 1px solid #ccc; border-radius: 0.5rem; padding: 0 1rem; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; }`;

function page(title: string, body: string): string {
  return `<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width">
        <title>${escaped(title)}</title>
        <style>${STYLE}</style>
      </head>
      <body><main><h1>${escaped(title)}</h1>${body}</main></body>
    </html>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (letter) => `&#${String(letter.codePointAt(0))};`);
}
