import { describe, expect, it } from "vitest";

import { readCapped } from "../../app/lib/http/lean-fetch.ts";

function stream(...chunks: Uint8Array[]) {
  let pulled = 0;
  let cancelled = false;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const chunk = chunks[pulled++];
        if (chunk) controller.enqueue(chunk);
        else controller.close();
      },
      cancel() {
        cancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { body, pulled: () => pulled, cancelled: () => cancelled };
}

const bytes = (text: string) => new TextEncoder().encode(text);

describe("readCapped", () => {
  it("reads a missing body as an empty text", async () => {
    expect((await readCapped(null, 10)).toString()).toBe("");
    expect((await readCapped(stream().body, 10)).toString()).toBe("");
  });

  it("accepts a body of exactly the allowed size", async () => {
    expect((await readCapped(stream(bytes("12345"), bytes("67890")).body, 10)).toString()).toBe("1234567890");
  });

  it("counts bytes, not characters", async () => {
    expect((await readCapped(stream(bytes("ęęęęę")).body, 10)).toString()).toBe("ęęęęę");
    await expect(readCapped(stream(bytes("ęęęęęę")).body, 10)).rejects.toThrow("longer than 10 bytes");
  });

  it("keeps a character whole if two chunks split it", async () => {
    const [first, second] = [bytes("ę").slice(0, 1), bytes("ę").slice(1)];
    expect((await readCapped(stream(first, second).body, 10)).toString()).toBe("ę");
  });
});

it("stops reading a reply at the first byte beyond the limit", async () => {
  const endless = stream(...Array.from({ length: 100 }, () => bytes("12345")));
  await expect(readCapped(endless.body, 10)).rejects.toThrow("longer than 10 bytes");
  expect(endless.pulled()).toBe(3);
  expect(endless.cancelled()).toBe(true);
});
