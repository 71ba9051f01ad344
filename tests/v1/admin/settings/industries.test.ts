import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  createOrganization as create,
  updateOrganization,
} from "../../../../worker/contract/v1/admin/organizations.ts";
import * as contract from "../../../../worker/contract/v1/admin/settings/industries.ts";
import { updateOwnOrganization } from "../../../../worker/contract/v1/client/org.ts";
import { signedIn, signedInAdmin } from "../../../support/actors.ts";
import { query } from "../../../support/database.ts";
import { createOrganization, unique } from "../../../support/factories.ts";
import { postForm } from "../../../support/forms.ts";
import { readWords } from "../../../http/pages/words.ts";

const { client } = await signedInAdmin();
const addIndustry = async (name = unique("Industry")) =>
  (await client.call(contract.createIndustry, { body: { name } })).reply();
const find = async (name: string) =>
  (await client.call(contract.listIndustries)).reply().data.find((each) => each.name === name);
const rename = (id: string, name: string, updated_at?: string) =>
  client.call(contract.updateIndustry, { params: { id }, body: { name, updated_at } });
const remove = (id: string) => client.call(contract.deleteIndustry, { params: { id } });
const assignIndustry = (org_id: string, industry: string | null) =>
  client.call(updateOrganization, { params: { org_id }, body: { industry } });
const findIndustryName = async (org_id: string) =>
  (await query<{ industry: string | null }>("select industry from organizations where id = $1", [org_id]))[0]?.industry;

describe("industries", () => {
  test("are created once whatever the case, and listed whole in alphabetical order", async () => {
    const name = unique("Optics");
    const answers = await Promise.all(
      [name, ` ${name} `, name.toUpperCase(), name.toLowerCase()].map((each) =>
        client.call(contract.createIndustry, { body: { name: each } }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422, 422, 422]);
    const { data, meta } = (await client.call(contract.listIndustries)).reply();
    const names = data.map((each) => each.name.toLowerCase());
    expect(names.filter((each) => each === name.toLowerCase())).toHaveLength(1);
    expect(meta).toEqual({ limit: data.length, offset: 0, count: data.length });
    for (const invalidName of ["", " ", "x".repeat(65)])
      expect((await client.call(contract.createIndustry, { body: { name: invalidName } })).status).toBe(400);
  });

  test("of any name are taken from organizations, in the spelling that is there", async () => {
    const name = unique("Mining");
    const manager = await signedIn({ roles: ["org", "user"] });
    const ownAnswer = await manager.client.call(updateOwnOrganization, { body: { industry: name } });
    expect(ownAnswer.reply().industry).toBe(name);
    const createAnswer = await client.call(create, {
      body: { name: unique("Org"), industry: `${name.toUpperCase()} ` },
    });
    expect(createAnswer.reply().industry).toBe(name);
    expect((await assignIndustry(manager.user.org_id, "")).reply().industry).toBeNull();
    expect(await find(name)).toMatchObject({ organization_count: 1 });
    // The accounting system or another release may write an industry in another case.
    const { id } = await createOrganization();
    await query("update organizations set industry = lower($2) where id = $1", [id, name]);
    expect(await findIndustryName(id)).toBe(name);
  });

  test("are renamed with their organizations, while nobody else did, and never to another one's name", async () => {
    const [one, other] = [await addIndustry(), await addIndustry()];
    const { id } = await createOrganization();
    (await assignIndustry(id, one.name)).reply();
    const name = unique("Photonics");
    expect((await rename(one.id, name, one.updated_at)).reply()).toMatchObject({ name, organization_count: 1 });
    expect(await findIndustryName(id)).toBe(name);
    expect((await rename(one.id, unique("Late"), one.updated_at)).errcode).toBe("OBJECT_OUTDATED");
    expect((await rename(one.id, other.name.toUpperCase())).errcode).toBe("INDUSTRY_EXISTS");
    expect((await rename(one.id, name.toUpperCase())).reply().name).toBe(name.toUpperCase());
    expect((await rename(randomUUID(), unique("X"))).errcode).toBe("INDUSTRY_NOT_FOUND");
    const audit = await query(
      "select data from audit_log where subject_id = $1 and action = 'updateIndustry' order by id",
      [one.id],
    );
    expect(audit[0]).toMatchObject({ data: { changes: { name: [one.name, name] } } });
  });

  test("are deleted only while no organization has them", async () => {
    const industry = await addIndustry();
    const { id } = await createOrganization();
    (await assignIndustry(id, industry.name)).reply();
    expect((await remove(industry.id)).errcode).toBe("INDUSTRY_IN_USE");
    (await assignIndustry(id, null)).reply();
    (await remove(industry.id)).reply();
    expect((await remove(industry.id)).errcode).toBe("INDUSTRY_NOT_FOUND");
    expect(await find(industry.name)).toBeUndefined();
  });

  test("are there for every organization, however often one is deleted, renamed and given at once", async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, async (_, at) => {
        const [industry, org] = [await addIndustry(), await createOrganization()];
        const change = () => (at % 2 ? remove(industry.id) : rename(industry.id, `${industry.name} 2`));
        const answers = await Promise.all([assignIndustry(org.id, industry.name), change()]);
        return { statuses: answers.map(({ status }) => status), has: await findIndustryName(org.id) };
      }),
    );
    for (const { statuses, has } of outcomes) {
      expect(statuses[0]).toBe(200);
      expect(statuses[1]).toBeOneOf([200, 422]);
      expect(await find(has ?? "")).toMatchObject({ organization_count: 1 });
    }
  });

  test("are kept by an administrator in the console, and offered by the forms of organizations", async () => {
    const name = unique("Robotics");
    const post = (path: string, fields: Record<string, string>) => postForm(client, path, fields);
    const list = "/admin/settings/industries";
    expect((await post(list, { name })).status).toBe(303);
    expect(await readWords(client, list)).toContain(`${name} is created.`);
    const secondAnswer = await post(list, { name });
    expect([secondAnswer.status, await secondAnswer.text()]).toEqual([422, expect.stringContaining("already exists")]);
    const { id: org_id } = await createOrganization();
    const editPage = await (await client.fetch(`/admin/organizations/${org_id}/edit`)).text();
    expect(editPage).toContain(`<option value="${name}"`);
    const manager = await signedIn({ roles: ["org", "user"] });
    expect(await (await manager.client.fetch("/portal/organization")).text()).toContain(`<option value="${name}"`);
    const { id = "", updated_at = "" } = (await find(name)) ?? {};
    (await assignIndustry(org_id, name)).reply();
    expect(await readWords(client, `${list}/${id}`)).toContain("1 organization");
    expect((await post(`${list}/${id}`, { updated_at, name: `${name} 2` })).status).toBe(303);
    expect(await findIndustryName(org_id)).toBe(`${name} 2`);
    const refused = await post(`${list}/${id}/delete`, {});
    expect([refused.status, await refused.text()]).toEqual([
      422,
      expect.stringContaining("Give them another one first"),
    ]);
    (await assignIndustry(org_id, null)).reply();
    expect((await post(`${list}/${id}/delete`, {})).headers.get("location")).toBe(list);
  });
});
