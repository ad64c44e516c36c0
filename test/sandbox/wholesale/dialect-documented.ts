import { z } from "zod";
import { parse, type Endpoint } from "./endpoint.ts";
import { Refusal } from "./refusal.ts";

const credentials = z.object({ email: z.string().min(1), password: z.string().min(1) });
const keyRequest = z.object({ name: z.string().min(1) });

/** The two operations that the reseller interface document shows (§4), and nothing beside them. */
export const documentedEndpoints: readonly Endpoint[] = [
  {
    // Documented. The status codes are ours: the document shows none.
    operation: "logIn",
    method: "post",
    path: "/api/reseller/auth",
    credential: "none",
    mainField: "token",
    async answer({ body }, { accounts }) {
      const { email, password } = parse(credentials, body);
      const token = await accounts.logIn(email, password);
      if (token === undefined) {
        throw new Refusal("unauthenticated", "invalid_credentials", "E-mail or password are wrong.");
      }
      return { status: 200, body: { token } };
    },
  },
  {
    // Documented: the session token is required, and an API key is not accepted here (§5, rule 1).
    operation: "createKey",
    method: "post",
    path: "/api/reseller/api-keys",
    credential: "session-token",
    mainField: "api_key",
    answer({ body, account }, { accounts }) {
      const { name, key } = accounts.createKey(parse(keyRequest, body).name, account);
      return { status: 201, body: { api_key: key, name } };
    },
  },
];
