import type { Page } from "playwright";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { listMine } from "../../../worker/contract/v1/admin/notes.ts";
import { signedInAdmin } from "../../support/actors.ts";
import { findViolations } from "../../support/axe.ts";
import { expect, test } from "../../support/browser.ts";
import { query } from "../../support/database.ts";
import { createOrganization, unique } from "../../support/factories.ts";

const nameOf = ({ first_name, last_name }: { first_name: string; last_name: string }) => `${first_name} ${last_name}`;
const noteField = (page: Page) => page.getByLabel("A note");
const nameList = (page: Page) => page.getByRole("listbox", { name: "Colleagues" });

async function createColleague(first_name: string) {
  const actor = await signedInAdmin();
  const last_name = unique("Quill");
  await query("update users set first_name = $2, last_name = $3 where id = $1", [actor.user.id, first_name, last_name]);
  return { ...actor, name: `${first_name} ${last_name}`, last_name };
}

test("a name is completed after an @ by keyboard, and who it is gets the mention; the rest of the keys type", async ({
  open,
}) => {
  const [author, zoe] = [await signedInAdmin(), await createColleague("Zoë-Marie")];
  const { id: org_id } = await createOrganization();
  const page = await open({ session: author.token });
  await page.goto(hrefOf(pages.organization, { org_id }));
  const note = noteField(page);
  await note.click();
  await page.keyboard.type("Mail a@b, then ");
  await expect(nameList(page)).toBeHidden();
  await page.keyboard.type(`@${zoe.last_name.toLowerCase().slice(0, -1)}`);
  const option = nameList(page).getByRole("option");
  await expect(option).toHaveText([zoe.name]);
  await expect(note).toHaveAttribute("aria-activedescendant", (await option.getAttribute("id")) ?? "");
  await expect(page.getByRole("status").filter({ hasText: "1 name" })).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(nameList(page)).toBeHidden();
  await expect(note).not.toHaveAttribute("aria-activedescendant", /./);
  await page.keyboard.type("\nline");
  await note.fill("");
  await page.keyboard.type(`@${zoe.last_name.slice(0, -1)}`);
  await page.keyboard.press("Enter");
  await expect(note).toHaveValue(`@${zoe.name} `);
  await page.keyboard.type("please call\n@Zo");
  await nameList(page).getByRole("option", { name: zoe.name }).click();
  await expect(note).toHaveValue(`@${zoe.name} please call\n@${zoe.name} `);
  await expect(note).toBeFocused();
  await page.getByRole("button", { name: "Add the note" }).click();
  await expect(page.getByText(`Notified ${zoe.name}`)).toBeVisible();
  const { mentions } = (await zoe.client.call(listMine)).reply();
  expect(mentions.map(({ subject_id }) => subject_id)).toEqual([org_id]);
});

test("arrows go through the names, Tab takes one, and the open list has no fault that axe finds", async ({ open }) => {
  const [author, first, second] = [
    await signedInAdmin(),
    await createColleague("Yannis"),
    await createColleague("Yannis"),
  ];
  const page = await open({ session: author.token });
  await page.goto(hrefOf(pages.organization, { org_id: (await createOrganization()).id }));
  await noteField(page).click();
  await page.keyboard.type("@yannis q");
  const selected = nameList(page).getByRole("option", { selected: true });
  const all = await nameList(page).getByRole("option").allTextContents();
  expect(all).toEqual(expect.arrayContaining([first.name, second.name]));
  await expect(selected).toHaveText(all[0] ?? "");
  await page.keyboard.press("ArrowDown");
  await expect(selected).toHaveText(all[1] ?? "");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await expect(selected).toHaveText(all.at(-1) ?? "");
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press("Tab");
  await expect(noteField(page)).toHaveValue(`@${all.at(-1)} `);
  await expect(noteField(page)).toBeFocused();
});

test("a note is written, changed, gets a file and is deleted after a question, also without script", async ({
  open,
}) => {
  const author = await signedInAdmin();
  const { id: org_id } = await createOrganization();
  for (const javaScriptEnabled of [true, false]) {
    const page = await open({ session: author.token, javaScriptEnabled });
    await page.goto(hrefOf(pages.organization, { org_id }));
    const text = unique("They move in spring");
    await noteField(page).fill(text);
    await page.getByRole("button", { name: "Add the note" }).click();
    const savedNote = page.getByRole("listitem").filter({ hasText: text });
    await expect(savedNote).toContainText(nameOf(author.user));
    await savedNote.getByRole("link", { name: "Change", exact: true }).click();
    await noteField(page).fill(`${text}, or summer`);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(savedNote).toContainText(", or summer");
    await expect(savedNote).toContainText("changed");
    await savedNote.getByRole("link", { name: "Attach a file" }).click();
    await page
      .getByLabel("A file")
      .setInputFiles({ name: "call.txt", mimeType: "text/plain", buffer: Buffer.from("They agree.") });
    await page.getByRole("button", { name: "Attach the file" }).click();
    await expect(page.getByText("The file is attached.")).toBeVisible();
    await page.getByRole("link", { name: "Notes" }).click();
    await expect(savedNote.getByRole("link", { name: "call.txt" })).toBeVisible();
    const question = page.getByRole("dialog", { name: "Delete this note?" });
    await savedNote.getByRole("button", { name: "Delete", exact: true }).click();
    await question.getByRole("button", { name: "Delete the note" }).click();
    await expect(page.getByText("The note is deleted.")).toBeVisible();
    await expect(savedNote).toHaveCount(0);
  }
});

test("what is assigned is found on the overview and in the list of all, and Done takes it away", async ({ open }) => {
  const author = await signedInAdmin();
  const { id: org_id, name } = await createOrganization();
  const page = await open({ session: author.token });
  await page.goto(pages.admin);
  await expect(page.getByText("Nothing is assigned to you")).toBeVisible();
  await page.goto(hrefOf(pages.organization, { org_id }));
  await page.getByRole("button", { name: "Assign", exact: true }).click();
  await page.getByLabel("Assigned to").selectOption({ label: nameOf(author.user) });
  await page.getByLabel("Due").fill("2020-02-29");
  await page.getByRole("button", { name: "Save", exact: true }).last().click();
  await expect(page.getByText("It is assigned.")).toBeVisible();
  await page.goto(pages.admin);
  const mineRegion = page.getByRole("region", { name: "Mine" });
  await expect(mineRegion).toContainText("29 Feb 2020, overdue");
  await mineRegion.getByRole("link", { name: "All assignments" }).click();
  await page.getByRole("link", { name: /^Mine/ }).click();
  const row = page.getByRole("row").filter({ hasText: name });
  await expect(row).toContainText("29 Feb 2020, overdue");
  await row.getByRole("link").first().click();
  await page.getByRole("button", { name: "Done", exact: true }).click();
  await page.goto(`${pages.assignments}?assigned=me`);
  await expect(page.getByRole("row").filter({ hasText: name })).toHaveCount(0);
});
