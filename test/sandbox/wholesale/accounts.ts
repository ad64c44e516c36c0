import { randomBytes } from "node:crypto";
import { SignJWT, jwtVerify } from "jose";

export type Account = { email: string; password: string };

type ApiKey = { name: string; key: string; createdAt: Date; revoked: boolean };

export type Accounts = ReturnType<typeof createAccounts>;

/** The one reseller account of the service, its session tokens and its API keys. */
export function createAccounts({ account, now }: { account: Account; now: () => Date }) {
  const secret = randomBytes(32);
  const keys = new Map<string, ApiKey>();

  /** A signed session token, or undefined when e-mail or password are wrong. */
  async function logIn(email: string, password: string): Promise<string | undefined> {
    if (email !== account.email || password !== account.password) return undefined;
    const issued = Math.floor(now().getTime() / 1000);
    return new SignJWT()
      .setProtectedHeader({ alg: "HS256", typ: "JWT" })
      .setSubject(email)
      .setJti(randomBytes(12).toString("hex"))
      .setIssuedAt(issued)
      .setExpirationTime(issued + TOKEN_LIFETIME_SECONDS)
      .sign(secret);
  }

  /** Whether the token was issued here and has not expired. */
  async function acceptsToken(token: string): Promise<boolean> {
    const verified = jwtVerify(token, secret, { algorithms: ["HS256"], currentDate: now() });
    return verified.then(
      () => true,
      () => false,
    );
  }

  /** A new key of that name. Names need not differ: the supplier's document does not say that they must. */
  function createKey(name: string): ApiKey {
    const created = {
      name,
      key: `rk_${randomBytes(24).toString("base64url")}`,
      createdAt: now(),
      revoked: false,
    };
    keys.set(created.key, created);
    return created;
  }

  /** Whether the key was issued here and has not been revoked. */
  function acceptsKey(key: string): boolean {
    return keys.get(key)?.revoked === false;
  }

  /** Revokes every key of that name; tells how many there were. */
  function revoke(name: string): number {
    const named = [...keys.values()].filter((each) => each.name === name);
    for (const each of named) keys.set(each.key, { ...each, revoked: true });
    return named.length;
  }

  return { logIn, acceptsToken, createKey, acceptsKey, revoke, keys: () => [...keys.values()] };
}

const TOKEN_LIFETIME_SECONDS = 3600;
