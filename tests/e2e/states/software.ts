import { createAudience } from "../../../worker/contract/v1/admin/audiences.ts";
import { draftNotification, scheduleNotification } from "../../../worker/contract/v1/admin/broadcasts.ts";
import { stageVersion, withdrawVersion } from "../../../worker/contract/v1/admin/releases.ts";
import { signedIn, signedInAdmin } from "../../support/actors.ts";
import { query } from "../../support/database.ts";
import { createOrganization, createUser, unique } from "../../support/factories.ts";
import {
  createProductOrder,
  createSoftware,
  createSoftwareProduct,
  createVersion,
} from "../../support/software/rows.ts";
import { makeBetaTester } from "../../support/software/takers.ts";
import { type State, openPath } from "./state.ts";

const findVersion = async (name: string): Promise<{ id: string }> => {
  const [row] = await query<{ id: string }>(
    `select v.id from software_versions v join software s on s.id = v.software_id
     where s.name = $1 order by v.is_published, v.created_at desc limit 1`,
    [name],
  );
  if (!row) throw new Error(`the demonstration shop has no ${name}`);
  return row;
};

/** Creates an unpublished version that no other state publishes. */
const createUnpublished = async () => createVersion(await createSoftware(), { version: "3.0.0", published: null });

async function createBoughtPlugin() {
  const product = await createSoftwareProduct();
  const plugin = await createSoftware({ product_id: product.id });
  const before = await createVersion(plugin, { version: "1.0.0" });
  const version = await createVersion(plugin, { version: "2.0.0", published: null });
  const users = [(await signedIn()).user, (await signedIn()).user, (await signedIn()).user] as const;
  for (const user of users) await createProductOrder(user, product.id, "paid");
  await makeBetaTester(users[0]);
  await query("update organizations set name = $2 where id = $1", [
    users[1].org_id,
    unique("Maximiliane-Theodora Wittelsbach-Harrach Photonics"),
  ]);
  return { version, before, org_ids: users.slice(1).map(({ org_id }) => org_id) };
}

const openRollout = (stage: "beta" | "organizations" | "percentage") => async (page: Parameters<State["reach"]>[0]) => {
  const { version, org_ids } = await createBoughtPlugin();
  const { client } = await signedInAdmin();
  const fields = { beta: {}, organizations: { org_ids }, percentage: { percent: 40 } }[stage];
  (await client.call(stageVersion, { params: { id: version.id }, body: { stage, ...fields } })).reply();
  return page.goto(`/admin/software/versions/${version.id}`);
};

async function openWithdrawnVersion(page: Parameters<State["reach"]>[0]): Promise<void> {
  const { version, before } = await createBoughtPlugin();
  const { client } = await signedInAdmin();
  const params = { id: version.id };
  (await client.call(stageVersion, { params, body: { stage: "percentage", percent: 40 } })).reply();
  const body = {
    reason: "It rounds concentrations below 0.1 % to zero. Measure again what was measured with it.",
    replacement_id: before.id,
  };
  (await client.call(withdrawVersion, { params, body })).reply();
  await page.goto(`/admin/software/versions/${version.id}`);
}

async function openDraft(page: Parameters<State["reach"]>[0]): Promise<void> {
  const { id: org_id } = await createOrganization();
  for (let count = 0; count < 3; count += 1) await createUser({ org_id });
  const { client } = await signedInAdmin();
  const body = {
    type: "announcement" as const,
    org_id,
    channels: ["email" as const, "app" as const, "phone" as const],
    payload: { subject: unique("Closed on Friday, the fourth of December"), message: "We are **closed**.\n\n- Orders" },
  };
  const { id } = (await client.call(draftNotification, { body })).reply();
  await page.goto(`/admin/notifications/${id}`);
}

async function openScheduled(page: Parameters<State["reach"]>[0]): Promise<void> {
  const [product] = await query<{ product_id: string }>(
    "select product_id from devices where not is_deleted order by id limit 1",
  );
  const { client } = await signedInAdmin();
  const audience = { product_ids: [product?.product_id ?? ""], roles: ["buyer" as const, "org" as const] };
  (await client.call(createAudience, { body: { name: unique("Owners who buy"), audience } })).reply();
  const payload = { reason: "safety", subject: unique("Stop using the clamp"), message: "It can **break**." };
  const { id } = (await client.call(draftNotification, { body: { type: "mustRead", payload, audience } })).reply();
  const body = { send_at: "2099-12-01T09:00:00Z" };
  (await client.call(scheduleNotification, { params: { id }, body })).reply();
  await page.goto(`/admin/notifications/${id}`);
}

export const softwareStates: State[] = [
  { name: "software, many", who: signedInAdmin, reach: openPath("/admin/software") },
  { name: "software, being added", who: signedInAdmin, reach: openPath("/admin/new-software") },
  { name: "firmware, being edited", who: signedInAdmin, reach: openPath("/admin/software/spectra-firmware/edit") },
  { name: "a plugin", who: signedInAdmin, reach: openPath("/admin/software/spectral-analysis?kind=plugin") },
  {
    name: "a version that waits",
    who: signedInAdmin,
    reach: async (page) => page.goto(`/admin/software/versions/${(await createUnpublished()).id}`),
  },
  {
    name: "a stage of a version, before it begins",
    who: signedInAdmin,
    reach: async (page) => {
      const { id } = await createUnpublished();
      await page.goto(`/admin/software/versions/${id}/stage?stage=percentage&percent=20`);
    },
  },
  { name: "a version that rolls out to beta testers", who: signedInAdmin, reach: openRollout("beta") },
  { name: "a version that rolls out to organizations", who: signedInAdmin, reach: openRollout("organizations") },
  { name: "a version that rolls out to a percentage", who: signedInAdmin, reach: openRollout("percentage") },
  { name: "a version that was withdrawn", who: signedInAdmin, reach: openWithdrawnVersion },
  {
    name: "a version, being withdrawn",
    who: signedInAdmin,
    reach: async (page) => {
      await page.goto(`/admin/software/versions/${(await findVersion("spectral-analysis")).id}`);
      await page.getByRole("button", { name: "Withdraw", exact: true }).click();
    },
  },
  { name: "notifications of administrators", who: signedInAdmin, reach: openPath("/admin/notifications") },
  { name: "announcement, written", who: signedInAdmin, reach: openPath("/admin/notifications/new/announcement") },
  {
    name: "announcement, to the owners of a product",
    who: signedInAdmin,
    async reach(page) {
      const [product] = await query<{ product_id: string }>(
        "select product_id from devices where not is_deleted order by id limit 1",
      );
      await page.goto(`/admin/notifications/new?product_ids=${product?.product_id}&roles=buyer`);
    },
  },
  { name: "notification, before it is sent", who: signedInAdmin, reach: openDraft },
  { name: "must-read, scheduled", who: signedInAdmin, reach: openScheduled },
  {
    name: "saved audiences",
    who: signedInAdmin,
    async reach(page) {
      await openScheduled(page);
      await page.goto("/admin/notifications/audiences");
    },
  },
  {
    name: "a saved audience",
    who: signedInAdmin,
    async reach(page) {
      await openScheduled(page);
      await page.goto("/admin/notifications/audiences");
      await page.locator("main tbody tr a").first().click();
    },
  },
];
