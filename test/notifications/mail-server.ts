import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { onTestFinished } from "vitest";

/** A step of the protocol at which a mail server hangs up or refuses. */
export type MailFault =
  | "connect"
  | "ehlo"
  | "mail"
  | "rcpt"
  | "rcpt-refused"
  | "rcpt-policy"
  | "data"
  | "content-refused"
  | "after-dot";

export type ReceivedMail = { to: string; messageId: string; text: string };

/** A mail server on this machine, with an inbox, and faults for the next e-mails. */
export async function startMailServer() {
  const inbox: ReceivedMail[] = [];
  const faults: MailFault[] = [];
  const sockets = new Map<number, { destroy: () => void }>();
  const hangUp = ({ remotePort }: { remotePort: number }) => sockets.get(remotePort)?.destroy();
  const fails = (...steps: MailFault[]) => {
    const [next] = faults;
    if (next === undefined || !steps.includes(next)) return false;
    faults.shift();
    return true;
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    logger: false,
    onConnect: (_session, done) => {
      if (fails("connect")) done(new Error("no"));
      else done();
    },
    onMailFrom: (_address, session, done) => {
      if (fails("ehlo", "mail")) hangUp(session);
      else done();
    },
    onRcptTo: (_address, session, done) => {
      if (fails("rcpt")) hangUp(session);
      else if (fails("rcpt-policy"))
        done(Object.assign(new Error("5.7.1 Relay access denied"), { responseCode: 554 }));
      else if (fails("rcpt-refused")) done(Object.assign(new Error("unknown"), { responseCode: 550 }));
      else done();
    },
    onData: (stream, session, done) => {
      if (fails("data")) {
        hangUp(session);
        return;
      }
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        if (fails("content-refused")) {
          done(Object.assign(new Error("spam"), { responseCode: 550 }));
          return;
        }
        const text = Buffer.concat(chunks).toString();
        const messageId = /^Message-ID: (.*)$/im.exec(text)?.[1]?.trim() ?? "";
        inbox.push({ to: session.envelope.rcptTo[0]?.address ?? "", messageId, text });
        if (fails("after-dot")) hangUp(session);
        else done();
      });
    },
  });
  server.on("error", () => undefined);
  server.server.on("connection", (socket) => {
    const { remotePort = 0 } = socket;
    sockets.set(remotePort, socket);
    socket.once("close", () => sockets.delete(remotePort));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(resolve);
    });
  onTestFinished(close);
  return { url: `smtp://127.0.0.1:${String(port)}`, inbox, faults, close };
}
