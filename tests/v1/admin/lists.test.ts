import { describe, expect, test } from "vitest";
import { listAccountRequests } from "../../../worker/contract/v1/admin/account-requests.ts";
import { listUsers } from "../../../worker/contract/v1/admin/users.ts";
import { signedInAdmin } from "../../support/actors.ts";
import { query } from "../../support/database.ts";
import { createAccountRequest, createOrganization, createUser, unique } from "../../support/factories.ts";

const lists = [
  { name: "account requests", spec: listAccountRequests },
  { name: "users", spec: listUsers },
] as const;

describe.each(lists)("the list of $name", ({ spec }) => {
  test("starts with 20 rows from the first when nothing is asked, newest first", async () => {
    const { client } = await signedInAdmin();
    await Promise.all(Array.from({ length: 21 }, () => (spec === listUsers ? createUser() : createAccountRequest())));
    const { data, meta } = (await client.call(spec)).reply();
    expect([data.length, meta.limit, meta.offset]).toEqual([20, 20, 0]);
    expect(meta.count).toBeGreaterThan(20);
    const instants = data.map((row) => row.created_at);
    expect(instants).toEqual(instants.toSorted().toReversed());
  });

  test.each(["1", "100"])("takes the limit %s", async (limit) => {
    const { data, meta } = (await (await signedInAdmin()).client.call(spec, { query: { limit } })).reply();
    expect(meta.limit).toBe(Number(limit));
    expect(data.length).toBeLessThanOrEqual(Number(limit));
  });

  test.each([
    ["limit", "0"],
    ["limit", "101"],
    ["limit", "-1"],
    ["limit", "1.5"],
    ["limit", "ten"],
    ["offset", "-1"],
    ["offset", "x"],
    ["offset", "99999999999999999999"],
    ["sort", "password_hash"],
    ["sort", "created_at; drop table users"],
    ["sort", "--created_at"],
    ["search", "x".repeat(129)],
    ["search", "a\u0000b"],
  ])("refuses %s=%j with 400 and does not bend it", async (name, value) => {
    const answer = await (await signedInAdmin()).client.call(spec, { query: { [name]: value } });
    expect([answer.status, answer.issues[0]?.path]).toEqual([400, [name]]);
  });

  test("past its end is empty and still counts", async () => {
    const { data, meta } = (await (await signedInAdmin()).client.call(spec, { query: { offset: "1000000" } })).reply();
    expect([data, meta.offset]).toEqual([[], 1_000_000]);
    expect(meta.count).toBeGreaterThan(0);
  });
});

describe("searching account requests", () => {
  test("finds a part of the email address, a name, the organization or the serial number, whatever the case", async () => {
    const { client } = await signedInAdmin();
    const mark = unique("Zq").replaceAll("-", "");
    const serial = `S-${mark}`;
    const request = await createAccountRequest({
      email: `${mark}e@example.test`,
      first_name: `${mark}f`,
      last_name: `${mark}l`,
      org_name: `${mark}o`,
      serial,
    });
    for (const search of [`${mark}E@EX`, `${mark}F`, `${mark}L`, `${mark}O`, serial.toLowerCase()]) {
      const { data, meta } = (await client.call(listAccountRequests, { query: { search } })).reply();
      expect([data.map((row) => row.id), meta.count]).toEqual([[request.id], 1]);
    }
    expect((await client.call(listAccountRequests, { query: { search: `${mark}x` } })).reply()).toMatchObject({
      data: [],
      meta: { count: 0 },
    });
  });

  test.each(["%", "_", "\\", "'", "%' or 1=1 --"])("takes %j literally", async (special) => {
    const { client } = await signedInAdmin();
    const mark = unique("Lit");
    const request = await createAccountRequest({ org_name: `${mark}${special}end` });
    await createAccountRequest({ org_name: `${mark}Xend` });
    const { data } = (await client.call(listAccountRequests, { query: { search: `${mark}${special}e` } })).reply();
    expect(data.map((row) => row.id)).toEqual([request.id]);
  });

  // No other test uses these letters. The emoji is one character but two UTF-16 code units.
  test.each(["Ж", "жЮ", "Яж", "ж", "%Ж", "_ж", "🦔", "🦔ж"])(
    "finds %j inside a text, whatever its case",
    async (search) => {
      const { client } = await signedInAdmin();
      const request = await createAccountRequest({ org_name: `Яжю%ж_Ж🦔Ж` });
      await createAccountRequest({ org_name: "Яю_%" });
      const found = (await client.call(listAccountRequests, { query: { search } })).reply();
      expect(found.data.map((row) => row.id)).toContain(request.id);
      expect(new Set(found.data.map((row) => row.org_name))).toEqual(new Set([request.org_name]));
      expect(found.meta.count).toBe(found.data.length);
    },
  );
});

describe("paging and sorting account requests", () => {
  async function createFive() {
    const org_name = unique("Sorted");
    const names = ["delta", "alpha", "echo", "bravo", "charlie"];
    for (const first_name of names) await createAccountRequest({ org_name, first_name });
    return { org_name, sorted: names.toSorted() };
  }

  test("sorts by a field both ways, and pages meet without gap or overlap", async () => {
    const { client } = await signedInAdmin();
    const { org_name, sorted } = await createFive();
    const listNames = async (extra: Record<string, string>) =>
      (await client.call(listAccountRequests, { query: { search: org_name, ...extra } }))
        .reply()
        .data.map((row) => row.first_name);
    expect(await listNames({ sort: "first_name" })).toEqual(sorted);
    expect(await listNames({ sort: "-first_name" })).toEqual(sorted.toReversed());
    const pages = await Promise.all(
      ["0", "2", "4"].map((offset) => listNames({ sort: "first_name", limit: "2", offset })),
    );
    expect(pages.flat()).toEqual(sorted);
  });

  test("breaks ties by id, so that pages are stable", async () => {
    const { client } = await signedInAdmin();
    const { org_name } = await createFive();
    await query("update account_requests set created_at = '2026-01-01' where org_name = $1", [org_name]);
    const ids: string[] = [];
    for (const offset of ["0", "1", "2", "3", "4"]) {
      const { data } = (
        await client.call(listAccountRequests, { query: { search: org_name, limit: "1", offset } })
      ).reply();
      ids.push(data[0]?.id ?? "");
    }
    expect(new Set(ids).size).toBe(5);
    expect(ids).toEqual(ids.toSorted().toReversed());
  });

  test("filters by status, and refuses an unknown one", async () => {
    const { client } = await signedInAdmin();
    const { org_name } = await createFive();
    await query("update account_requests set status = 'rejected' where org_name = $1 and first_name = 'alpha'", [
      org_name,
    ]);
    const countByStatus = async (status: string) =>
      (await client.call(listAccountRequests, { query: { search: org_name, status } })).reply().meta.count;
    expect([await countByStatus("pending"), await countByStatus("rejected"), await countByStatus("approved")]).toEqual([
      4, 1, 0,
    ]);
    expect((await client.call(listAccountRequests, { query: { status: "lost" } })).issues[0]?.path).toEqual(["status"]);
  });
});

describe("filtering users", () => {
  test("by organization, role, activity and text", async () => {
    const { client } = await signedInAdmin();
    const organization = await createOrganization();
    const orgManager = await createUser({ org_id: organization.id, roles: ["org", "user"] });
    const inactiveUser = await createUser({ org_id: organization.id, state: "inactive" });
    const listIds = async (extra: Record<string, string>) =>
      (await client.call(listUsers, { query: { org_id: organization.id, sort: "email", ...extra } }))
        .reply()
        .data.map((row) => row.id)
        .toSorted();
    expect(await listIds({})).toEqual([orgManager.id, inactiveUser.id].toSorted());
    expect(await listIds({ role: "org" })).toEqual([orgManager.id]);
    expect(await listIds({ is_active: "false" })).toEqual([inactiveUser.id]);
    expect(await listIds({ is_active: "true", search: orgManager.last_name.toUpperCase() })).toEqual([orgManager.id]);
    expect(await listIds({ search: "%" })).toEqual([]);
    expect(await listIds({ search: organization.name.slice(2).toUpperCase() })).toEqual(
      [orgManager.id, inactiveUser.id].toSorted(),
    );
  });

  test("answers each with the organization's name and the pending email change", async () => {
    const { client } = await signedInAdmin();
    const organization = await createOrganization();
    const user = await createUser({ org_id: organization.id });
    const { data } = (await client.call(listUsers, { query: { org_id: organization.id } })).reply();
    expect(data).toMatchObject([{ id: user.id, email_change: null, organization: { name: organization.name } }]);
  });

  test.each([
    ["org_id", "acme"],
    ["role", "root"],
    ["is_active", "maybe"],
  ])("refuses %s=%s", async (name, value) => {
    expect(
      (await (await signedInAdmin()).client.call(listUsers, { query: { [name]: value } })).issues[0]?.path,
    ).toEqual([name]);
  });
});
