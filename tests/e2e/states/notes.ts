import type { Page } from "playwright";
import { createNote, createNoteFile, updateAssignment } from "../../../worker/contract/v1/admin/notes.ts";
import { type Actor, signedInAdmin } from "../../support/actors.ts";
import { query } from "../../support/database.ts";
import { buildPng } from "../../support/pictures/png.ts";
import { createPaidOrder } from "../../support/shipping/orders.ts";
import type { State } from "./state.ts";

const text = [
  "Wants the lamp first; the rest may follow in a package of its own.",
  "https://tickets.example.com/a-very-long-address-without-a-single-blank-in-it/4711-the-order-of-the-second-plant",
].join("\n\n");

/** Creates an order with notes by two administrators, one with files, and an overdue assignment to a very long name. */
async function createDiscussedOrder({ client, user }: Actor): Promise<{ order_id: string; note_id: string }> {
  const { id } = await createPaidOrder(2);
  const subject = { subject_type: "order" as const, subject_id: id };
  const colleague = await signedInAdmin("support");
  await query("update users set first_name = 'Maximiliane-Theodora', last_name = 'Wittelsbach-Harrach' where id = $1", [
    colleague.user.id,
  ]);
  (await colleague.client.call(createNote, { body: { ...subject, text: "Called: they wait for it." } })).reply();
  const note = (await client.call(createNote, { body: { ...subject, text: `${text}\n\n@${user.email}` } })).reply();
  const names = ["front.png", `${"protocol-of-the-incoming-inspection-".repeat(3)}2026.png`];
  for (const name of names) {
    const file = new File([new Uint8Array(buildPng({ width: 64 }))], name, { type: "image/png" });
    (await client.call(createNoteFile, { params: { note_id: note.id }, body: { file } })).reply();
  }
  const assignment = { ...subject, assignee_id: colleague.user.id, due_on: "2026-01-05" };
  (await client.call(updateAssignment, { body: assignment })).reply();
  return { order_id: id, note_id: note.id };
}

let author: Actor | undefined;
const administrator = async () => (author = await signedInAdmin());
const createDiscussion = async () => createDiscussedOrder(author ?? (await administrator()));
const openOrder = async (page: Page) => page.goto(`/admin/orders/${(await createDiscussion()).order_id}#notes`);

export const noteStates: State[] = [
  { name: "notes of an order", who: administrator, reach: openOrder },
  {
    name: "notes of an order, one refused",
    who: administrator,
    reach: async (page) => {
      await openOrder(page);
      await page.getByRole("button", { name: "Add the note" }).click();
      await page.getByRole("alert").waitFor();
    },
  },
  {
    name: "notes of an organization, none",
    who: administrator,
    reach: async (page) => page.goto(`/admin/organizations/${author?.user.org_id}#notes`),
  },
  {
    name: "note being changed",
    who: administrator,
    reach: async (page) => page.goto(`/admin/notes/${(await createDiscussion()).note_id}/edit`),
  },
];
