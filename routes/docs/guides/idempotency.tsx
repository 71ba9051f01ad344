import { CallLink } from "./call-link.tsx";

export const Idempotency = () => (
  <>
    <p>
      An answer can be lost after the work was done. Most calls need no key: repeating them does no harm, or they say
      how to find out what became of the first time.
    </p>
    <h2>Safe to repeat</h2>
    <dl>
      <dt>GET</dt>
      <dd>Changes nothing that you would notice.</dd>
      <dt>PUT</dt>
      <dd>Sets what you send: a second time it is already so.</dd>
      <dt>
        <CallLink verb="checkoutCart" />
      </dt>
      <dd>
        One version of a cart, named by its <code>updated_at</code>, is bought at most once, however often and from
        however many places it is sent. The second answer tells what became of the first.
      </dd>
      <dt>
        <CallLink verb="createOrgProduct" />
      </dt>
      <dd>A serial number that your organization has already answers the device that is there.</dd>
      <dt>
        <CallLink verb="orderByLink" />
      </dt>
      <dd>
        With the header <code>Idempotency-Key</code>, any text of at most 255 characters, it makes one order: sent
        again, it answers the order that is there. A key belongs to one user and one list of products.
      </dd>
      <dt>Marking as read or unread</dt>
      <dd>A second time changes nothing.</dd>
    </dl>
    <h2>Refused the second time</h2>
    <p>
      What moves something from one state to another names the state that it starts from. Approving a request that is
      approved, publishing what is published answer 422 with an errcode that says so: if your first answer was lost,
      that is your answer. DELETE of what is gone is 404.
    </p>
    <h2>Look before you repeat</h2>
    <p>
      The calls that create people, organizations and subscriptions make one each time. After a lost answer read the
      newest rows of the list first: subscriptions by <code>sort=-created_at</code>, people by <code>search</code> of
      their email address, which nobody else can have (422 USR_EMAIL_EXISTS).
    </p>
    <h2>When to try again</h2>
    <p>
      After 429 and 503, when <code>Retry-After</code> says; after a time-out with growing pauses. Never after any other
      4xx: it will be refused again.
    </p>
  </>
);
