import { expect, test } from "vitest";
import { listNotifications } from "../../worker/contract/v1/client/notifications.ts";
import { endpoints } from "../../worker/contract/index.ts";
import { signedIn } from "../support/actors.ts";
import { buildValidInput } from "../contract/calls/valid-input.ts";
import { createCaller, createKnownIds } from "./fuzz/setup.ts";

const namesOf = (schema: unknown): string[] => Object.keys(Object(schema)._zod.def.shape);

const endpointsWithQuery = endpoints.filter(({ query }) => query);

test.each(endpointsWithQuery.map((spec) => [`${spec.method} ${spec.path}`, spec] as const))(
  "%s takes empty parameters for absent ones",
  async (_name, spec) => {
    const reusableIds = await createKnownIds();
    const ask = async (query: Record<string, string>) => {
      // A deletion needs new rows each time.
      const ids = spec.method === "GET" ? reusableIds : await createKnownIds();
      const client = await createCaller(spec, ids.org_id);
      const { params } = buildValidInput(spec, ids);
      const { status, errcode, issues, text } = await client.call(spec, { params, query });
      const meta: unknown = status === 200 && text.startsWith("{") ? Object(JSON.parse(text)).meta : undefined;
      const { limit, offset } = Object(meta);
      return { status, errcode, issues, limit, offset };
    };
    const emptyQuery = Object.fromEntries(namesOf(spec.query).map((name) => [name, ""]));
    expect(await ask(emptyQuery)).toEqual(await ask({}));
  },
);

test("a parameter that stands twice is none of a single value, even where one of them is empty", async () => {
  const { client } = await signedIn();
  for (const repeatedQuery of ["type=&type=", "type=&type=orderPaid", "limit=5&limit="]) {
    const answer = await client.fetch(`/v1/client/notifications?${repeatedQuery}`);
    expect(answer.status, repeatedQuery).toBe(400);
  }
  expect((await client.call(listNotifications, { query: { limit: "5", type: "" } })).reply().meta.limit).toBe(5);
});
