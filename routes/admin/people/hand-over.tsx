import * as z from "zod/mini";
import { type VerificationScope, verificationScopes } from "../../../db/enums.ts";
import { uuid } from "../../../worker/contract/fields.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { afterLookup } from "../../../worker/domain/context.ts";
import { getUser } from "../../../worker/domain/people/index.ts";
import { createVerificationUrl, requireFreshSignIn } from "../../../worker/domain/identity/index.ts";
import { page } from "../../../worker/http/page.ts";
import { TimeText } from "../../../worker/ui/date.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { CopyButton } from "../../../worker/ui/parts/script-buttons.tsx";
import { consoleLayout } from "../../layouts.tsx";

const formBytesMax = 1024;
const purposes: Record<VerificationScope, string> = {
  "verify:user-setup": "sets up their account",
  "verify:email-password-reset": "sets a new password",
  "verify:email-change": "confirms their new email address",
};
const parseScope = (text: string | null) => verificationScopes.find((scope) => scope === text);

/** The link is shown once and never stored. */
export const handOverPage = page({
  path: pages.handOverLink,
  method: "POST",
  form_bytes_max: formBytesMax,
  access: "people:act",
  layout: consoleLayout,
  section: "People",
  params: z.object({ user_id: uuid() }),
  async load({ params: { user_id }, typed, ...input }) {
    const [ctx] = await Promise.all([afterLookup(input.ctx), requireFreshSignIn(input.ctx)]);
    const user = await getUser(ctx, user_id);
    return { user, link: await createVerificationUrl(ctx, { user_id, scope: parseScope(typed.get("scope")) }) };
  },
  head: () => ({ title: "A link to hand over · Console · CrunchBox", no_store: true }),
  view({ user, link: { url, scope, expires_at } }) {
    const name = `${user.first_name} ${user.last_name}`;
    return (
      <>
        <PageHeader
          trail={[
            ["People", pages.adminPeople],
            [name, hrefOf(pages.adminPerson, { user_id: user.id })],
          ]}
          title="A link to hand over"
          subtitle={
            <>
              For {name} only: opening it {purposes[scope]}. It works once, until <TimeText at={expires_at} />, and is
              shown only here. Older links of this kind no longer work.
            </>
          }
        />
        <p>
          <code className="hash">{url}</code> <CopyButton what={`the link for ${name}`} />
        </p>
        <p className="links">
          <a href={hrefOf(pages.adminPerson, { user_id: user.id })}>Back to {name}</a>
        </p>
      </>
    );
  },
});
