import { z } from "zod";

/** All settings, parsed once at start. docs/operate.md and `.env.example` explain them. */
export type Env = z.infer<typeof environment>;

export type ParsedEnv = { ok: true; env: Env } | { ok: false; problems: string[] };

/**
 * Reads the settings from the process's environment. Each problem is one line, "NAME: problem". The line never
 * contains the value, which may be a secret. An empty variable counts as missing.
 */
export function parseEnv(source: Record<string, string | undefined>): ParsedEnv {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim()));
  const filled = given.NODE_ENV === "development" ? withTunnel(given) : given;
  const parsed = environment.safeParse(filled);
  if (parsed.success) return { ok: true, env: parsed.data };
  const problems = parsed.error.issues.map((issue) => {
    const name = String(issue.path[0] ?? "environment");
    return `${name}: ${filled[name] === undefined && issue.code === "invalid_type" ? "is missing" : issue.message}`;
  });
  return { ok: false, problems: [...new Set(problems)] };
}

/**
 * In development, uses the tunnel's address as SHOPIFY_APP_URL, because `.env` may contain production's.
 * Shopify's command line passes the tunnel's address as APP_URL and HOST (Shopify/cli,
 * services/dev/processes/web.ts). Some shells set HOST to the machine's name, so we use HOST only if it begins
 * with https://.
 */
function withTunnel(given: Record<string, string | undefined>): Record<string, string | undefined> {
  const { APP_URL, HOST, SHOPIFY_APP_URL } = given;
  const tunnel = APP_URL ?? (HOST?.startsWith("https://") ? HOST : undefined);
  return { ...given, SHOPIFY_APP_URL: tunnel ?? SHOPIFY_APP_URL };
}

/** The supplier's address: https, or http on loopback only, for the sandbox and the tests. */
export const supplierUrl = secureUrl("the supplier's address");

const databaseUrl = z
  .string()
  .refine(
    (text) => /^postgres(ql)?:\/\//.test(text) && URL.canParse(text),
    "must be an address that begins with postgresql://",
  );

const keyring = json('{"current": "<kid>", "keys": {"<kid>": "<base64>"}}').pipe(
  z
    .object(
      {
        current: z
          .string("needs the name of the current key in `current`")
          .min(1, "needs a name in `current`"),
        keys: z.record(
          z.string(),
          z
            .base64("holds a key that is not base64")
            .transform((text) => new Uint8Array(Buffer.from(text, "base64")))
            .refine((bytes) => bytes.length === 32, "holds a key that is not 32 bytes long"),
          "needs an object in `keys`",
        ),
        lost: z
          .array(z.string("needs names of keys in `lost`"), "needs a list of names in `lost`")
          .optional(),
      },
      "must be an object with `current` and `keys`",
    )
    .refine(
      ({ current, keys }) => Object.hasOwn(keys, current),
      "names a current key that is not among its keys",
    ),
);

/**
 * The keys for secrets. `current` names the key that seals new secrets. Every key can unseal. `lost` names keys
 * that the operator no longer has; their secrets count as missing.
 */
export type Keyring = z.infer<typeof keyring>;

/** The address that the supplier ships from, in the fields of Shopify's LocationEditAddressInput. */
const warehouse = json('{"countryCode": "PL", "city": "Poznań"}').pipe(
  z.strictObject(
    {
      countryCode: z
        .string("needs a country of two letters in `countryCode`")
        .regex(/^[A-Z]{2}$/, "needs a country of two capital letters in `countryCode`"),
      provinceCode: z.string().optional(),
      zip: z.string().optional(),
      city: z.string().optional(),
      address1: z.string().optional(),
      address2: z.string().optional(),
      phone: z.string().optional(),
    },
    "must be an object with `countryCode` and, as far as they are known, `provinceCode`, `zip`, `city`, `address1`, `address2` and `phone`, all text",
  ),
);

const environment = z
  .object({
    NODE_ENV: z.enum(["production", "development", "test"]).default("production"),
    SHOPIFY_API_KEY: z.string(),
    SHOPIFY_API_SECRET: z.string(),
    SHOPIFY_APP_URL: secureUrl("the app's own address"),
    SHOPIFY_ADMIN_URL: secureUrl("the address of Shopify's admin").default("https://admin.shopify.com"),
    SCOPES: z
      .string()
      .default("")
      .transform((list) => list.split(",").flatMap((scope) => scope.trim() || [])),
    DATABASE_URL: databaseUrl.optional(),
    APP_DATABASE_URL: databaseUrl.optional(),
    DATABASE_CONNECTIONS: z.coerce
      .number("must be a number of connections, 2 to 200")
      .int("must be a number of connections, 2 to 200")
      .min(2, "must be a number of connections, 2 to 200")
      .max(200, "must be a number of connections, 2 to 200")
      .default(10),
    DATABASE: z.literal("embedded", 'can only be "embedded"').optional(),
    STOCKBRIDGE_KEYRING: keyring,
    WHOLESALE_BASE_URL: supplierUrl,
    WHOLESALE_WAREHOUSE: warehouse.optional(),
    WHOLESALE_NAME: z.string().trim().max(60, "must have at most 60 characters").optional(),
    WHOLESALE_LOGO_URL: link("the logo's address").optional(),
    WHOLESALE_ACCOUNT_URL: link("the account page's address").optional(),
    WHOLESALE_KEYS_URL: link("the address of the page with API keys").optional(),
    WHOLESALE_SUPPORT_URL: link("the supplier's help page").optional(),
    SUPPORT_EMAIL: z.email("must be an email address, such as help@example.com").optional(),
    // With another contract's fingerprint, the app starts and reads, but does not write. The list may have
    // several fingerprints, because during a rolling release two contracts run.
    WHOLESALE_CONTRACT_CONFIRMED: z
      .string()
      .toLowerCase()
      .transform((list) => list.split(",").flatMap((fingerprint) => fingerprint.trim() || []))
      .optional(),
    WHOLESALE_CONCURRENCY: z.coerce
      .number("must be a number of calls, 1 to 64")
      .int("must be a number of calls, 1 to 64")
      .min(1, "must be a number of calls, 1 to 64")
      .max(64, "must be a number of calls, 1 to 64")
      .default(4),
    WEBHOOK_CONCURRENCY: z.coerce
      .number("must be a number of webhooks, 1 to 256")
      .int("must be a number of webhooks, 1 to 256")
      .min(1, "must be a number of webhooks, 1 to 256")
      .max(256, "must be a number of webhooks, 1 to 256")
      .default(64),
    ORDER_CONCURRENCY: z.coerce
      .number("must be a number of orders, 1 to 256")
      .int("must be a number of orders, 1 to 256")
      .min(1, "must be a number of orders, 1 to 256")
      .max(256, "must be a number of orders, 1 to 256")
      .default(32),
    ORDERING: z.enum(["on", "paused"], 'can only be "on" or "paused"').default("on"),
    CATALOG_HISTORY_DAYS: days(1).default(90),
    ORDER_HISTORY_DAYS: days(180).default(730),
    ROLE: z.enum(["web", "worker"], 'can only be "web" or "worker"; without it a process is both').optional(),
    PORT: port().default(3000),
    METRICS_PORT: port().optional(),
    HEALTH_TOKEN: z.string().min(16, "must have at least 16 characters").optional(),
    // OpenTelemetry's exporters read this variable and other OTEL_ variables from the environment themselves.
    OTEL_EXPORTER_OTLP_ENDPOINT: z
      .url({
        protocol: /^https?$/,
        message: "must be a collector's address, such as http://localhost:4318",
      })
      .optional(),
    // The value of Express's `trust proxy`: addresses, ranges, Express's names of ranges, or the number of
    // proxies in front of the app.
    TRUSTED_PROXY: z
      .string()
      .transform((text) => (/^\d+$/.test(text.trim()) ? Number(text) : text))
      .optional(),
    SMTP_URL: smtpUrl().optional(),
    MAIL_FROM: z
      .string()
      .regex(
        /^([^<>@"\p{Cc}]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/u,
        "must be an address, such as Stockbridge <mail@example.com>",
      )
      .optional(),
    LOG_LEVEL: z
      .enum(
        ["fatal", "error", "warn", "info", "debug", "trace", "silent"],
        "must be one of fatal, error, warn, info, debug, trace, silent",
      )
      .default("info"),
  })
  .refine(
    (env) => env.NODE_ENV !== "production" || env.DATABASE_URL !== undefined || env.DATABASE !== undefined,
    {
      path: ["DATABASE_URL"],
      // Without this check, a forgotten variable would start Stockbridge with an empty embedded database.
      message: "is missing. Set it, or ask for the embedded database by name with DATABASE=embedded",
      // By default zod would check this only after all other problems are fixed.
      when: () => true,
    },
  )
  .refine((env) => (env.SMTP_URL === undefined) === (env.MAIL_FROM === undefined), {
    path: ["MAIL_FROM"],
    message: "and SMTP_URL belong together: set both, or neither",
  })
  .refine((env) => env.ROLE === undefined || env.DATABASE_URL !== undefined, {
    path: ["ROLE"],
    message: "needs a DATABASE_URL: the embedded database belongs to one process, which must do everything",
  });

/** The names of all settings. */
export const SETTINGS: string[] = Object.keys(environment.shape);

function port() {
  const problem = "must be a port number, 0 to 65535";
  return z.coerce.number(problem).int(problem).min(0, problem).max(65_535, problem);
}

/** The operator's mail server. Its user and password are part of the address. */
function smtpUrl() {
  return z.string().refine((text) => {
    if (!URL.canParse(text)) return false;
    const { protocol, hostname, pathname, search, hash } = new URL(text);
    return (
      ["smtp:", "smtps:"].includes(protocol) && hostname !== "" && !pathname.slice(1) && !search && !hash
    );
  }, "must be a mail server's address, such as smtps://user:password@smtp.example.com");
}

/** A retention period. */
function days(least: number) {
  const problem = `must be a number of days, ${String(least)} to 3650`;
  return z.coerce.number(problem).int(problem).min(least, problem).max(3650, problem);
}

/** Parses a setting that is JSON. */
function json(example: string) {
  return z.string().transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue({ code: "custom", message: `must be JSON, such as ${example}` });
      return z.NEVER;
    }
  });
}

/** Parses an address that a merchant's browser opens. Unlike `secureUrl`, allows a query and requires https. */
function link(what: string) {
  return z.url({
    protocol: /^https$/,
    message: `must be ${what}, which begins with https://`,
  });
}

function secureUrl(what: string) {
  return z.string().transform((text, context) => {
    const problem = URL.canParse(text)
      ? problemOf(new URL(text))
      : `must be ${what}, such as https://example.com`;
    if (problem === undefined) {
      const { origin, pathname } = new URL(text);
      return (origin + pathname).replace(/\/+$/, "");
    }
    context.addIssue({ code: "custom", message: problem });
    return z.NEVER;
  });
}

function problemOf({ protocol, hostname, username, password, search, hash }: URL): string | undefined {
  const here = ["127.0.0.1", "localhost", "[::1]"].includes(hostname);
  if (protocol !== "https:" && !(protocol === "http:" && here)) {
    return "must begin with https:// (http:// is for this machine only)";
  }
  if (username + password + search + hash !== "") {
    return "must be an address alone, without user, password, ? or #";
  }
  return undefined;
}
