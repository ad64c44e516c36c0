import { randomBytes } from "node:crypto";

import { CompactEncrypt } from "jose";
import { describe, expect, it } from "vitest";

import type { Keyring } from "../../app/lib/env.ts";
import { seal, type SealBinding, unseal } from "../../app/lib/seal.ts";

const older = new Uint8Array(randomBytes(32));
const newer = new Uint8Array(randomBytes(32));
const keyring: Keyring = { current: "2026-11", keys: { "2026-11": newer, "2026-05": older } };
const before: Keyring = { current: "2026-05", keys: { "2026-05": older } };

const secret = "rk_zażółć-gęślą-jaźń";
const mine: SealBinding = { shop: "mine.myshopify.com", purpose: "wholesale-key" };

function headerOf(sealed: string): unknown {
  return JSON.parse(Buffer.from(sealed.split(".")[0] ?? "", "base64url").toString());
}

describe("a sealed secret", () => {
  it.each([secret, "", "x".repeat(10_000)])("opens with the binding it was sealed with", async (text) => {
    expect(await unseal(await seal(text, mine, keyring), mine, keyring)).toBe(text);
  });

  it("is a compact JWE that shows its binding and nothing of the secret", async () => {
    const sealed = await seal(secret, mine, keyring);
    expect(headerOf(sealed)).toEqual({ alg: "dir", enc: "A256GCM", kid: "2026-11", ...mine });
    expect(Buffer.from(sealed.split(".")[3] ?? "", "base64url").toString()).not.toContain("rk_");
  });

  it("is different each time the same text is sealed", async () => {
    expect(await seal(secret, mine, keyring)).not.toBe(await seal(secret, mine, keyring));
  });

  it.each<[string, SealBinding]>([
    ["another shop", { ...mine, shop: "other.myshopify.com" }],
    ["another purpose", { ...mine, purpose: "access-token" }],
    ["another shop and purpose", { shop: "other.myshopify.com", purpose: "refresh-token" }],
  ])("does not open for %s", async (_, theirs) => {
    const sealed = await seal(secret, mine, keyring);
    await expect(unseal(sealed, theirs, keyring)).rejects.toThrow("another shop or purpose");
  });

  it("does not open for a shop whose name was written into its header later", async () => {
    const theirs = { ...mine, shop: "other.myshopify.com" };
    const [, ...rest] = (await seal(secret, mine, keyring)).split(".");
    const [header] = (await seal("mine", theirs, keyring)).split(".");
    await expect(unseal([header, ...rest].join("."), theirs, keyring)).rejects.toThrow("decryption");
  });

  it("does not open if any character of it is altered", async () => {
    const sealed = await seal(secret, mine, keyring);
    const opened: number[] = [];
    for (let at = 0; at < sealed.length; at++) {
      if (sealed[at] === ".") continue;
      // The sixth bit of a character: base64 ignores the lowest ones of a part's last character.
      const other = sealed[at] === "A" ? "g" : "A";
      const altered = sealed.slice(0, at) + other + sealed.slice(at + 1);
      await unseal(altered, mine, keyring).then(
        () => opened.push(at),
        () => undefined,
      );
    }
    // A last character that differs only in bits that base64 ignores is the same text.
    const lasts = [...sealed.matchAll(/.(?=\.|$)/g)].map(({ index }) => index);
    expect(opened.filter((at) => !lasts.includes(at))).toEqual([]);
  });

  it.each(["", "rk_in_the_clear", "a.b.c.d.e", "...."])("cannot have the form %o", async (text) => {
    await expect(unseal(text, mine, keyring)).rejects.toThrow();
  });

  it("does not open if another algorithm sealed it with the right key", async () => {
    const weaker = await new CompactEncrypt(new TextEncoder().encode(secret))
      .setProtectedHeader({ alg: "A256KW", enc: "A128GCM", kid: keyring.current, ...mine })
      .encrypt(newer);
    await expect(unseal(weaker, mine, keyring)).rejects.toThrow("not allowed");
  });
});

describe("a keyring", () => {
  it("opens secrets of an older key, and seals with the current one", async () => {
    const old = await seal(secret, mine, before);
    expect(headerOf(old)).toMatchObject({ kid: "2026-05" });
    expect(await unseal(old, mine, keyring)).toBe(secret);
    expect(headerOf(await seal(secret, mine, keyring))).toMatchObject({ kid: "2026-11" });
  });

  it("reports which key it lacks, without the sealed text", async () => {
    const sealed = await seal(secret, mine, keyring);
    const refusal = unseal(sealed, mine, before);
    await expect(refusal).rejects.toThrow("sealed under the key 2026-11, which the keyring does not have");
    await expect(refusal).rejects.not.toThrow(sealed);
  });

  it.each(["toString", "constructor", "__proto__"])("has no key named %s", async (kid) => {
    const sealed = await new CompactEncrypt(new TextEncoder().encode(secret))
      .setProtectedHeader({ alg: "dir", enc: "A256GCM", kid, ...mine })
      .encrypt(newer);
    await expect(unseal(sealed, mine, keyring)).rejects.toThrow();
  });

  it("does not open a secret with another key of the same name", async () => {
    const sealed = await seal(secret, mine, keyring);
    const mixedUp: Keyring = { current: "2026-11", keys: { "2026-11": older } };
    await expect(unseal(sealed, mine, mixedUp)).rejects.toThrow("decryption");
  });

  it("seals nothing without its current key", async () => {
    await expect(seal(secret, mine, { current: "gone", keys: {} })).rejects.toThrow("no key named gone");
  });
});
