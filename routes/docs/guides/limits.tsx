import { JsonSample } from "../sample.tsx";
import { CallLink } from "./call-link.tsx";

export const Limits = () => (
  <>
    <h2>Requests</h2>
    <dl>
      <dt>300 a minute</dt>
      <dd>For an address, of IPv6 for its network, over all calls.</dd>
      <dt>10 a minute</dt>
      <dd>
        For an address, and where there is one for an account: <CallLink verb="signIn" />,{" "}
        <CallLink verb="requestPasswordReset" />, <CallLink verb="requestAccount" />, <CallLink verb="verifyCode" />,{" "}
        <CallLink verb="exchangeCode" />, <CallLink verb="takeClientLog" />. A sign-in and an exchange that succeed do
        not count.
      </dd>
      <dt>3 an hour</dt>
      <dd>
        Sign-in codes for an account; an address may ask for 10 (<CallLink verb="requestSignInCode" />
        ).
      </dd>
    </dl>
    <p>
      Over a limit the answer is 429. Wait the seconds that <code>remaining</code> and the header{" "}
      <code>Retry-After</code> say; trying sooner does not make it longer, and does not help.
    </p>
    <JsonSample
      title="429"
      value={{ success: false, errcode: "TOO_MANY_REQUESTS", message: "Too Many Requests", remaining: 37 }}
    />
    <h2>Sizes</h2>
    <dl>
      <dt>64 KiB</dt>
      <dd>
        A body; that of <CallLink verb="takeClientLog" /> 10,240 bytes.
      </dd>
      <dt>100</dt>
      <dd>Rows of a page.</dd>
      <dt>100,000,000,000</dt>
      <dd>The largest amount of money, in US cents.</dd>
    </dl>
    <p>Texts have bounds of their own, which stand at each field.</p>
    <h2>Times</h2>
    <dl>
      <dt>1 hour</dt>
      <dd>An access token; refresh tokens continue it until 30 days after the sign-in.</dd>
      <dt>7 days</dt>
      <dd>A session, at the latest; a session that nobody uses for 12 hours ends.</dd>
      <dt>60 seconds</dt>
      <dd>
        The one-time code of <CallLink verb="authorizeClient" />.
      </dd>
      <dt>10 minutes</dt>
      <dd>A sign-in code by mail.</dd>
    </dl>
  </>
);
