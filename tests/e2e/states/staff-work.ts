import { createAudience } from "../../../worker/contract/v1/admin/audiences.ts";
import { draftNotification, scheduleNotification } from "../../../worker/contract/v1/admin/broadcasts.ts";
import { createNote } from "../../../worker/contract/v1/admin/notes.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { signedInAdmin } from "../../support/actors.ts";
import { query } from "../../support/database.ts";
import { createOrganization, createUser, unique } from "../../support/factories.ts";
import { type State, openPath } from "./state.ts";

const findDemoOrder = async (): Promise<string> => {
  const [orderRow] = await query<{ id: string }>("select id from orders where order_number = 'O00000914'");
  return orderRow?.id ?? "";
};

async function openNoteForm(page: Parameters<State["reach"]>[0], { client, user }: Author): Promise<void> {
  const body = {
    subject_type: "order" as const,
    subject_id: await findDemoOrder(),
    text: "They call back on **Friday**.",
  };
  const { id } = (await client.call(createNote, { body })).reply();
  await query(
    "insert into note_files (note_id, key, name, content_type, bytes) values ($1, gen_random_uuid(), $2, 'text/plain', 120000)",
    [id, "a-call-with-the-whole-purchasing-department-about-the-second-site.txt"],
  );
  await query("update notes set author_id = $2 where id = $1", [id, user.id]);
  await page.goto(hrefOf(pages.editNote, { note_id: id }));
}
type Author = Awaited<ReturnType<typeof signedInAdmin>>;

async function openAudience(page: Parameters<State["reach"]>[0]): Promise<void> {
  const [product] = await query<{ id: string }>("select id from products where sku = 'CGX-SP100'");
  const [one, two] = [await createOrganization(), await createOrganization()];
  const audience = {
    product_ids: [product?.id ?? ""],
    roles: ["buyer" as const],
    renews_within_days: 30,
    countries: ["US", "CA", "DE"],
    org_ids: [one.id, two.id],
  };
  const { client } = await signedInAdmin();
  const { id } = (
    await client.call(createAudience, { body: { name: unique("Owners who buy in three countries"), audience } })
  ).reply();
  await page.goto(hrefOf(pages.audience, { id }));
}

/** Opens a scheduled notification whose author has lost the permission to send. */
async function openBlocked(page: Parameters<State["reach"]>[0]): Promise<void> {
  const { client, user } = await signedInAdmin("catalogue");
  const { id: org_id } = await createOrganization();
  await createUser({ org_id });
  const payload = { subject: unique("Closed on Friday"), message: "We are **closed**." };
  const { id } = (await client.call(draftNotification, { body: { type: "announcement", org_id, payload } })).reply();
  const body = { send_at: "2099-12-01T09:00:00Z" };
  (await client.call(scheduleNotification, { params: { id }, body })).reply();
  await query("update users set preset = 'warehouse' where id = $1", [user.id]);
  await page.goto(hrefOf(pages.adminNotification, { id }));
}

let noteAuthor: Author;
const who = async () => (noteAuthor = await signedInAdmin());

export const staffWorkStates: State[] = [
  { name: "assignments", who: signedInAdmin, reach: openPath(pages.assignments) },
  { name: "assignments, none", who: signedInAdmin, reach: openPath(`${pages.assignments}?assigned=me`) },
  {
    name: "notes of an order, one being written to a colleague",
    who: signedInAdmin,
    reach: async (page) => {
      await page.goto(hrefOf(pages.adminOrder, { order_id: await findDemoOrder() }));
      await page.getByLabel("A note").pressSequentially("@Far");
      await page.getByRole("listbox", { name: "Colleagues" }).waitFor();
    },
  },
  { name: "note, being changed", who, reach: (page) => openNoteForm(page, noteAuthor) },
  { name: "saved audience, being changed", who: signedInAdmin, reach: openAudience },
  { name: "notification whose author may no longer send", who: signedInAdmin, reach: openBlocked },
];
