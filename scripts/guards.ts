import type { BrokenGuard } from "./broken-copy.ts";

/** The guards of the money path and of the connection that `npm run test:mutants` breaks. */
export const GUARDS: TestedGuard[] = [
  {
    file: "app/orders/store/order-store.server.ts",
    guard: "where: { id, nextAt: { lte: now } }",
    broken: "where: { id }",
    lost: "Two workers would have the same order at once.",
    tests: ["test/orders/placing/place-order.test.ts"],
  },
  {
    file: "app/orders/store/order-store.server.ts",
    guard: "state = seen and next_at = leased`",
    broken: "state = seen`",
    lost: "A worker whose lease is over would write over what the next one found out.",
    tests: ["test/orders/placing/place-order.test.ts", "test/orders/doubt/resolve-doubt.test.ts"],
  },
  {
    file: "app/orders/placing/send-attempt.server.ts",
    guard: "sendBefore.hasPassed()",
    broken: "false",
    lost: "A process that stood still would send an order that others have begun to look up.",
    tests: ["test/orders/placing/place-order.test.ts"],
  },
  {
    file: "app/orders/placing/begin-attempt.server.ts",
    guard: "keyGeneration !== item.intent.key.generation",
    broken: "false",
    lost: "Products that were linked in one account would be bought in another.",
    tests: ["test/orders/placing/changed-account.test.ts", "test/orders/placing/place-order.test.ts"],
  },
  {
    file: "app/connection/sealed-key.server.ts",
    guard: 'row === null || row.keyCheck === "unauthorized"',
    broken: "row === null",
    lost: "Each waiting order would try a key that is known to be revoked.",
    tests: ["test/orders/placing/revoked-key.test.ts", "test/orders/placing/place-order.test.ts"],
  },
  {
    file: "app/orders/placing/begin-attempt.server.ts",
    guard: "lines.length > 0",
    broken: "false",
    lost: "Cancelled and requested again, the same pieces would be bought a second time.",
    tests: ["test/orders/placing/place-order.test.ts"],
  },
  {
    file: "app/orders/states/order-state.ts",
    guard: 'placing: ["placed", "ready", "held", "in_doubt"]',
    broken: 'placing: ["placed", "ready", "held"]',
    lost: "An order of which nobody knows whether it was bought would not be kept in doubt.",
    tests: ["test/orders/states/order-state.test.ts"],
  },
  {
    file: "app/orders/states/order-state.ts",
    guard: "[...unclearStates, ...atSupplierStates]",
    broken: "atSupplierStates",
    lost: "What may have been bought would not count as bought.",
    tests: ["test/orders/states/order-state.test.ts", "test/orders/placing/place-order.test.ts"],
  },
  {
    file: "app/orders/states/outcome.ts",
    guard: "knownAs(found) === request.reference &&",
    broken: "",
    lost: "Somebody else's order of the same pieces would be taken for this one.",
    tests: ["test/orders/states/outcome.test.ts", "test/orders/placing/place-order.test.ts"],
  },
  {
    file: "app/orders/doubt/resolve-doubt.server.ts",
    guard: 'return cannotTell({ code: "orders.cannot-tell.control-failed" });',
    broken: 'return { code: "proven-not-ordered" };',
    lost: "A supplier whose lookup does not work would have the order sent again.",
    tests: ["test/orders/doubt/resolve-doubt.test.ts"],
  },
  {
    file: "app/orders/doubt/resolve-doubt.server.ts",
    guard: "asOf < after(attempt.endsAt, seconds)",
    broken: "false",
    lost: "An order that turns up late at the supplier would be sent again before it does.",
    tests: ["test/orders/doubt/resolve-doubt.test.ts"],
  },
  {
    file: "app/orders/placing/decide-order.ts",
    guard: "if (!paid)",
    broken: "if (false)",
    lost: "Unpaid orders would be bought.",
    tests: ["test/orders/placing/decide-order.test.ts"],
  },
  {
    file: "app/wholesale/client.server.ts",
    guard: "fetch: (request, init) => leanFetch(request, { ...init, signal }),",
    broken: "fetch: (request, init) => fetch(request, { ...init, signal }),",
    lost: "A redirect would carry the key and a customer's address to another host, and an order be repeated on 421.",
    tests: ["test/wholesale/client.test.ts", "test/wholesale/sent-once.test.ts"],
  },
  {
    file: "app/wholesale/failures.ts",
    guard: "operation.changes && obstacle === null",
    broken: "false",
    lost: "A time-out after sending would count as not sent, and the order would be bought twice.",
    tests: ["test/wholesale/client.test.ts"],
  },
  {
    file: "app/wholesale/contract.ts",
    guard: "orderRefusals: [400, 422]",
    broken: "orderRefusals: [400, 403, 404, 422]",
    lost: "An order that a gateway answered with 403 after the supplier took it would be bought twice.",
    tests: ["test/orders/answers.test.ts"],
  },
  {
    file: "app/wholesale/client.server.ts",
    guard: 'limit: called.changes ? 0 : 2,\n        methods: ["get"],',
    broken: 'limit: 2,\n        methods: ["get", "post"],',
    lost: "An order would be sent again after 503, or when the connection broke.",
    tests: ["test/wholesale/sent-once.test.ts"],
  },
  {
    file: "app/wholesale/client.server.ts",
    guard: "!assumedWrites)",
    broken: "false)",
    lost: "Orders would go out through a contract that nobody has confirmed.",
    tests: ["test/wholesale/client.test.ts"],
  },
  {
    file: "app/wiring/webhooks/receive-webhook.server.ts",
    guard: "!isSigned(body, headers)",
    broken: "false",
    lost: "Anybody could send webhooks in Shopify's name.",
    tests: ["test/routes/webhooks.test.ts"],
  },
  {
    file: "app/lib/seal.ts",
    guard: 'protectedHeader["shop"] !== binding.shop',
    broken: "false",
    lost: "A key moved into another shop's row would open there.",
    tests: ["test/lib/seal.test.ts"],
  },
  {
    file: "prisma/migrations/20261121000000_connection_and_inbox/migration.sql",
    guard: 'CREATE UNIQUE INDEX "key_attempt_one_pending"',
    broken: 'CREATE INDEX "key_attempt_one_pending"',
    lost: "Two clicks at once on Connect would make two keys.",
    tests: ["test/connection/sign-ins.test.ts", "test/connection/connect.test.ts"],
  },
  {
    file: "app/connection/connection-store.server.ts",
    guard: " and generation = ${generation} for update",
    broken: " for update",
    lost: "A late refusal of the old key would pause the shop that has a new one.",
    tests: ["test/connection/replace-key.test.ts", "test/connection/guards.test.ts"],
  },
];

export type TestedGuard = BrokenGuard & {
  /** The test files that should notice. */
  tests: string[];
};
