import { createHash, randomUUID } from "node:crypto";
import { jwtVerify, SignJWT } from "jose";
import type { SandboxApp, ShopState } from "./state.ts";

const LIFETIME_SECONDS = 60;

/**
 * A session token as App Bridge hands it to the app: HS256 with the app's secret.
 * Claims and the lifetime of one minute: shopify.dev, About session tokens.
 * `lifetimeSeconds` may be negative, for a token that has expired already.
 */
export async function signSessionToken(options: {
  app: SandboxApp;
  shop: ShopState;
  user?: number;
  lifetimeSeconds?: number;
  now: Date;
}): Promise<string> {
  const { app, shop, lifetimeSeconds = LIFETIME_SECONDS } = options;
  const user = String(options.user ?? shop.owner.id);
  const issuedAt = Math.floor(options.now.getTime() / 1000);
  return new SignJWT({ dest: `https://${shop.domain}`, sid: sessionId(shop, user) })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setIssuer(`https://${shop.domain}/admin`)
    .setAudience(app.apiKey)
    .setSubject(user)
    .setIssuedAt(issuedAt)
    .setNotBefore(issuedAt)
    .setExpirationTime(issuedAt + lifetimeSeconds)
    .setJti(randomUUID())
    .sign(key(app));
}

/** The user of a token that is genuine, alive and meant for this app and this shop; undefined for any other. */
export async function verifySessionToken(
  token: string,
  { app, shop, now }: { app: SandboxApp; shop: ShopState; now: Date },
): Promise<{ user: number } | undefined> {
  try {
    const { payload } = await jwtVerify(token, key(app), {
      algorithms: ["HS256"],
      audience: app.apiKey,
      issuer: `https://${shop.domain}/admin`,
      requiredClaims: ["exp", "nbf", "sub", "dest"],
      currentDate: now,
    });
    return payload.dest === `https://${shop.domain}` ? { user: Number(payload.sub) } : undefined;
  } catch {
    return undefined;
  }
}

function key(app: SandboxApp): Uint8Array {
  return new TextEncoder().encode(app.apiSecret);
}

/** Stable for a user in a shop, as Shopify's is for a user's session. */
function sessionId(shop: ShopState, user: string): string {
  return createHash("sha256").update(`${shop.domain}/${user}`).digest("hex");
}
