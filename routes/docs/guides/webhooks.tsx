import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { Sample } from "../sample.tsx";

export const Webhooks = ({ host }: { host: string }) => (
  <>
    <h2>Learning what changed</h2>
    <p>
      The shop sends no webhooks to customers. What changed is read by asking for what was changed last, as often as you
      need it: remember the newest <code>updated_at</code> that you saw, and stop where you meet it again.
    </p>
    <Sample
      title="The orders that changed last"
      code={`curl '${host}/v1/client/orders?sort=-updated_at&limit=20' \\\n  -H "Authorization: Bearer $TOKEN"`}
    />
    <p>
      Once a minute costs one of the 300 requests that an address has. People are notified by email, in the app and by
      text message, as they choose in their settings.
    </p>
    <h2>Webhooks that the shop takes</h2>
    <p>
      Its providers tell it what happened on their side: payments, mail, accounting. Those calls stand under{" "}
      <a href={hrefOf(pages.docsAudience, { audience: "internal" })}>Internal</a>. Three things hold for all of them:
    </p>
    <ul>
      <li>
        Each shows that it is genuine, by a signature over its raw body or a secret; a session never stands in for it.
      </li>
      <li>An event is stored once by its id and answered 200 as soon as it is; a repeated one changes nothing.</li>
      <li>
        What an event says is read again from the provider before anything is done, so that old ones and those that come
        out of order do no harm.
      </li>
    </ul>
  </>
);
