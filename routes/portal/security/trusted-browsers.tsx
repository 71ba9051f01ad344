import * as z from "zod/mini";
import { uuid } from "../../../worker/contract/fields.ts";
import { pages } from "../../../worker/contract/pages.ts";
import { browserName } from "../../../worker/contract/people/browser-names.ts";
import { endTrust, type TrustedBrowser } from "../../../worker/domain/identity/index.ts";
import { formPost } from "../../../worker/http/form.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import { FormGroup } from "../../../worker/ui/layouts/layouts.tsx";

export const TrustedBrowsers = ({ list }: { list: readonly TrustedBrowser[] }) => (
  <FormGroup
    title="Trusted browsers"
    text="In these browsers your password is enough for 30 days. Stop trusting a browser that you no longer use."
  >
    <ul className="sessions">
      {list.map(({ id, user_agent, last_used_at, expires_at }) => (
        <li key={id}>
          <div>
            <strong>{browserName(user_agent)}</strong>
            <small>
              Last used on <DateText at={last_used_at} />, trusted until <DateText at={expires_at} />
            </small>
          </div>
          <form method="post" action={pages.endTrust}>
            <input type="hidden" name="id" value={id} />
            <button className="button quiet">
              Stop trusting <span className="unseen">in {browserName(user_agent)}</span>
            </button>
          </form>
        </li>
      ))}
    </ul>
  </FormGroup>
);

export const endTrustForm = formPost(
  { access: "session", not_impersonated: true, body: z.object({ id: uuid() }) } as const,
  {
    path: pages.endTrust,
    back: pages.sessions,
    send: (ctx, { body: { id } }) => endTrust(ctx, id),
    done: () => "That browser is asked for the second step again.",
  },
);
