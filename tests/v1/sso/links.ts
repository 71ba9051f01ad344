import { getLicenseAgreement } from "../../../worker/contract/v1/sso/license-agreement.ts";
import { requestPasswordReset } from "../../../worker/contract/v1/sso/password-reset.ts";
import { requestEmailChange } from "../../../worker/contract/v1/sso/user.ts";
import { type Actor, visitor } from "../../support/actors.ts";
import { query } from "../../support/database.ts";
import { type TestUser, uniqueEmail } from "../../support/factories.ts";
import { openLink, waitForLink } from "../../support/inbox.ts";

export async function openResetLink(user: TestUser) {
  (await visitor().call(requestPasswordReset, { body: { email: user.email } })).reply();
  const link = await waitForLink(user.email, "Reset");
  const client = visitor();
  (await openLink(client, link)).reply();
  return { client, link };
}

export async function openChangeLink(actor: Pick<Actor, "client">, new_email = uniqueEmail()) {
  (await actor.client.call(requestEmailChange, { body: { new_email } })).reply();
  const link = await waitForLink(new_email, "Confirm your new email address");
  const client = visitor();
  (await openLink(client, link)).reply();
  return { client, link, new_email };
}

export const findEmail = async (id: string) =>
  (await query<{ email: string }>("select email from users where id = $1", [id]))[0]?.email;

/** The version of the license agreement in force. Other tests publish versions at the shared shop. */
export const fetchLicenseVersion = async () =>
  (await visitor().call(getLicenseAgreement)).headers.get("x-version") ?? "";
