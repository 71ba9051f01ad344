import type { Call } from "../../../worker/contract/endpoint.ts";
import { endpoints } from "../../../worker/contract/index.ts";
import type { Principal } from "../../support/actors.ts";
import { admin } from "./admin.ts";
import { callbacks } from "./callbacks.ts";
import { client } from "./client.ts";
import { org } from "./org.ts";
import { rest } from "./rest.ts";
import { answers, callers, type Decision, type Row, type Rows } from "./row.ts";
import { sso } from "./sso.ts";
import { store } from "./store.ts";

export const calls: Rows = { ...sso, ...admin, ...store, ...client, ...callbacks, ...org, ...rest };

export function findCall(call: string): Call {
  const spec = endpoints.find(({ method, path }) => `${method} ${path}` === call);
  if (!spec) throw new Error(`there is no call ${call}`);
  return spec;
}

export function findRow({ method, path, verb }: Call): Row {
  const row = calls[`${method} ${path}`];
  if (!row) throw new Error(`${verb}: write a row for "${method} ${path}" in tests/contract/calls`);
  return row;
}

export const expectations = Object.entries(calls).map(([call, { may }]) => {
  const marks = [...may.replaceAll(" ", "")];
  if (marks.length !== callers.length)
    throw new Error(
      `${call} has ${marks.length} letters in \`may\` instead of ${callers.length}: ` +
        "choose a row of tests/contract/calls/row.ts, such as adminOnly or session",
    );
  const pairs = callers.map((name, column) => [name, answers[marks[column] ?? ""]]);
  // `as`: fromEntries loses that every principal has a value.
  return { call, expected: Object.fromEntries(pairs) as Record<Principal, Decision> };
});
