import type { Prisma, PrismaClient } from "@prisma/client";
import { Session } from "@shopify/shopify-api";
import type { SessionStorage } from "@shopify/shopify-app-session-storage";
import { PrismaSessionStorage } from "@shopify/shopify-app-session-storage-prisma";

import { asSystem, type Tx } from "../../lib/db.server.ts";
import { env } from "../../lib/env.server.ts";
import { gather } from "../../lib/gather.ts";
import { Failure, notOpened } from "../../lib/failure.ts";
import { logRepeated } from "../../lib/log-repeated.server.ts";
import { seal, unseal, WrongKeyring } from "../../lib/seal.ts";

/**
 * Shopify's own session storage behind two additions: tokens are sealed before they reach the table, and every access
 * goes through `asSystem`, because sessions are looked up by id before a shop is known.
 */
export class SealedSessionStorage implements SessionStorage {
  readonly #rows = new PrismaSessionStorage(sessionTable() as unknown as PrismaClient);
  /** Counts how often this process has stored or deleted sessions: what was read before may be out of date. */
  written = 0;

  async storeSession(session: Session): Promise<boolean> {
    const sealed = copy(session, await sealTokens(session));
    return this.writing(this.#rows.storeSession(sealed));
  }

  /**
   * Replaces the session that was read by its renewed form, unless a page has stored another one meanwhile: Shopify
   * retires the tokens of a renewal when it gives new ones to a page.
   *
   * @returns whether it was stored.
   */
  async replaceSession(before: Session, renewed: Session): Promise<boolean> {
    const { scope, expires, refreshTokenExpires } = renewed;
    const { accessToken = "", refreshToken = null } = await sealTokens(renewed);
    const replaced = asSystem("session-storage", (tx) =>
      tx.session.updateMany({
        where: { id: before.id, expires: before.expires ?? null },
        data: {
          ...{ accessToken, refreshToken, scope: scope ?? null },
          ...{ expires: expires ?? null, refreshTokenExpires: refreshTokenExpires ?? null },
        },
      }),
    );
    const { count } = await this.writing(replaced);
    return count === 1;
  }

  /** A session whose tokens do not open counts as none: the page that asks for it exchanges new ones. */
  async loadSession(id: string): Promise<Session | undefined> {
    return this.openSession(id).catch((error: unknown) => {
      if (error instanceof Failure) return undefined;
      throw error;
    });
  }

  /**
   * Loads a session for work that nobody waits for.
   *
   * @throws Failure on our side while its tokens do not open, from which nothing follows for the shop.
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

  /** Deletes a shop's sessions without opening them: that must be possible with any keyring. */
  async deleteSessionsOf(shop: string): Promise<void> {
    await this.writing(asSystem("session-storage", (tx) => tx.session.deleteMany({ where: { shop } })));
  }

  /** Counts a write, whatever becomes of it. */
  async writing<T>(write: Promise<T>): Promise<T> {
    try {
      return await write;
    } finally {
      this.written += 1;
    }
  }
}

/** A session's tokens, sealed. */
async function sealTokens({ shop, accessToken, refreshToken }: Session) {
  const keyring = env.STOCKBRIDGE_KEYRING;
  return {
    accessToken: accessToken && (await seal(accessToken, { shop, purpose: "access-token" }, keyring)),
    refreshToken: refreshToken && (await seal(refreshToken, { shop, purpose: "refresh-token" }, keyring)),
  };
}

/** @returns undefined if the tokens open with no keyring. @throws Failure if they do not open with this one. */
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

/** The caller goes on using its session, so it must not see the tokens change. */
function copy(
  session: Session,
  tokens: { accessToken?: string | undefined; refreshToken?: string | undefined },
) {
  return new Session({ ...session.toObject(), ...tokens });
}

/** In a rush the orders of many shops need theirs at the same time: they share a transaction. */
const findSession = gather(async (ids: string[]) => {
  const read = (tx: Tx) => tx.session.findMany({ where: { id: { in: ids } } });
  const found = await asSystem("session-storage", read);
  const byId = new Map(found.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id) ?? null);
});

/** The six calls that PrismaSessionStorage makes. */
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
      count: inScope((table, args: Prisma.SessionCountArgs) => table.count(args)),
    },
  };
}
