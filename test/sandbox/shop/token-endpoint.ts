import type { Request, Response } from "express";
import type { AccessTokens, IssuedToken } from "./access-tokens.ts";
import { installApp } from "./installation.ts";
import { verifySessionToken } from "./session-tokens.ts";
import type { SandboxApp, ShopState } from "./state.ts";

/**
 * `POST /admin/oauth/access_token` of a shop: token exchange and refresh. The body is JSON or a form.
 * shopify.dev: Exchange a session token for an access token; About offline access tokens.
 */
export function tokenEndpoint({
  app,
  tokens,
  now,
}: {
  app: SandboxApp;
  tokens: AccessTokens;
  now: () => Date;
}) {
  return async (shop: ShopState, request: Request, response: Response): Promise<void> => {
    const fields = (request.body ?? {}) as Fields;
    const answer = refuseClient(app, fields) ?? (await grant(shop, fields));
    response.status(answer.status).json(answer.body);
  };

  async function grant(shop: ShopState, fields: Fields): Promise<Answer> {
    if (fields.grant_type === TOKEN_EXCHANGE) return exchange(shop, fields);
    if (fields.grant_type === "refresh_token") return refresh(shop, fields);
    // RFC 6749 §5.2; Shopify's own wording for this is not documented.
    return refusal(
      400,
      "unsupported_grant_type",
      `The grant type ${String(fields.grant_type)} is not supported.`,
    );
  }

  async function exchange(shop: ShopState, fields: Fields): Promise<Answer> {
    if (fields.subject_token_type !== ID_TOKEN)
      return refusal(400, "invalid_request", `The subject_token_type must be ${ID_TOKEN}.`);
    const online = fields.requested_token_type === ONLINE_TOKEN;
    if (!online && fields.requested_token_type !== OFFLINE_TOKEN)
      return refusal(
        400,
        "invalid_request",
        `The requested_token_type must be ${ONLINE_TOKEN} or ${OFFLINE_TOKEN}.`,
      );

    const session = await verifySessionToken(String(fields.subject_token), { app, shop, now: now() });
    // Body as seen in kinngh/shopify-node-express-mongodb-app#135; the status is shopify.dev, Response codes.
    if (!session)
      return refusal(
        400,
        "invalid_subject_token",
        "Token exchange cannot be performed due to an invalid subject token.",
      );

    installApp(shop);
    const scopes = [...app.scopes];
    if (online)
      return granted(tokens.issueOnline(shop, scopes), scopes, associatedUser(shop, session.user, scopes));
    const expiring = ["1", 1].includes(fields.expiring as string | number);
    return granted(tokens.issueOffline(shop, scopes, { expiring }), scopes);
  }

  function refresh(shop: ShopState, fields: Fields): Answer {
    const issued = tokens.refresh(shop, String(fields.refresh_token));
    if (issued) return granted(issued, issued.scopes);
    // shopify.dev: About offline access tokens. Final: unknown, replaced, expired or revoked are not told apart.
    return refusal(401, "invalid_request", "This request requires an active refresh_token");
  }
}

type Fields = Record<string, unknown>;

interface Answer {
  status: number;
  body: Record<string, unknown>;
}

const TOKEN_EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange";
const ID_TOKEN = "urn:ietf:params:oauth:token-type:id_token";
const ONLINE_TOKEN = "urn:shopify:params:oauth:token-type:online-access-token";
const OFFLINE_TOKEN = "urn:shopify:params:oauth:token-type:offline-access-token";

function refuseClient(app: SandboxApp, fields: Fields): Answer | undefined {
  // Not in the documentation; as public clients report Shopify's answer.
  if (fields.client_id !== app.apiKey)
    return refusal(
      400,
      "application_cannot_be_found",
      `Could not find Shopify API application with api_key ${String(fields.client_id)}`,
    );
  // RFC 6749 §5.2; Shopify's own wording for a wrong secret is not documented.
  if (fields.client_secret !== app.apiSecret)
    return refusal(401, "invalid_client", "The client secret is not valid for this application.");
  return undefined;
}

function refusal(status: number, error: string, error_description: string): Answer {
  return { status, body: { error, error_description } };
}

function granted(issued: IssuedToken, scopes: string[], user: Record<string, unknown> = {}): Answer {
  const body = {
    access_token: issued.accessToken,
    scope: scopes.join(","),
    expires_in: issued.expiresIn,
    refresh_token: issued.refreshToken,
    refresh_token_expires_in: issued.refreshTokenExpiresIn,
    ...user,
  };
  return { status: 200, body };
}

function associatedUser(shop: ShopState, user: number, scopes: string[]): Record<string, unknown> {
  const { owner } = shop;
  return {
    associated_user_scope: scopes.join(","),
    associated_user: {
      id: user,
      first_name: owner.firstName,
      last_name: owner.lastName,
      email: owner.email,
      email_verified: true,
      account_owner: user === owner.id,
      locale: owner.locale,
      collaborator: false,
    },
  };
}
