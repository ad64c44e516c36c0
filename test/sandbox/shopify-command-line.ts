/**
 * Returns the environment that Shopify's command line gives a web process beside key, secret, scopes and port
 * (Shopify/cli, services/dev/processes/web.ts), with a production's settings from `.env`.
 */
export function shopifyCommandLine(tunnel: string): Record<string, string> {
  return {
    NODE_ENV: "development",
    APP_ENV: "development",
    HOST: tunnel,
    APP_URL: tunnel,
    REMIX_DEV_ORIGIN: tunnel,
    FRONTEND_PORT: "0",
    BACKEND_PORT: "0",
    SERVER_PORT: "0",
    SHOPIFY_APP_URL: "https://stockbridge.example.com",
  };
}
