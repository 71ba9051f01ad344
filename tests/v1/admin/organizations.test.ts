import { describe, expect, test } from "vitest";
import { listOrganizations } from "../../../worker/contract/v1/admin/organizations.ts";
import { signedInAdmin } from "../../support/actors.ts";
import { query } from "../../support/database.ts";
import { compareNames, createOrganization, createUser, unique } from "../../support/factories.ts";

async function createMarket() {
  const mark = unique("mark");
  const createFilled = async (fields: Record<string, unknown>) => {
    const { id } = await createOrganization();
    const values = { notes: mark, price_level_name: null, industry: null, billing_email: null, ...fields };
    await query(
      "update organizations set notes = $2, price_level_name = $3, industry = $4, billing_email = $5 where id = $1",
      [id, values.notes, values.price_level_name, values.industry, values.billing_email],
    );
    return id;
  };
  const partner = await createFilled({ price_level_name: "Partner", industry: "Optics" });
  const school = await createFilled({
    price_level_name: "Education",
    industry: "Optics",
    billing_email: `${mark}@school.test`,
  });
  const plain = await createFilled({ notes: `Calls on Mondays, ${mark}` });
  const { client } = await signedInAdmin();
  const list = async (filter: Record<string, string> = {}) =>
    (await client.call(listOrganizations, { query: { notes: mark, ...filter } })).reply();
  const find = async (filter: Record<string, string>) => (await list(filter)).data.map(({ id }) => id);
  return { mark, partner, school, plain, client, list, find };
}

describe("organizations for administrators", () => {
  test("are listed newest first with what is known of them and the number of their users", async () => {
    const { partner, school, plain, list } = await createMarket();
    const address = {
      line1: "1 Main Street",
      line2: null,
      city: "Austin",
      state: "TX",
      postal_code: "78701",
      country: "US",
    };
    await query(
      "update organizations set address = $2, address_books = $3, contact = $4, contacts = $5, net_suite_id = $6 where id = $1",
      [
        plain,
        JSON.stringify(address),
        JSON.stringify([{ address, phone: "555" }]),
        JSON.stringify({ email: "a@example.test", phone: null }),
        JSON.stringify([{ name: "Ada", phone: null, email: null, role: "Buyer" }]),
        `NS-${plain}`,
      ],
    );
    await createUser({ org_id: plain });
    await createUser({ org_id: plain, state: "inactive" });
    const { data, meta } = await list();
    expect(data.map(({ id, user_count }) => [id, user_count])).toEqual([
      [plain, 2],
      [school, 0],
      [partner, 0],
    ]);
    expect(meta).toEqual({ limit: 20, offset: 0, count: 3 });
    expect(data[0]).toMatchObject({
      address,
      addressBooks: [{ address, phone: "555" }],
      contact: { email: "a@example.test", phone: null },
      contacts: [{ name: "Ada", phone: null, email: null, role: "Buyer" }],
      net_suite_id: `NS-${plain}`,
      synchronized_at: null,
    });
  });

  test("are searched by name, notes and billing email without case", async () => {
    const { mark, partner, school, plain, find, list } = await createMarket();
    const name = (await list()).data.find(({ id }) => id === partner)?.name ?? "";
    expect(await find({ search: name.toUpperCase() })).toEqual([partner]);
    expect(await find({ search: "on mondays" })).toEqual([plain]);
    expect(await find({ search: `${mark}@SCHOOL` })).toEqual([school]);
    expect(await find({ search: "_" })).toEqual([]);
  });

  test("are filtered by price level, industry and a part of the name or the notes, and sorted", async () => {
    const { partner, school, plain, find, list } = await createMarket();
    expect(await find({ price_level_name: "Partner" })).toEqual([partner]);
    expect(await find({ industry: "Optics", sort: "created_at" })).toEqual([partner, school]);
    expect(await find({ industry: "Optics", price_level_name: "Education" })).toEqual([school]);
    const sortedByName = (await list({ sort: "name" })).data;
    expect(sortedByName.map(({ name }) => name)).toEqual(sortedByName.map(({ name }) => name).toSorted(compareNames));
    expect(await find({ name: (sortedByName[1]?.name ?? "").toUpperCase() })).toEqual([sortedByName[1]?.id]);
    expect(await find({ sort: "created_at", limit: "1", offset: "2" })).toEqual([plain]);
  });

  test.each([
    ["sort", "notes"],
    ["limit", "101"],
    ["industry", "x".repeat(65)],
  ])("refuse %s=%s", async (name, value) => {
    const { client } = await signedInAdmin();
    expect((await client.call(listOrganizations, { query: { [name]: value } })).issues[0]?.path).toEqual([name]);
  });
});
