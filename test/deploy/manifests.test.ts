import { readFileSync } from "node:fs";
import { parseEnv as parseDotenv } from "node:util";

import { parse as parseToml } from "smol-toml";
import { describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";

import { parseEnv, SETTINGS } from "../../app/lib/env.ts";
import { SECRETS } from "../../scripts/secret-files.js";

/** The server's time to end after SIGTERM, and some to be killed later than that. */
const GRACE_SECONDS = 35;

const { scripts, version } = JSON.parse(readFileSync("package.json", "utf8")) as {
  scripts: Record<string, string>;
  version: string;
};
const USER = Number(/^USER (\d+):/m.exec(readFileSync("Dockerfile", "utf8"))?.[1]);

/** Valid secrets. */
const GOOD: Record<string, string> = {
  SHOPIFY_API_SECRET: "an-api-secret",
  DATABASE_URL: "postgresql://owner:pass@db.example.com/stockbridge",
  STOCKBRIDGE_KEYRING: JSON.stringify({ current: "a", keys: { a: Buffer.alloc(32).toString("base64") } }),
};

/** Parses a process' environment as the app does, with `secretAt` in place of reading a file. */
function settings(environment: Record<string, unknown>, secretAt: (file: string) => string | undefined) {
  const given = Object.entries(environment).map(([name, value]) => {
    if (!name.endsWith("_FILE")) return [name, String(value)] as const;
    const setting = name.replace(/_FILE$/, "");
    expect(SECRETS).toContain(setting);
    return [setting, secretAt(String(value))] as const;
  });
  for (const [name] of given) expect([...SETTINGS]).toContain(name);
  const parsed = parseEnv(Object.fromEntries(given));
  if (!parsed.ok) throw new Error(parsed.problems.join("\n"));
  return parsed.env;
}

const isStockbridge = (service: { image: string }) => service.image === `stockbridge:${version}`;

describe("compose.yaml", () => {
  const compose = parse(readFileSync("compose.yaml", "utf8"), { merge: true });
  const { database, setup, web, worker } = compose.services;

  it("gives each process the settings that .env lacks", () => {
    // The example leaves secrets empty.
    const ofEnvFile = {
      ...parseDotenv(readFileSync(".env.example", "utf8")),
      SHOPIFY_API_KEY: "an-api-key",
      SHOPIFY_APP_URL: "https://stockbridge.example.com",
      WHOLESALE_BASE_URL: "https://wholesale.example.com",
    };
    const byName: Record<string, string | undefined> = {
      shopify_api_secret: GOOD.SHOPIFY_API_SECRET,
      database_url: GOOD.DATABASE_URL,
      keyring: GOOD.STOCKBRIDGE_KEYRING,
    };
    for (const service of [setup, web, worker]) {
      expect(service.env_file).toBe(".env");
      settings({ ...ofEnvFile, ...service.environment }, (file) => {
        const name = file.replace("/run/secrets/", "");
        expect(service.secrets).toContain(name);
        return byName[name];
      });
    }
    expect([web, worker].map((service) => service.environment.ROLE)).toEqual(["web", "worker"]);
  });

  it("declares every secret and volume that it uses", () => {
    const used = [database, setup, web, worker].flatMap((service) => service.secrets);
    expect(Object.keys(compose.secrets).sort()).toEqual([...new Set(used)].sort());
    for (const [name, { file }] of Object.entries<{ file: string }>(compose.secrets))
      expect(file).toBe(`secrets/${name}`);
    expect(database.volumes[0]).toBe("database:/var/lib/postgresql");
    expect(Object.keys(compose.volumes)).toEqual(["database"]);
  });

  it("runs setup once the database is healthy, then starts web and worker", () => {
    expect(database.image).toMatch(/^postgres:18\./);
    expect(database.healthcheck.test[1]).toBe("pg_isready");
    expect(setup.depends_on).toEqual({ database: { condition: "service_healthy" } });
    expect(setup.restart).toBe("no");
    for (const service of [web, worker])
      expect(service.depends_on).toEqual({ setup: { condition: "service_completed_successfully" } });
    const [npm, run, silent, name] = setup.command;
    expect([npm, run, silent]).toEqual(["npm", "run", "-s"]);
    expect(Object.keys(scripts)).toContain(name);
  });

  it("runs one image of this version read-only, gives it time to stop, and exposes the port to this machine only", () => {
    for (const service of [setup, web, worker]) {
      expect(isStockbridge(service)).toBe(true);
      expect(service).toMatchObject({ read_only: true, tmpfs: "/tmp", cap_drop: ["ALL"] });
      expect(Number.parseInt(service.stop_grace_period)).toBeGreaterThanOrEqual(GRACE_SECONDS);
    }
    expect(web.ports).toEqual([`127.0.0.1:3000:3000`]);
    expect([setup, worker, database].flatMap((service) => service.ports ?? [])).toEqual([]);
  });

  it("gives the database an owner who is no superuser, under the names that its health check uses", () => {
    const script = readFileSync("deploy/create-owner.sh", "utf8");
    expect(script).toMatch(/create role stockbridge login createrole password/);
    expect(script).toContain("create database stockbridge owner stockbridge");
    expect(database.healthcheck.test).toEqual(
      expect.arrayContaining(["--username=stockbridge", "--dbname=stockbridge"]),
    );
    expect(script).toContain("/run/secrets/database_password");
    expect(database.secrets).toContain("database_password");
  });
});

describe("the examples of settings", () => {
  it("contain the scopes of shopify.app.toml", () => {
    const toml = parseToml(readFileSync("shopify.app.toml", "utf8")) as { access_scopes: { scopes: string } };
    const { scopes } = toml.access_scopes;
    expect(readFileSync(".env.example", "utf8")).toContain(`\n# ${scopes}\nSCOPES=\n`);
    const [{ data }] = parseAllDocuments(readFileSync("deploy/kubernetes/setup.yaml", "utf8")).map((each) =>
      each.toJS(),
    );
    expect(data.SCOPES).toBe(scopes);
  });
});

describe("the Kubernetes example", () => {
  const objects = ["setup", "stockbridge"].map((name) =>
    parseAllDocuments(readFileSync(`deploy/kubernetes/${name}.yaml`, "utf8")).map((document) => {
      expect(document.errors).toEqual([]);
      return document.toJS();
    }),
  );
  const [before = [], after = []] = objects;
  const all = [...before, ...after];
  const named = (kind: string, name: string) =>
    all.find((each) => each.kind === kind && each.metadata.name === name);
  const setup = named("Job", "stockbridge-setup").spec.template;
  const pods = ["web", "worker"].map((role) => ({
    role,
    ...named("Deployment", `stockbridge-${role}`).spec.template,
  }));

  it("migrates in one job, whose manifest is applied before the deployments", () => {
    expect(before.map((each) => each.kind)).toEqual(["ConfigMap", "Job"]);
    expect(after.map((each) => each.kind)).not.toContain("Job");
    const [npm, run, silent, name] = setup.spec.containers[0].command;
    expect([npm, run, silent]).toEqual(["npm", "run", "-s"]);
    expect(Object.keys(scripts)).toContain(name);
  });

  it("gives each process the settings that it needs, with secrets as files", () => {
    const { data } = named("ConfigMap", "stockbridge");
    for (const { spec } of [setup, ...pods]) {
      const [container] = spec.containers;
      expect(container.envFrom).toEqual([{ configMapRef: { name: "stockbridge" } }]);
      const [mount] = container.volumeMounts;
      const own = (container.env ?? []).map(({ name, value }: Record<string, string>) => [name, value]);
      const env = settings({ ...data, ...Object.fromEntries(own) }, (file) => {
        expect(file.startsWith(`${String(mount.mountPath)}/`)).toBe(true);
        return GOOD[file.slice(String(mount.mountPath).length + 1)];
      });
      for (const { containerPort } of container.ports ?? []) expect(containerPort).toBe(env.PORT);
    }
    for (const { role, spec } of pods)
      expect(spec.containers[0].env).toEqual([{ name: "ROLE", value: role }]);
  });

  it("probes addresses that the app answers, and gives the app time to stop", () => {
    for (const { role, spec } of pods) {
      const [{ startupProbe, livenessProbe, readinessProbe, lifecycle }] = spec.containers;
      expect([startupProbe, livenessProbe, readinessProbe].map((probe) => probe.httpGet)).toEqual([
        { path: "/healthz", port: "http" },
        { path: "/healthz", port: "http" },
        { path: "/readyz", port: "http" },
      ]);
      expect(spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(GRACE_SECONDS);
      // The sleep of preStop counts toward the grace period.
      if (role === "web") expect(lifecycle.preStop.exec.command).toEqual(["sleep", "3"]);
    }
  });

  it("runs one image of this version as the image's user, read-only and without privileges", () => {
    for (const { spec } of [setup, ...pods]) {
      expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: USER, fsGroup: USER });
      const [{ image, securityContext, resources, volumeMounts }] = spec.containers;
      expect(image).toBe(`registry.example.com/stockbridge:${version}`);
      expect(securityContext).toEqual({
        readOnlyRootFilesystem: true,
        allowPrivilegeEscalation: false,
        capabilities: { drop: ["ALL"] },
      });
      expect(resources).toMatchObject({ requests: { memory: "256Mi" }, limits: { memory: "768Mi" } });
      expect(volumeMounts.map(({ name }: { name: string }) => name)).toEqual(
        spec.volumes.map(({ name }: { name: string }) => name),
      );
    }
  });

  it("sends requests to web pods only, and gives each deployment its own disruption budget", () => {
    expect(named("Service", "stockbridge").spec.selector).toEqual({ app: "stockbridge", role: "web" });
    for (const { role, metadata } of pods) {
      const labels = { app: "stockbridge", role };
      expect(metadata.labels).toEqual(labels);
      expect(named("Deployment", `stockbridge-${role}`).spec.selector.matchLabels).toEqual(labels);
      const { maxUnavailable, selector } = named("PodDisruptionBudget", `stockbridge-${role}`).spec;
      expect([maxUnavailable, selector.matchLabels]).toEqual([1, labels]);
    }
  });
});
