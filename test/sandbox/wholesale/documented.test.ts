import { decodeJwt, decodeProtectedHeader } from "jose";
import { describe, expect, it } from "vitest";
import { call, createKey, logIn, openService } from "./reseller.ts";

const AUTH = "/api/reseller/auth";
const KEYS = "/api/reseller/api-keys";

describe.each(["assumed", "other", "documented"] as const)(
  "the documented operations, dialect %s",
  (dialect) => {
    it("log in with email and password, and answer with a token and nothing else", async () => {
      const service = await openService({ dialect });
      const reply = await call(service.url + AUTH, "POST", { body: service.account });
      expect(reply.status).toBe(200);
      expect(Object.keys(reply.json)).toEqual(["token"]);
      expect(decodeProtectedHeader(reply.json.token).alg).toBe("HS256");
      expect(decodeJwt(reply.json.token)).toMatchObject({
        sub: service.account.email,
        exp: expect.any(Number),
      });
    });

    it("create a key with the prefix rk_ under exactly the name that was sent", async () => {
      const service = await openService({ dialect });
      const name = "Stockbridge – Größe & 東京 (1)";
      const headers = { authorization: `Bearer ${await logIn(service)}` };
      const reply = await call(service.url + KEYS, "POST", { headers, body: { name } });
      expect(reply.json).toEqual({ api_key: expect.stringMatching(/^rk_[\w-]{32}$/), name });
    });

    it("issue another key each time, even under the same name", async () => {
      const service = await openService({ dialect });
      expect(await createKey(service, "twice")).not.toBe(await createKey(service, "twice"));
    });
  },
);

it.each([
  ["a wrong password", { email: "merchant@example.com", password: "wrong" }, 401],
  ["an unknown e-mail", { email: "stranger@example.com", password: "mirobel-tavuno-kesira" }, 401],
  ["no password", { email: "merchant@example.com" }, 400],
  ["a password that is a number", { email: "merchant@example.com", password: 7 }, 400],
  ["an array", [], 400],
  ["broken JSON", '{"email": "merchant@exam', 400],
  ["no body", undefined, 400],
])("the simulated supplier rejects a login with %s in JSON", async (_case, body, status) => {
  const service = await openService();
  const reply = await call(service.url + AUTH, "POST", { body });
  expect(reply.status).toBe(status);
  expect(reply.json).toEqual({ error: expect.any(String), message: expect.any(String) });
});

it("the simulated supplier rejects a body that is not declared as JSON", async () => {
  const service = await openService();
  const headers = { "content-type": "text/plain" };
  const reply = await call(service.url + AUTH, "POST", { headers, body: JSON.stringify(service.account) });
  expect(reply.status).toBe(400);
});

it("the simulated supplier rejects an overlong body in JSON", async () => {
  const service = await openService();
  const reply = await call(service.url + AUTH, "POST", {
    body: { email: "x".repeat(9_000_000), password: "x" },
  });
  expect(reply.status).toBe(413);
  expect(reply.json.error).toBe("unreadable_request");
});

it.each([
  ["a missing name", {}],
  ["an empty name", { name: "" }],
  ["a name that is no text", { name: 5 }],
])("the simulated supplier rejects key creation with %s", async (_case, body) => {
  const service = await openService();
  const headers = { authorization: `Bearer ${await logIn(service)}` };
  expect((await call(service.url + KEYS, "POST", { headers, body })).status).toBe(400);
});

it("the simulated supplier creates no key for an expired session token", async () => {
  let time = new Date("2026-11-01T08:00:00Z");
  const service = await openService({ now: () => time });
  const headers = { authorization: `Bearer ${await logIn(service)}` };
  time = new Date("2026-11-01T08:59:00Z");
  expect((await call(service.url + KEYS, "POST", { headers, body: { name: "in time" } })).status).toBe(201);
  time = new Date("2026-11-01T09:01:00Z");
  expect((await call(service.url + KEYS, "POST", { headers, body: { name: "late" } })).status).toBe(401);
});

it("the simulated supplier rejects a token of another service", async () => {
  const service = await openService();
  const headers = { authorization: `Bearer ${await logIn(await openService())}` };
  expect((await call(service.url + KEYS, "POST", { headers, body: { name: "x" } })).status).toBe(401);
});

it("the simulated supplier names a port that is taken when it starts", async () => {
  const { url } = await openService();
  const { port } = new URL(url);
  await expect(openService({ port: Number(port) })).rejects.toThrow(`Port ${port} on 127.0.0.1 is taken.`);
});
