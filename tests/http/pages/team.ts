import { signedIn } from "../../support/actors.ts";
import type { Client } from "../../support/client.ts";
import { query } from "../../support/database.ts";
import { createOrganization } from "../../support/factories.ts";

export async function fetchPage(client: Client, path: string) {
  const answer = await client.fetch(path, { headers: { "sec-fetch-dest": "document" } });
  return { status: answer.status, html: await answer.text() };
}

export async function createTeam() {
  const { id: org_id, name } = await createOrganization();
  const signInNamed = async (firstName: string, roles: Parameters<typeof signedIn>[0]) => {
    const person = await signedIn({ org_id, ...roles });
    await query("update users set first_name = $2, last_name = 'Of Team' where id = $1", [person.user.id, firstName]);
    return person;
  };
  return {
    name,
    manager: await signInNamed("Olivia", { roles: ["org", "user"] }),
    buyer: await signInNamed("Bruno", { roles: ["buyer", "user"] }),
    user: await signInNamed("Uma", { roles: ["user"] }),
  };
}
