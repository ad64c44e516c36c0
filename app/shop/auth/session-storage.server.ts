import type { Prisma, PrismaClient } from "@prisma/client";
import { Session } from "@shopify/shopify-api";
import type { SessionStorage } from "@shopify/shopify-app-session-storage";
import { PrismaSessionStorage } from "@shopify/shopify-app-session-storage-prisma";
import { asSystem, type Tx } from "../../lib/database/db.server.ts";
import { env } from "../../lib/env.server.ts";
import { batchCalls } from "../../lib/database/batch-calls.ts";
import { Failure, notOpened } from "../../lib/failure.ts";
import { logRepeated } from "../../lib/telemetry/log.server.ts";
import { seal, unseal, WrongKeyring, type RotatableStore } from "../../lib/seal.ts";

/**
 * Wraps Shopify's own session storage. Seals tokens before they are written to the table. Accesses the table in the
 * system scope, because Shopify looks up a session by its id, before the shop is known.
 */
export class SealedSessionStorage implements SessionStorage {
  readonly #rows = new PrismaSessionStorage(sessionTable() as unknown as PrismaClient);
  /**
   * Number of this process's writes to sessions, including failed ones. A session that was cached at another number is
   * no longer valid.
   */
  written = 0;

  async storeSession(session: Session): Promise<boolean> {
    const sealed = copy(session, await sealTokens(session));
    return this.writing(this.#rows.storeSession(sealed));
  }

  /**
   * Replaces a session by its renewed form, unless a page has stored another session meanwhile: when Shopify gives a
   * page new tokens, the tokens of the renewal stop working.
   * @returns false if a page was faster.
   */
  async replaceSession(before: Session, renewed: Session): Promise<boolean> {
    const { scope, expires, refreshTokenExpires } = renewed;
    const { accessToken = "", refreshToken = null } = await sealTokens(renewed);
    const replaced = asSystem("session-storage", (tx) =>
      tx.session.updateMany({
        where: { id: before.id, expires: before.expires ?? null },
        data: {
          accessToken,
          refreshToken,
          scope: scope ?? null,
          expires: expires ?? null,
          refreshTokenExpires: refreshTokenExpires ?? null,
        },
      }),
    );
    const { count } = await this.writing(replaced);
    return count === 1;
  }

  /**
   * Loads a session for a page. A session whose tokens cannot be unsealed counts as missing, so that the page
   * gets new tokens.
   */
  async loadSession(id: string): Promise<Session | undefined> {
    return this.openSession(id).catch((error: unknown) => {
      if (error instanceof Failure) return undefined;
      throw error;
    });
  }

  /**
   * Loads a session for background work.
   * @throws Failure on our side if this process's keyring does not open the tokens. This failure says nothing about the
   *   shop.
   */
  async openSession(id: string): Promise<Session | undefined> {
    const session = await this.#rows.loadSession(id);
    return session && unsealTokens(session);
  }

  deleteSession(id: string): Promise<boolean> {
    return this.writing(this.#rows.deleteSession(id));
  }

  deleteSessions(ids: string[]): Promise<boolean> {
    return this.writing(this.#rows.deleteSessions(ids));
  }

  async findSessionsByShop(shop: string): Promise<Session[]> {
    const found = await this.#rows.findSessionsByShop(shop);
    const sessions = await Promise.all(found.map(({ id }) => this.loadSession(id)));
    return sessions.filter((session) => session !== undefined);
  }

  /** Deletes a shop's sessions without unsealing them, so that the deletion works with any keyring. */
  async deleteSessionsOf(shop: string): Promise<void> {
    await this.writing(asSystem("session-storage", (tx) => tx.session.deleteMany({ where: { shop } })));
  }

  /** Counts a write, even if it fails. */
  async writing<T>(write: Promise<T>): Promise<T> {
    try {
      return await write;
    } finally {
      this.written += 1;
    }
  }
}

/** Lists the access tokens of the shops' Admin API. */
export const sealedAccessTokens: RotatableStore = {
  what: "access tokens of shops",
  place: { table: "session", column: '"accessToken"', id: "id", shop: "shop" },
  list: async ({ after, limit }) => {
    const rows = await asSystem("secrets", (tx) =>
      tx.session.findMany({
        where: { id: { gt: after }, accessToken: { not: "" } },
        orderBy: { id: "asc" },
        take: limit,
        select: { id: true, shop: true, accessToken: true },
      }),
    );
    return rows.map(({ id, shop, accessToken: sealed }) => ({
      id,
      sealed,
      binding: { shop, purpose: "access-token" },
    }));
  },
  replace: async ({ id, sealed: accessToken }, sealed) => {
    const { count } = await asSystem("secrets", (tx) =>
      tx.session.updateMany({ where: { id, accessToken }, data: { accessToken: sealed } }),
    );
    return count === 1;
  },
};

/** Lists the refresh tokens that renew access tokens. */
export const sealedRefreshTokens: RotatableStore = {
  what: "refresh tokens of shops",
  place: { table: "session", column: '"refreshToken"', id: "id", shop: "shop" },
  list: async ({ after, limit }) => {
    const rows = await asSystem("secrets", (tx) =>
      tx.session.findMany({
        where: { id: { gt: after }, refreshToken: { not: null } },
        orderBy: { id: "asc" },
        take: limit,
        select: { id: true, shop: true, refreshToken: true },
      }),
    );
    return rows.map(({ id, shop, refreshToken }) => ({
      id,
      sealed: refreshToken ?? "",
      binding: { shop, purpose: "refresh-token" },
    }));
  },
  replace: async ({ id, sealed: refreshToken }, sealed) => {
    const { count } = await asSystem("secrets", (tx) =>
      tx.session.updateMany({ where: { id, refreshToken }, data: { refreshToken: sealed } }),
    );
    return count === 1;
  },
};

async function sealTokens({ shop, accessToken, refreshToken }: Session) {
  const keyring = env.STOCKBRIDGE_KEYRING;
  return {
    accessToken: accessToken && (await seal(accessToken, { shop, purpose: "access-token" }, keyring)),
    refreshToken: refreshToken && (await seal(refreshToken, { shop, purpose: "refresh-token" }, keyring)),
  };
}

/**
 * Unseals the session's tokens. @returns undefined if no keyring opens them. @throws Failure if another keyring may
 * open them.
 */
async function unsealTokens(session: Session): Promise<Session | undefined> {
  const { shop, accessToken, refreshToken } = session;
  const keyring = env.STOCKBRIDGE_KEYRING;
  try {
    return copy(session, {
      accessToken: accessToken && (await unseal(accessToken, { shop, purpose: "access-token" }, keyring)),
      refreshToken: refreshToken && (await unseal(refreshToken, { shop, purpose: "refresh-token" }, keyring)),
    });
  } catch (error) {
    logRepeated("error", { err: error, shop }, "session.not-opened");
    if (!(error instanceof WrongKeyring)) return undefined;
    throw notOpened();
  }
}

/** Copies the session, because the caller keeps using it, and must not see sealed tokens. */
function copy(
  session: Session,
  tokens: { accessToken?: string | undefined; refreshToken?: string | undefined },
) {
  return new Session({ ...session.toObject(), ...tokens });
}

/**
 * Finds a session by its id. Orders of many shops may load sessions at the same time. These reads share a transaction.
 */
const findSession = batchCalls(async (ids: string[]) => {
  const read = (tx: Tx) => tx.session.findMany({ where: { id: { in: ids } } });
  const found = await asSystem("session-storage", read);
  const byId = new Map(found.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id) ?? null);
});

/**
 * Implements the six calls that PrismaSessionStorage makes. PrismaSessionStorage uses `count` only to see that the
 * table exists, so `count` reads nothing.
 */
function sessionTable() {
  const inScope =
    <Args, Result>(call: (table: Prisma.TransactionClient["session"], args: Args) => Promise<Result>) =>
    (args: Args) =>
      asSystem("session-storage", (tx) => call(tx.session, args));
  return {
    session: {
      upsert: inScope((table, args: Prisma.SessionUpsertArgs) => table.upsert(args)),
      findUnique: ({ where }: { where: { id: string } }) => findSession(where.id),
      findMany: inScope((table, args: Prisma.SessionFindManyArgs) => table.findMany(args)),
      delete: inScope((table, args: Prisma.SessionDeleteArgs) => table.delete(args)),
      deleteMany: inScope((table, args: Prisma.SessionDeleteManyArgs) => table.deleteMany(args)),
      // Shopify's storage counts rows when it is opened. If that failed for ten seconds, it would refuse every later
      // call.
      count: () => Promise.resolve(0),
    },
  };
}
