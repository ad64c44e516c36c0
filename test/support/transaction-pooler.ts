/** Stands in for PgBouncer in transaction mode: many clients share few server connections, one per transaction. */
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

import { APP_ROLE } from "../../app/lib/database/restricted-connection.ts";
import { query } from "./database.ts";
import { addressThrough, parseAddress, placeOf } from "./database-address.ts";

/** Server connections per login and database: fewer than a process opens. */
const POOL_SIZE = 4;
const PROTOCOL_3 = 196_608;
const SSL_REQUEST = 80_877_103;
/** All other parameters of a start are refused, unless PgBouncer's `ignore_startup_parameters` lists them. */
const KNOWN = new Set([
  "user",
  "database",
  "application_name",
  "client_encoding",
  "datestyle",
  "timezone",
  "standard_conforming_strings",
]);

type PoolerOptions = {
  /** PgBouncer 1.21 prepares a client's statements on each server connection that lacks them. 1.18 does not. */
  preparesStatements?: boolean;
};

type Message = { type: string; body: Buffer };
/** An answer to a Parse or a Close. One that the pooler has sent itself stays hidden from the client. */
type Expected = { prepares?: string; isHidden: boolean };
type ServerConnection = { socket: Socket; prepared: Set<string>; client: Client | null };
type Client = {
  socket: Socket;
  server: ServerConnection | null;
  unsent: Message[];
  /** Answers that are still to come, up to each ReadyForQuery. The last list belongs to messages without a Sync yet. */
  expected: Expected[][];
  /** Messages were sent that no Sync has followed. */
  isUnsynced: boolean;
  statements: Map<string, { name: string; body: Buffer }>;
};

/** Opens a pooler in front of the database. @returns the database's address through it, and what ends the pooler. */
export async function transactionPooler(
  databaseUrl: string,
  { preparesStatements = true }: PoolerOptions = {},
): Promise<{ url: string; close: () => void }> {
  const pools = new Map<string, Pool>();
  const sockets = new Set<Socket>();
  const track = (socket: Socket) => {
    sockets.add(socket);
    return socket.on("error", () => socket.destroy()).on("close", () => sockets.delete(socket));
  };
  const server = createServer((socket) => {
    let client: Client | undefined;
    let pool: Pool | undefined;
    const start = async (packet: Buffer): Promise<void> => {
      const parameters = parseStartup(packet);
      const unknown = [...parameters.keys()].find((name) => !KNOWN.has(name.toLowerCase()));
      if (unknown !== undefined) {
        socket.end(errorMessage(`unsupported startup parameter: ${unknown}`));
        return;
      }
      const login = ["user", "database"].map((name) => `${name}\0${parameters.get(name) ?? ""}\0`).join("");
      pool =
        pools.get(login) ?? new Pool(login, () => track(connect(placeOf(databaseUrl))), preparesStatements);
      pools.set(login, pool);
      const greeting = await pool.greet();
      client = { socket, server: null, unsent: [], expected: [[]], isUnsynced: false, statements: new Map() };
      socket.write(greeting.packet);
      if (greeting.isRefusal) socket.end();
    };
    let isStarted = false;
    const split = splitMessages((message) => {
      if (client && pool) pool.receive(client, message);
    });
    track(socket).on("data", (data: Buffer) => {
      if (isStarted) split(data);
      else if (data.readInt32BE(4) === SSL_REQUEST) socket.write("N");
      else if (data.readInt32BE(4) === PROTOCOL_3) {
        isStarted = true;
        void start(data);
        // A request to cancel reaches no server.
      } else socket.destroy();
    });
    socket.on("close", () => {
      if (client) pool?.leave(client);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: addressThrough(server, databaseUrl),
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Makes a login that is a member of the app's role and of no other. @returns the database's address for it. */
export async function appLogin(databaseUrl: string): Promise<string> {
  const name = `app_${randomBytes(6).toString("hex")}`;
  await query(databaseUrl, `create role ${name} login in role ${APP_ROLE}`);
  const url = parseAddress(databaseUrl);
  url.username = name;
  return url.href;
}

class Pool {
  readonly #login: string;
  readonly #open: () => Socket;
  readonly #preparesStatements: boolean;
  readonly #idle: ServerConnection[] = [];
  readonly #waiting: Client[] = [];
  #count = 0;

  constructor(login: string, open: () => Socket, preparesStatements: boolean) {
    this.#login = login;
    this.#open = open;
    this.#preparesStatements = preparesStatements;
  }

  /** Connects once, and answers what the server says to a client that starts. */
  async greet(): Promise<{ packet: Buffer; isRefusal: boolean }> {
    const answers: Message[] = [];
    const socket = this.#open();
    const answered = Promise.withResolvers<undefined>();
    const split = splitMessages((message) => {
      answers.push(message);
      if (message.type === "Z" || message.type === "E") answered.resolve(undefined);
    });
    socket.on("data", split).on("close", () => answered.resolve(undefined));
    socket.write(startupPacket(this.#login));
    await answered.promise;
    socket.end(pack({ type: "X", body: Buffer.alloc(0) }));
    return {
      packet: Buffer.concat(answers.map(pack)),
      isRefusal: answers.at(-1)?.type !== "Z",
    };
  }

  receive(client: Client, message: Message): void {
    if (message.type === "X") {
      client.socket.end();
      return;
    }
    if (client.server) {
      this.#send(client.server, client, message);
      return;
    }
    client.unsent.push(message);
    if (client.unsent.length > 1) return;
    this.#waiting.push(client);
    this.#assign();
  }

  /** A transaction that its client has left is rolled back: its connection ends. */
  leave(client: Client): void {
    const place = this.#waiting.indexOf(client);
    if (place >= 0) this.#waiting.splice(place, 1);
    client.server?.socket.destroy();
  }

  #assign(): void {
    while (this.#waiting.length > 0) {
      const server = this.#idle.pop() ?? (this.#count < POOL_SIZE ? this.#connect() : undefined);
      const client = server && this.#waiting.shift();
      if (!client) return;
      client.server = server;
      server.client = client;
      for (const message of client.unsent.splice(0)) this.#send(server, client, message);
    }
  }

  #connect(): ServerConnection {
    this.#count += 1;
    const server: ServerConnection = { socket: this.#open(), prepared: new Set(), client: null };
    let isReady = false;
    const split = splitMessages((message) => {
      // The client has had its own greeting.
      if (isReady) this.#answer(server, message);
      else isReady = message.type === "Z";
    });
    server.socket.on("data", split).on("close", () => {
      this.#count -= 1;
      const place = this.#idle.indexOf(server);
      if (place >= 0) this.#idle.splice(place, 1);
      server.client?.socket.destroy();
      this.#assign();
    });
    server.socket.write(startupPacket(this.#login));
    return server;
  }

  #send(server: ServerConnection, client: Client, message: Message): void {
    const put = (sent: Message) => server.socket.write(pack(sent));
    const expect = (expected: Expected) => client.expected.at(-1)?.push(expected);
    const { type } = message;
    client.isUnsynced = type !== "Q" && type !== "S";
    if (!this.#preparesStatements || !["P", "B", "D", "C"].includes(type)) {
      put(message);
      if (!client.isUnsynced) client.expected.push([]);
      if (type === "P" || type === "C") expect({ isHidden: false });
      return;
    }
    const [before, own, after] = statementOf(message);
    const rename = (name: string): Message => ({
      type,
      body: Buffer.concat([before, Buffer.from(`${name}\0`), after]),
    });
    const close = (name: string) => put({ type: "C", body: Buffer.from(`S${name}\0`) });
    if (type === "C") {
      // The server keeps it for others.
      if (own !== "") client.statements.delete(own);
      put(own === "" ? message : rename("none"));
      expect({ isHidden: false });
    } else if (type === "P") {
      const name = own === "" ? "" : `pooler_${createHash("sha256").update(after).digest("hex")}`;
      if (name !== "") client.statements.set(own, { name, body: rename(name).body });
      if (server.prepared.has(name)) {
        close(name);
        expect({ isHidden: true });
      }
      put(rename(name));
      expect({ prepares: name, isHidden: false });
      if (name !== "") server.prepared.add(name);
    } else {
      const statement = own === "" ? undefined : client.statements.get(own);
      if (statement && !server.prepared.has(statement.name)) {
        put({ type: "P", body: statement.body });
        expect({ prepares: statement.name, isHidden: true });
        server.prepared.add(statement.name);
      }
      put(statement ? rename(statement.name) : message);
    }
  }

  #answer(server: ServerConnection, message: Message): void {
    const { client } = server;
    if (!client) return;
    const [expected = []] = client.expected;
    // ParseComplete and CloseComplete.
    if (message.type === "1" || message.type === "3") {
      if (expected.shift()?.isHidden) return;
    }
    // The server skips the rest up to the Sync.
    if (message.type === "E")
      for (const { prepares = "" } of expected.splice(0)) server.prepared.delete(prepares);
    client.socket.write(pack(message));
    if (message.type !== "Z") return;
    client.expected.shift();
    if (message.body.toString() !== "I" || client.expected.length > 1 || client.isUnsynced) return;
    client.server = null;
    server.client = null;
    this.#idle.push(server);
    this.#assign();
  }
}

/** Divides a message around the name of its statement: Parse, Bind, and Describe and Close of a statement. */
function statementOf({ type, body }: Message): [before: Buffer, name: string, after: Buffer] {
  const isPortal = (type === "D" || type === "C") && body[0] === "P".charCodeAt(0);
  if (isPortal) return [body, "", Buffer.alloc(0)];
  const from = type === "B" ? body.indexOf(0) + 1 : type === "P" ? 0 : 1;
  const to = body.indexOf(0, from);
  return [body.subarray(0, from), body.toString("utf8", from, to), body.subarray(to + 1)];
}

function splitMessages(each: (message: Message) => void): (data: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (data) => {
    rest = Buffer.concat([rest, data]);
    while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
      const end = rest.readInt32BE(1) + 1;
      const message = { type: String.fromCharCode(rest[0] ?? 0), body: rest.subarray(5, end) };
      rest = rest.subarray(end);
      each(message);
    }
  };
}

function pack({ type, body }: Message): Buffer {
  const head = Buffer.from(`${type}0000`);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

function parseStartup(packet: Buffer): Map<string, string> {
  const words = packet.toString("utf8", 8).split("\0");
  const pairs = Array.from({ length: Math.floor((words.length - 1) / 2) }, (_, index) => index * 2);
  return new Map(pairs.map((index) => [words[index] ?? "", words[index + 1] ?? ""]));
}

function startupPacket(login: string): Buffer {
  const packet = Buffer.concat([Buffer.alloc(8), Buffer.from(`${login}\0`)]);
  packet.writeInt32BE(packet.length);
  packet.writeInt32BE(PROTOCOL_3, 4);
  return packet;
}

function errorMessage(text: string): Buffer {
  return pack({ type: "E", body: Buffer.from(`SFATAL\0C08P01\0M${text}\0\0`) });
}
