import { randomBytes } from "node:crypto";
import { SignJWT, jwtVerify } from "jose";

export type Account = { email: string; password: string };

type ApiKey = { name: string; key: string; account: string; createdAt: Date; revoked: boolean };

export type Accounts = ReturnType<typeof createAccounts>;

/** The reseller accounts of the service, their session tokens and their API keys. An account goes by its e-mail. */
export function createAccounts({ accounts, now }: { accounts: [Account, ...Account[]]; now: () => Date }) {
  const secret = randomBytes(32);
  const keys = new Map<string, ApiKey>();

  /** A signed session token, or undefined when e-mail or password are wrong. */
  async function logIn(email: string, password: string): Promise<string | undefined> {
    if (!accounts.some((each) => each.email === email && each.password === password)) return undefined;
    const issued = Math.floor(now().getTime() / 1000);
    return new SignJWT()
      .setProtectedHeader({ alg: "HS256", typ: "JWT" })
      .setSubject(email)
      .setJti(randomBytes(12).toString("hex"))
      .setIssuedAt(issued)
      .setExpirationTime(issued + TOKEN_LIFETIME_SECONDS)
      .sign(secret);
  }

  /** Returns the account of a token that was issued here and has not expired. */
  async function accountOfToken(token: string): Promise<string | undefined> {
    const verified = jwtVerify(token, secret, { algorithms: ["HS256"], currentDate: now() });
    return verified.then(
      ({ payload }) => payload.sub,
      () => undefined,
    );
  }

  /**
   * A new key of that name, of the first account unless told. Names need not differ: the supplier's document does not say
   * that they must.
   */
  function createKey(name: string, account = accounts[0].email): ApiKey {
    const created = {
      name,
      account,
      key: `rk_${randomBytes(24).toString("base64url")}`,
      createdAt: now(),
      revoked: false,
    };
    keys.set(created.key, created);
    return created;
  }

  /** Returns the account of a key that was issued here and has not been revoked. */
  function accountOfKey(key: string): string | undefined {
    const found = keys.get(key);
    return found?.revoked === false ? found.account : undefined;
  }

  /** Revokes every key of that name; tells how many there were. */
  function revoke(name: string): number {
    const named = [...keys.values()].filter((each) => each.name === name);
    for (const each of named) keys.set(each.key, { ...each, revoked: true });
    return named.length;
  }

  return { logIn, accountOfToken, createKey, accountOfKey, revoke, keys: () => [...keys.values()] };
}

const TOKEN_LIFETIME_SECONDS = 3600;
