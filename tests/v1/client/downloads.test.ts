import { afterEach, describe, expect, test } from "vitest";
import { getDownload, listDownloads } from "../../../worker/contract/v1/client/downloads.ts";
import { impersonating, signedIn } from "../../support/actors.ts";
import { query } from "../../support/database.ts";
import { createUser } from "../../support/factories.ts";
import { sandbox } from "../../support/sandbox.ts";
import {
  addDependency,
  createSoftware,
  createSoftwareProduct,
  createVersion,
  type TestVersion,
} from "../../support/software/rows.ts";
import { createLinkedFile, fetchLink, findDownloads, get, readBytes } from "./linked-file.ts";

afterEach(() => sandbox.clearFaults());

describe("a version's download view", () => {
  test("tells all of section 3 with hash, size, what it needs and a link of less than 1,024 characters", async () => {
    const { client, user } = await signedIn();
    const [kernel, units, plugin] = [
      await createSoftware({ kind: "dependency" }),
      await createSoftware({ kind: "dependency" }),
      await createSoftware(),
    ];
    const meter = await createVersion(units);
    const engine = await createVersion(kernel, { needs: [meter] });
    const version = await createVersion(plugin, {
      version: "2.1.0",
      compatible: ">=5.0.0 <6",
      needs: [engine],
      notes: "Faster",
      file_name: `${"ß".repeat(100)}.fpx`,
    });
    const publisher = await createUser();
    await query("update software_versions set published_by = $1 where id = $2", [publisher.id, version.id]);
    const view = (await client.call(getDownload, { params: { object_id: version.id } })).reply();
    expect(view).toMatchObject({
      id: version.id,
      reference_id: plugin.id,
      reference_type: "plugin",
      version: "2.1.0",
      public_description: "Faster",
      is_published: true,
      published_by: null,
      data: { plugin: { compatible_app_version: ">=5.0.0 <6" } },
      file_name: version.file_name,
      size: 2000,
      sha256: version.sha256,
      file_path: `plugins/${plugin.name}/2.1.0/${version.file_name}`,
      reference: { id: plugin.id, name: plugin.name, author: "CGX", author_url: "https://cgx.example.com" },
    });
    expect(view.dependency_version_ids.toSorted()).toEqual([meter.id, engine.id].toSorted());
    expect(view).not.toHaveProperty("developer_description");
    expect(view.url.length).toBeLessThan(1024);
    expect(Date.parse(view.expires_at) - Date.now()).toBeLessThanOrEqual(300_000);
    expect(await readBytes(await get(view.url))).toEqual(version.content);
    expect(await findDownloads(version.id)).toMatchObject([{ user_id: user.id, org_id: user.org_id }]);
  });

  test("of a circle of needs names each once and not itself", async () => {
    const { client } = await signedIn();
    const [one, other] = [
      await createVersion(await createSoftware()),
      await createVersion(await createSoftware({ kind: "dependency" })),
    ];
    await addDependency(one, other);
    await addDependency(other, one);
    const { dependency_version_ids: needed } = (
      await client.call(getDownload, { params: { object_id: one.id } })
    ).reply();
    expect(needed).toEqual([other.id]);
  });

  test("of what is not published is a beta tester's alone (O-104), and still not of what must be bought", async () => {
    const product = await createSoftwareProduct();
    const draftVersion = await createVersion(await createSoftware(), { published: null });
    const paidVersion = await createVersion(await createSoftware({ product_id: product.id }), { published: null });
    const tester = (await signedIn({ roles: ["user", "beta-tester"] })).client;
    const ask = async ({ call }: typeof tester, { id }: TestVersion) =>
      call(getDownload, { params: { object_id: id } });
    expect((await ask(tester, draftVersion)).status).toBe(200);
    expect((await ask(tester, paidVersion)).errcode).toBe("USR_NOT_AUTHORIZED");
    const { client } = await signedIn();
    expect((await ask(client, draftVersion)).errcode).toBe("FILE_NOT_FOUND");
    expect((await ask(client, paidVersion)).errcode).toBe("FILE_NOT_FOUND");
  });
});

describe("what was downloaded", () => {
  test("is listed for the whole organization, newest first, and for nobody else", async () => {
    const { client, user, software, version, url } = await createLinkedFile();
    await get(url, { range: "bytes=0-9" });
    await readBytes(await get(url, { range: "bytes=10-" }));
    const colleague = await signedIn({ org_id: user.org_id });
    await readBytes(await get(await fetchLink(colleague.client, version)));
    const list = async (filters: Record<string, string> = {}) =>
      (await client.call(listDownloads, { query: filters })).reply();
    await expect.poll(async () => (await list()).data.map(({ bytes }) => bytes)).toEqual([2000, 2000]);
    const { data, meta } = await list();
    expect(meta.count).toBe(2);
    expect(data.map((row) => row.user?.email)).toEqual([colleague.user.email, user.email]);
    expect(data[1]).toMatchObject({
      size: 2000,
      version: { id: version.id, version: "1.0.0" },
      software: { id: software.id, kind: "plugin", title: software.title },
    });
    expect((await list({ search: software.title.toUpperCase() })).meta.count).toBe(2);
    expect((await list({ search: "nowhere" })).meta.count).toBe(0);
    const stranger = await signedIn();
    expect((await stranger.client.call(listDownloads)).reply().data).toEqual([]);
  });

  test("is not what only HEAD asked for; an administrator who acts as a customer leaves both ids (T13)", async () => {
    const { client, customer, user } = await impersonating();
    const version = await createVersion(await createSoftware());
    const url = await fetchLink(client, version);
    await get(url, {}, "HEAD");
    expect(await findDownloads(version.id)).toEqual([]);
    await readBytes(await get(url));
    expect(await findDownloads(version.id)).toMatchObject([{ user_id: customer.id, org_id: customer.org_id }]);
    const entries = await query(
      "select actor_id, impersonator_id, org_id from audit_log where action = 'downloadFile' and subject_id = $1",
      [version.id],
    );
    expect(entries).toEqual([{ actor_id: customer.id, impersonator_id: user.id, org_id: customer.org_id }]);
  });
});
