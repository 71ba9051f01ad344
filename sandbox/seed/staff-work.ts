import type { Client } from "pg";
import type { NoteSubject } from "../../db/enums.ts";
import { demoOrganizations } from "./organizations.ts";
import { daysAgo, insertMissing, seedId } from "./rows.ts";

const { acme, northwind } = demoOrganizations;
const ada = "admin@cgx.test";
const samuel = "support@cgx.test";
const wanda = "warehouse@cgx.test";
const farah = "finance@cgx.test";
const chloe = "catalogue@cgx.test";

type Subject = { id: string; org_id: string | null };
/** Number, name or email address of a record. */
type SubjectName = readonly [type: NoteSubject, name: string];

const notes: readonly (readonly [
  daysAgo: number,
  about: SubjectName,
  author: string,
  text: string,
  mentioned?: string,
])[] = [
  [6, ["organization", acme.name], samuel, "They move to a second site in spring. Olivia decides, Ben orders."],
  [
    5,
    ["invoice", "O00000914"],
    farah,
    "The card was declined twice. Their bank asks them to call; they will this week.",
  ],
  [3, ["order", "O00000914"], wanda, "Packed, but held until it is paid."],
  [
    2,
    ["account_request", "mei.tanaka@initech.test"],
    samuel,
    "The serial number belongs to a device that we sold to a dealer.",
  ],
  [1, ["order", "O00000914"], samuel, "@Ada Nilsson, may I offer them 30 days to pay?", ada],
];

const assignments: readonly (readonly [
  about: SubjectName,
  assignedTo: string | null,
  dueInDays: number | null,
  assignedBy: string,
])[] = [
  [["order", "O00000914"], ada, 2, samuel],
  [["invoice", "O00000914"], farah, -1, ada],
  [["account_request", "mei.tanaka@initech.test"], samuel, -2, ada],
  [["organization", northwind.name], null, 14, ada],
];

const subjectQueries: Record<NoteSubject, string> = {
  order: "select id, org_id from orders where order_number = $1",
  organization: "select id, id as org_id from organizations where name = $1",
  account_request: "select id, null as org_id from account_requests where email = $1",
  invoice: "select i.id, i.org_id from invoices i join orders o on o.id = i.reference_id where o.order_number = $1",
};

/** Notes, assignments and saved audiences of the administrators. */
export async function seedStaffWork(client: Client): Promise<void> {
  const found = await client.query("select 1 from notes where id = $1", [seedId(940_001)]);
  if (found.rows.length > 0) return;
  const people = await client.query<{ id: string; email: string }>(
    "select id, email from users where email like '%@cgx.test'",
  );
  const findUserId = (email: string | null | undefined) => people.rows.find((each) => each.email === email)?.id ?? null;
  const findSubject = async ([type, name]: SubjectName): Promise<Subject | undefined> =>
    (await client.query<Subject>(subjectQueries[type], [name])).rows[0];

  for (const [index, [days, about, author, text, mentioned]] of notes.entries()) {
    const subject = await findSubject(about);
    if (!subject) continue;
    const id = seedId(940_001 + index);
    const { id: subject_id, org_id } = subject;
    const created_at = daysAgo(days);
    const row = { id, subject_type: about[0], subject_id, org_id, author_id: findUserId(author), text, created_at };
    await insertMissing(client, "notes", [row]);
    if (mentioned)
      await insertMissing(client, "note_mentions", [{ note_id: id, user_id: findUserId(mentioned), created_at }]);
  }
  for (const [index, [about, assignee, days, author]] of assignments.entries()) {
    const subject = await findSubject(about);
    if (!subject) continue;
    const row = {
      id: seedId(940_101 + index),
      subject_type: about[0],
      subject_id: subject.id,
      org_id: subject.org_id,
      assignee_id: findUserId(assignee),
      due_on: days === null ? null : daysAgo(-days).slice(0, 10),
      assigned_by: findUserId(author),
      created_at: daysAgo(4),
      updated_at: daysAgo(4),
    };
    await insertMissing(client, "assignments", [row]);
  }
  await seedAudiences(client, findUserId(chloe));
}

async function seedAudiences(client: Client, created_by: string | null): Promise<void> {
  const { rows } = await client.query<{ id: string }>("select id from products where sku = 'CGX-SP100'");
  const audiences: readonly (readonly [string, object])[] = [
    ["Owners of the Spectra 100", { product_ids: rows.map(({ id }) => id), roles: ["org", "buyer"] }],
    ["Partners in North America", { price_levels: ["Partner"], countries: ["US", "CA"] }],
    ["Plans that renew this month", { renews_within_days: 30 }],
  ];
  const audienceRows = audiences.map(([name, audience], index) => ({
    id: seedId(940_201 + index),
    name,
    audience,
    created_by,
    created_at: daysAgo(20 - index),
    updated_at: daysAgo(20 - index),
  }));
  await insertMissing(client, "audiences", audienceRows);
}
