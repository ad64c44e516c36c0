import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

import { onTestFinished } from "vitest";

import { addressThrough, placeOf } from "./database-address.ts";

export type DatabaseProxy = {
  /** The database's address through the proxy. */
  url: string;
  /** Cuts every connection and accepts none any more, until `up`. */
  down: () => void;
  up: () => void;
  /** Answers nothing, but keeps every connection, until `speak`. */
  silence: () => void;
  speak: () => void;
  /** The number of connections rejected while it was down. */
  readonly refused: number;
  /** Number of connections that `cutCommit`, `cutAt` or `cutPacket` has cut. */
  readonly cut: number;
  /** The number of packets for the database, since `cutPacket` if that was called. */
  readonly packets: number;
  /** Cuts the connection of the packet with this number, counted from now, once. */
  cutPacket: (number: number, way: PacketCut) => void;
};

/** Before the packet, in the middle of it, after it but before its reply, or in the middle of its reply. */
export type PacketCut = "before" | "middle" | "after" | "reply";

type Cut = { text: string; when: "before" | "after"; times: number };

/**
 * Stands between an app and its database, like a network that breaks. Cuts the connection once, at the COMMIT of the first
 * transaction that has sent `cutCommit.of`, or `times` times at a message that has `cutAt.text`: before it arrives, or after the
 * database has processed it but before the app learns of that.
 */
export async function databaseProxy(
  databaseUrl: string,
  { cutCommit, cutAt }: { cutCommit?: { of: string; when: Cut["when"] }; cutAt?: Cut } = {},
): Promise<DatabaseProxy> {
  const { text: at, when, times } = cutAt ?? { text: "COMMIT", when: cutCommit?.when, times: 1 };
  const isCut = cutAt !== undefined || cutCommit !== undefined;
  const sockets = new Set<Socket>();
  let [isDown, isSilent, refused, cut, packets] = [false, false, 0, 0, 0];
  let packetCut: { number: number; way: PacketCut } | undefined;
  const server = createServer((client) => {
    if (isDown) {
      refused += 1;
      client.resetAndDestroy();
      return;
    }
    const database = connect(placeOf(databaseUrl));
    let [isArmed, isCutting, isCuttingReply] = [false, false, false];
    const end = () => {
      client.destroy();
      database.destroy();
    };
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket
        .on("error", end)
        .on("close", end)
        .on("close", () => sockets.delete(socket));
    }
    client.on("data", (sent: Buffer) => {
      packets += 1;
      if (packets === packetCut?.number) {
        cut += 1;
        const { way } = packetCut;
        if (way === "middle") database.write(sent.subarray(0, sent.length / 2));
        isCutting = way === "after";
        isCuttingReply = way === "reply";
        if (way === "before" || way === "middle") {
          end();
          return;
        }
      }
      const text = sent.toString("latin1");
      if (isCut && text.includes(cutCommit?.of ?? at)) isArmed = true;
      if (isArmed && cut < times && text.includes(at)) {
        cut += 1;
        isCutting = true;
        if (when === "before") {
          end();
          return;
        }
      }
      database.write(sent);
    });
    database.on("data", (answered: Buffer) => {
      if (isCuttingReply) client.write(answered.subarray(0, answered.length / 2));
      if (isCutting || isCuttingReply) end();
      else if (!isSilent) client.write(answered);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return {
    url: addressThrough(server, databaseUrl),
    down: () => {
      isDown = true;
      for (const socket of sockets) socket.destroy();
    },
    up: () => (isDown = false),
    silence: () => (isSilent = true),
    speak: () => (isSilent = false),
    get refused() {
      return refused;
    },
    get cut() {
      return cut;
    },
    get packets() {
      return packets;
    },
    cutPacket: (number, way) => {
      [packets, packetCut] = [0, { number, way }];
    },
  };
}
