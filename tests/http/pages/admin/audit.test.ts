import { expect, test } from "vitest";
import { createOrganization, updateOrganization } from "../../../../worker/contract/v1/admin/organizations.ts";
import { signedIn, signedInAdmin } from "../../../support/actors.ts";
import { unquoted } from "../../../support/csv/read-csv.ts";
import { unique } from "../../../support/factories.ts";
import { readWords } from "../words.ts";

test("every act is a row: what, the difference, who, the object and the organization; its file has the same rows", async () => {
  const { client, user } = await signedInAdmin();
  const name = unique("Audited");
  const { id } = (await client.call(createOrganization, { body: { name } })).reply();
  (await client.call(updateOrganization, { params: { org_id: id }, body: { notes: "=cmd" } })).reply();
  const path = `/admin/audit?subject_type=organization&subject_id=${id}`;
  const words = await readWords(client, path);
  for (const text of [
    "2 acts",
    `Only: ${name}`,
    "Object: Organization",
    `${user.first_name} ${user.last_name}`,
    `Changed the organization`,
    "notes nothing =cmd",
    `Organization ${name}`,
  ])
    expect(words).toContain(text);
  expect(await (await client.fetch(path)).text()).toContain(`href="/admin/organizations/${id}"`);
  const csv = await (await client.fetch(`${path}&format=csv`)).text();
  const [head, ...rows] = unquoted(csv).trimEnd().split("\r\n");
  expect(head?.replace("\uFEFF", "")).toBe("What,Difference,Who,Object,Organization,When");
  expect(rows).toHaveLength(2);
  expect(rows[0]).toContain("notes: nothing → =cmd");
  expect(rows[0]).toContain(user.email);
});

test("says what it is narrowed to when nothing is there, and is nobody's but administrators'", async () => {
  const { client } = await signedInAdmin();
  expect(await readWords(client, `/admin/audit?search=${unique("nobody")}`)).toContain("No act fits this.");
  const customer = await signedIn({ roles: ["org", "buyer", "user"] });
  expect((await customer.client.fetch("/admin/audit")).status).not.toBe(200);
});
