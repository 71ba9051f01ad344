import { expect, test } from "vitest";
import { updateOrgUser } from "../../../../worker/contract/v1/org.ts";
import { signedIn } from "../../../support/actors.ts";
import { query } from "../../../support/database.ts";
import { createUser } from "../../../support/factories.ts";
import { postForm } from "../../../support/forms.ts";

test("two managers change one colleague: the second sees the change of the first and loses nothing", async () => {
  const first = await signedIn({ roles: ["org", "user"] });
  const { org_id } = first.user;
  const second = await signedIn({ org_id, roles: ["org", "user"] });
  const { id, first_name, last_name } = await createUser({ org_id, roles: ["buyer", "user"] });
  const path = `/portal/people/${id}`;
  const updatedAt = (html: string) => /name="updated_at" value="([^"]+)"/.exec(html)?.[1] ?? "";
  const seenVersion = updatedAt(await (await second.client.fetch(path)).text());
  const change = (body: object) => first.client.call(updateOrgUser, { params: { id }, body });
  (await change({ roles: ["user"], updated_at: seenVersion })).reply();
  const lateAnswer = await change({ first_name: "Late", updated_at: seenVersion });
  expect([lateAnswer.status, lateAnswer.errcode]).toEqual([422, "OBJECT_OUTDATED"]);

  const post = (fields: [string, string][]) => postForm(second.client, path, fields);
  const seenFields: [string, string][] = [
    ["seen.first_name", first_name],
    ["seen.last_name", last_name],
    ["seen.roles", "buyer"],
    ["seen.roles", "user"],
  ];
  const input: [string, string][] = [
    ["first_name", "Ana"],
    ["last_name", last_name],
    ["phone", "555"],
    ["roles", "user"],
    ["roles", "buyer"],
  ];
  const refusal = await post([...seenFields, ...input, ["updated_at", seenVersion]]);
  expect(refusal.status).toBe(422);
  const html = await refusal.text();
  const pageText = html.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
  expect(pageText).toContain("This has been changed by someone else.");
  expect(pageText).toContain(
    "Roles You read Buyer, User Is there now User You typed Nothing else: the form has theirs",
  );
  expect(html).toContain('value="Ana"');
  expect(html).not.toMatch(/value="buyer"[^>]*checked|checked[^>]*value="buyer"/);
  const fetchRow = () => query("select first_name, phone, roles from users where id = $1", [id]);
  expect(await fetchRow()).toEqual([{ first_name, phone: null, roles: ["user"] }]);

  const retryFields = input.filter(([name, value]) => name !== "roles" || value !== "buyer");
  expect((await post([...retryFields, ["updated_at", updatedAt(html)]])).status).toBe(303);
  expect(await fetchRow()).toEqual([{ first_name: "Ana", phone: "555", roles: ["user"] }]);
});
