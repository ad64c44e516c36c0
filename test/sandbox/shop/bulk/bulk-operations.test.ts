import { describe, expect, it, onTestFinished } from "vitest";

import { type Admin, type Json, startAdmin } from "../testing.ts";
import { holdOperations } from "./operation.ts";

const SCOPES = ["write_products", "write_inventory"];

const RUN_MUTATION = `mutation ($mutation: String!, $path: String!) {
  bulkOperationRunMutation(mutation: $mutation, stagedUploadPath: $path) {
    bulkOperation { id status type query url completedAt objectCount }
    userErrors { field message code }
  }
}`;
const RUN_QUERY = `mutation ($query: String!, $groupObjects: Boolean!) {
  bulkOperationRunQuery(query: $query, groupObjects: $groupObjects) {
    bulkOperation { id status type }
    userErrors { field message code }
  }
}`;
const READ = `query ($id: ID!) {
  bulkOperation(id: $id) {
    status errorCode objectCount rootObjectCount fileSize url partialDataUrl completedAt
  }
}`;
const STAGE = `mutation ($input: [StagedUploadInput!]!) {
  stagedUploadsCreate(input: $input) { stagedTargets { url resourceUrl parameters { name value } } userErrors { message } }
}`;
const CREATE = `mutation call($input: ProductSetInput!) {
  productSet(input: $input, synchronous: true) {
    product { id title variants(first: 10) { nodes { id } } }
    userErrors { message field }
  }
}`;

async function openAdmin(scopes = SCOPES): Promise<Admin> {
  const admin = await startAdmin(scopes);
  onTestFinished(() => admin.shop.close());
  return admin;
}

async function stage(admin: Admin, httpMethod: "POST" | "PUT" = "POST"): Promise<Json> {
  const input = [
    { resource: "BULK_MUTATION_VARIABLES", filename: "vars.jsonl", mimeType: "text/jsonl", httpMethod },
  ];
  const { stagedUploadsCreate } = await admin.run(STAGE, { input });
  return stagedUploadsCreate.stagedTargets[0];
}

/** Calls the storage, which is recognized by its host. */
function storage({ shop }: Admin, url: string, init: RequestInit = {}): Promise<Response> {
  const { host, pathname, search } = new URL(url);
  return fetch(shop.url + pathname + search, {
    ...init,
    headers: { "X-Forwarded-Host": host, ...(init.headers as Record<string, string>) },
  });
}

async function upload(admin: Admin, content: string, change: (form: FormData) => void = () => undefined) {
  const target = await stage(admin);
  const form = new FormData();
  for (const { name, value } of target.parameters) form.append(name, value);
  change(form);
  form.append("file", new Blob([content]), "vars.jsonl");
  const { status } = await storage(admin, target.url, { method: "POST", body: form });
  return { status, path: form.get("key") as string };
}

async function runMutation(admin: Admin, content: string, mutation = CREATE): Promise<Json> {
  const { path } = await upload(admin, content);
  return (await admin.run(RUN_MUTATION, { mutation, path })).bulkOperationRunMutation;
}

async function runQuery(admin: Admin, query: string, groupObjects = false): Promise<Json> {
  return (await admin.run(RUN_QUERY, { query, groupObjects })).bulkOperationRunQuery;
}

/** Returns the operation once it is no longer under way. */
async function ended(admin: Admin, id: string): Promise<Json> {
  await expect
    .poll(async () => (await admin.run(READ, { id })).bulkOperation.status)
    .not.toMatch(/CREATED|RUNNING|CANCELING/);
  return (await admin.run(READ, { id })).bulkOperation;
}

async function resultOf(admin: Admin, url: string): Promise<Json[]> {
  const text = await (await storage(admin, url)).text();
  return text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Json);
}

function products(...titles: string[]): string {
  return titles.map((title) => `${JSON.stringify({ input: { title } })}\n`).join("");
}

describe("a simulated bulk mutation", () => {
  it("runs once per line, and reports each result by __lineNumber", async () => {
    const admin = await openAdmin();
    const { bulkOperation, userErrors } = await runMutation(
      admin,
      products("Sweet new snowboard 1", "Board 2"),
    );
    expect(userErrors).toEqual([]);
    expect(bulkOperation).toMatchObject({
      status: "CREATED",
      type: "MUTATION",
      query: CREATE,
      url: null,
      completedAt: null,
      objectCount: "0",
    });

    const operation = await ended(admin, bulkOperation.id);
    expect(operation).toMatchObject({
      status: "COMPLETED",
      errorCode: null,
      objectCount: "2",
      rootObjectCount: "2",
    });
    const lines = await resultOf(admin, operation.url);
    expect(lines.map((line) => [line.__lineNumber, line.data.productSet.product.title])).toEqual([
      [1, "Board 2"],
      [0, "Sweet new snowboard 1"],
    ]);
    expect(admin.shop.shops[0]?.catalog.products.size).toBe(2);
  });

  it("continues after failing lines, and reports why they failed", async () => {
    const admin = await openAdmin();
    const odd = `${JSON.stringify({ input: { title: 7, nothing: true } })}\n`;
    const blank = JSON.stringify({ input: { title: "" } });
    const { bulkOperation } = await runMutation(
      admin,
      `${products("a")}${odd}not json\n${blank}\n${products("b")}`,
    );
    const { url, objectCount } = await ended(admin, bulkOperation.id);
    expect(objectCount).toBe("5");
    const lines = (await resultOf(admin, url)).sort((a, b) => a.__lineNumber - b.__lineNumber);
    expect(lines.map(({ data, errors }) => errors?.[0].message ?? data.productSet.userErrors)).toEqual([
      [],
      "Variable $input of type ProductSetInput! was provided invalid value",
      "The line is not a JSON object.",
      [expect.objectContaining({ message: "Title can't be blank" })],
      [],
    ]);
  });

  it("costs no query points after its start", async () => {
    const admin = await openAdmin();
    const { bulkOperation } = await runMutation(
      admin,
      products(...Array.from({ length: 100 }, (_, n) => `p${n}`)),
    );
    await ended(admin, bulkOperation.id);
    const answer = await admin.ask("{ shop { id } }");
    expect(answer.extensions.cost.throttleStatus.currentlyAvailable).toBeGreaterThan(1900);
  });

  const REFUSED: [string, string, Json][] = [
    [
      "that breaks off",
      "mutation call($in",
      {
        field: null,
        message: "Failed to parse the mutation - syntax error, unexpected end of file at [1, 18]",
        code: "INVALID_MUTATION",
      },
    ],
    [
      "that is a query",
      "{ shop { id } }",
      {
        field: null,
        message: "Invalid operation type. Only `mutation` operations are supported.",
        code: "INVALID_MUTATION",
      },
    ],
    [
      "of two fields",
      'mutation { a: productDelete(input: {id: "1"}) { deletedProductId } b: productDelete(input: {id: "1"}) { deletedProductId } }',
      { field: ["mutation"], message: "You must specify a single top level mutation.", code: null },
    ],
    [
      "that begins a bulk operation",
      'mutation { bulkOperationRunQuery(query: "{ shop { id } }") { userErrors { message } } }',
      { field: ["mutation"], message: "You must use an allowed mutation name.", code: null },
    ],
    [
      "with two connections",
      `mutation call($input: ProductSetInput!) { productSet(input: $input, synchronous: true) {
        product { variants(first: 1) { nodes { id } } media(first: 1) { nodes { id } } } } }`,
      { field: ["mutation"], message: "Bulk mutations cannot contain more than 1 connection.", code: null },
    ],
    [
      "that is too large",
      `# ${"x".repeat(65_534)}`,
      {
        field: ["query"],
        message: "is too large (65536 bytes; maximum is 65535 bytes)",
        code: "INVALID_MUTATION",
      },
    ],
    [
      "without its file",
      CREATE,
      {
        field: null,
        message:
          "The JSONL file could not be found. Try uploading the file again, and check that you've entered the URL correctly for the stagedUploadPath mutation argument.",
        code: "NO_SUCH_FILE",
      },
    ],
  ];

  it.each(REFUSED)("is rejected if it is an operation %s", async (_what, mutation, error) => {
    const admin = await openAdmin();
    const { bulkOperationRunMutation } = await admin.run(RUN_MUTATION, { mutation, path: "tmp/1/bulk/none" });
    expect(bulkOperationRunMutation).toEqual({ bulkOperation: null, userErrors: [error] });
  });

  it("rejects a file that is not JSONL", async () => {
    const { userErrors } = await runMutation(await openAdmin(), "title,price\na,1\n");
    const message = "Unexpected file structure - expected JSONL";
    expect(userErrors).toEqual([{ field: null, message, code: "INVALID_STAGED_UPLOAD_FILE" }]);
  });

  it("rejects an empty file, which a PUT can upload", async () => {
    const admin = await openAdmin();
    const { url } = await stage(admin, "PUT");
    expect((await storage(admin, url, { method: "PUT", body: "" })).status).toBe(200);
    const path = new URL(url).pathname.slice(1);
    const { bulkOperationRunMutation } = await admin.run(RUN_MUTATION, { mutation: CREATE, path });
    expect(bulkOperationRunMutation.userErrors).toEqual([
      { field: null, message: "The input file is empty.", code: "INVALID_STAGED_UPLOAD_FILE" },
    ]);
  });

  it("is rejected while five others run", async () => {
    const admin = await openAdmin();
    const release = holdOperations(admin.shop.shops[0]!);
    const begun: string[] = [];
    for (let n = 0; n < 5; n += 1) begun.push((await runMutation(admin, products(`p${n}`))).bulkOperation.id);
    const sixth = await runMutation(admin, products("sixth"));
    expect(sixth.userErrors).toEqual([
      {
        field: null,
        message: `A bulk mutation operation for this app and shop is already in progress: ${begun.join(", ")}.`,
        code: "OPERATION_IN_PROGRESS",
      },
    ]);
    // A query is of another kind.
    expect((await runQuery(admin, "{ products { edges { node { id } } } }")).userErrors).toEqual([]);
    release();
    for (const id of begun) expect((await ended(admin, id)).status).toBe("COMPLETED");
    expect((await runMutation(admin, products("sixth"))).userErrors).toEqual([]);
  });
});

describe("a simulated upload", () => {
  const ODD: [string, number, (form: FormData) => void][] = [
    ["without the policy's signature", 403, (form) => form.delete("x-goog-signature")],
    ["of another type", 403, (form) => form.set("Content-Type", "text/csv")],
    ["for another place", 403, (form) => form.set("key", "tmp/1/bulk/elsewhere")],
  ];

  it.each(ODD)("is rejected if its form is %s", async (_what, status, change) => {
    const admin = await openAdmin();
    expect((await upload(admin, products("a"), change)).status).toBe(status);
  });

  it("can have 1 byte to 100 MB", async () => {
    const admin = await openAdmin();
    expect((await upload(admin, "")).status).toBe(400);
    expect((await upload(admin, "x".repeat(104_857_601))).status).toBe(400);
    expect((await upload(admin, products("a"))).status).toBe(201);
  });

  it("expires after a day", async () => {
    const admin = await openAdmin();
    const { url, parameters } = await stage(admin);
    const form = new FormData();
    for (const { name, value } of parameters) form.append(name, value);
    form.append("file", new Blob(["{}"]));
    admin.shop.moveOn(24 * 3600);
    expect((await storage(admin, url, { method: "POST", body: form })).status).toBe(400);
  });
});

describe("a simulated bulk query", () => {
  const NESTED = `{
    products(first: 1) { edges { cursor node { id title variants { edges { node { id title inventoryItem { id tracked } } } } } } pageInfo { hasNextPage } }
  }`;

  async function withProducts(): Promise<Admin> {
    const admin = await openAdmin();
    const { bulkOperation } = await runMutation(
      admin,
      products(...Array.from({ length: 1003 }, (_, n) => `p${n}`)),
    );
    await ended(admin, bulkOperation.id);
    return admin;
  }

  it("returns everything, even if the query asks for a page, and links children by __parentId", async () => {
    const admin = await withProducts();
    const { bulkOperation } = await runQuery(admin, NESTED, true);
    const operation = await ended(admin, bulkOperation.id);
    expect(operation).toMatchObject({ status: "COMPLETED", objectCount: "2006", rootObjectCount: "1003" });
    const [product, variant] = await resultOf(admin, operation.url);
    expect(product).toEqual({ id: expect.stringContaining("/Product/"), title: "p0" });
    expect(variant).toEqual({
      id: expect.stringContaining("/ProductVariant/"),
      title: "Default Title",
      inventoryItem: { id: expect.stringContaining("/InventoryItem/"), tracked: false },
      __parentId: product?.id,
    });
  });

  it("may list children before their parents if it does not group them", async () => {
    const admin = await openAdmin();
    await ended(admin, (await runMutation(admin, products("a", "b"))).bulkOperation.id);
    const { url } = await ended(admin, (await runQuery(admin, NESTED)).bulkOperation.id);
    const [first] = await resultOf(admin, url);
    expect(first).toHaveProperty("__parentId");
  });

  it("has no result if it finds nothing", async () => {
    const admin = await openAdmin();
    const { bulkOperation } = await runQuery(admin, "{ products { edges { node { id } } } }");
    expect(await ended(admin, bulkOperation.id)).toMatchObject({
      status: "COMPLETED",
      url: null,
      fileSize: null,
      objectCount: "0",
    });
  });

  it("fails if the app has no permission to read the data", async () => {
    const admin = await openAdmin(["write_products"]);
    await ended(admin, (await runMutation(admin, products("a"))).bulkOperation.id);
    const { bulkOperation } = await runQuery(admin, "{ orders { edges { node { id } } } }");
    expect(await ended(admin, bulkOperation.id)).toMatchObject({
      status: "FAILED",
      errorCode: "ACCESS_DENIED",
    });
  });

  const REFUSED: [string, string, string[]][] = [
    ["nothing", "", ["Invalid bulk query: syntax error, unexpected end of file"]],
    ["no connection", "{ shop { id } }", ["Bulk queries must contain at least one connection."]],
    [
      "one object",
      '{ node(id: "gid://shopify/Product/0") { id } }',
      [
        "Bulk queries cannot contain a top level `node` field.",
        "Bulk queries must contain at least one connection.",
      ],
    ],
    [
      "nodes",
      "{ products { nodes { id title } } }",
      [
        "All connection fields in a bulk query must select their contents using 'edges' > 'node', e.g: 'products { edges { node {'. Selecting via 'nodes' is not supported. Invalid connection fields: 'products'.",
      ],
    ],
    [
      "a connection nested too deeply",
      "{ collections { edges { node { id products { edges { node { id variants { edges { node { id metafields { edges { node { id } } } } } } } } } } } } }",
      ["Bulk queries cannot contain connections with a nesting depth greater than 2."],
    ],
    [
      "six connections",
      "{ products { edges { node { id variants { edges { node { id } } } metafields { edges { node { id } } } collections { edges { node { id } } } media { edges { node { id } } } images { edges { node { id } } } } } } }",
      ["Bulk queries cannot contain more than 5 connections."],
    ],
    [
      "children of parents without an id",
      "{ products { edges { node { title variants { edges { node { id } } } } } } }",
      [
        "The parent 'node' field for a nested connection must select the 'id' field without an alias and must be of 'ID' return type. Connection fields without 'id': products.",
      ],
    ],
    [
      "a mutation",
      'mutation { productDelete(input: {id: "1"}) { deletedProductId } }',
      ["Invalid operation type. Only `query` operations are supported."],
    ],
    [
      "a connection within a list",
      "{ orders { edges { node { id fulfillments { events { edges { node { id } } } } } } } }",
      ["Queries that contain a connection field within a list field are not currently supported."],
    ],
    ["too much text", `#${"x".repeat(65_535)}`, ["Query is too large (65536 bytes; maximum is 65535 bytes)"]],
  ];

  it.each(REFUSED)("is rejected for %s", async (_what, query, messages) => {
    const { bulkOperation, userErrors } = await runQuery(await openAdmin(), query);
    expect(bulkOperation).toBeNull();
    expect(userErrors).toEqual(messages.map((message) => ({ field: ["query"], message, code: "INVALID" })));
  });
});

describe("a simulated bulk operation", () => {
  const CANCEL = `mutation ($id: ID!) {
    bulkOperationCancel(id: $id) { bulkOperation { status } userErrors { field message } }
  }`;

  it("ends without a result if it is canceled", async () => {
    const admin = await openAdmin();
    holdOperations(admin.shop.shops[0]!);
    const { id } = (await runMutation(admin, products("a"))).bulkOperation;
    const { bulkOperationCancel } = await admin.run(CANCEL, { id });
    expect(bulkOperationCancel).toEqual({ bulkOperation: { status: "CANCELING" }, userErrors: [] });
    expect(await ended(admin, id)).toMatchObject({ status: "CANCELED", url: null, completedAt: null });
  });

  it("cannot be canceled once it has ended, nor under an unknown id", async () => {
    const admin = await openAdmin();
    const { id } = (await runMutation(admin, products("a"))).bulkOperation;
    await ended(admin, id);
    expect((await admin.run(CANCEL, { id })).bulkOperationCancel).toEqual({
      bulkOperation: { status: "COMPLETED" },
      userErrors: [{ field: null, message: "A bulk operation cannot be canceled when it is completed" }],
    });
    const unknown = "gid://shopify/BulkOperation/1";
    expect((await admin.run(CANCEL, { id: unknown })).bulkOperationCancel.userErrors).toEqual([
      { field: ["id"], message: "Bulk operation does not exist" },
    ]);
  });

  it("offers its finished lines as a partial result if it fails", async () => {
    const admin = await openAdmin();
    admin.shop.shops[0]!.bulk.failing = { after: 2, errorCode: "INTERNAL_SERVER_ERROR" };
    const { id } = (await runMutation(admin, products("a", "b", "c"))).bulkOperation;
    const operation = await ended(admin, id);
    expect(operation).toMatchObject({ status: "FAILED", errorCode: "INTERNAL_SERVER_ERROR", url: null });
    expect(await resultOf(admin, operation.partialDataUrl)).toHaveLength(2);
  });

  it("loses its result after seven days", async () => {
    const admin = await openAdmin();
    const { id } = (await runMutation(admin, products("a"))).bulkOperation;
    const { url } = await ended(admin, id);
    const shop = admin.shop.shops[0]!;
    admin.shop.moveOn(7 * 24 * 3600);
    expect((await storage(admin, url)).status).toBe(400);
    expect(shop.bulk.operations[0]?.output?.expiresAt).toEqual(new Date("2026-10-12T10:00:00Z"));
  });

  it("is listed newest first, and can be filtered by kind", async () => {
    const admin = await openAdmin();
    const first = (await runMutation(admin, products("a"))).bulkOperation;
    await ended(admin, first.id);
    const second = (await runQuery(admin, "{ products { edges { node { id } } } }")).bulkOperation;
    await ended(admin, second.id);
    const list = async (query: string) =>
      (
        await admin.run(
          `query ($query: String) { bulkOperations(first: 5, query: $query) { nodes { id } } }`,
          {
            query,
          },
        )
      ).bulkOperations.nodes.map(({ id }: Json) => id);
    expect(await list("")).toEqual([second.id, first.id]);
    expect(await list("operation_type:mutation")).toEqual([first.id]);
    expect(await list("status:running")).toEqual([]);
  });
});

describe("simulated bulk operations of an app without permission", () => {
  const DENIED = { code: "ACCESS_DENIED" };

  it("are denied at their start, separately for queries and mutations", async () => {
    const admin = await openAdmin();
    admin.shop.app.bulkDenied = ["MUTATION"];
    const { path } = await upload(admin, products("a"));
    const mutation = await admin.ask(RUN_MUTATION, { mutation: CREATE, path });
    expect(mutation).toMatchObject({
      data: { bulkOperationRunMutation: null },
      errors: [{ message: "Access denied for bulkOperationRunMutation field.", extensions: DENIED }],
    });
    const query = "{ products { edges { node { id } } } }";
    expect((await runQuery(admin, query)).userErrors).toEqual([]);
    admin.shop.app.bulkDenied = ["QUERY"];
    expect((await admin.ask(RUN_QUERY, { query, groupObjects: false })).errors).toMatchObject([
      { message: "Access denied for bulkOperationRunQuery field.", extensions: DENIED },
    ]);
    expect(admin.shop.shops[0]?.catalog.products.size).toBe(0);
  });

  it("end with a partial result once the permission is withdrawn, and later ones are denied", async () => {
    const admin = await openAdmin();
    admin.shop.app.bulkDeniedFromRow = 2;
    const { bulkOperation } = await runMutation(admin, products("a", "b", "c"));
    const operation = await ended(admin, bulkOperation.id);
    expect(operation).toMatchObject({ status: "FAILED", errorCode: "ACCESS_DENIED", objectCount: "2" });
    expect(await resultOf(admin, operation.partialDataUrl)).toHaveLength(2);
    expect(admin.shop.shops[0]?.catalog.products.size).toBe(2);
    const query = "{ products { edges { node { id } } } }";
    expect((await admin.ask(RUN_QUERY, { query, groupObjects: false })).errors).toMatchObject([
      { extensions: DENIED },
    ]);
  });
});
