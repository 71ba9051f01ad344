import { pages } from "../../../worker/contract/pages.ts";
import { Sample } from "../sample.tsx";
import { CallLink } from "./call-link.tsx";
import { firstCall, renewalCommand, tokenCommands } from "./token-commands.ts";

const isLocal = (host: string) => new URL(host).hostname === "localhost";

export function FirstCall({ host }: { host: string }) {
  const call = firstCall(host);
  const renewal = renewalCommand(host);
  return (
    <>
      <p>
        Programs show a bearer token in place of a browser’s cookie. These three commands get one for the demonstration
        shop’s Greta Lindqvist; put in your own email address and password for your own.
      </p>
      {tokenCommands(host).map(({ title, code }) => (
        <Sample key={title} title={title} code={code} />
      ))}
      <p>
        The third prints <code>access_token</code>. Keep it as <code>TOKEN</code> and call whatever your roles allow:
      </p>
      <Sample title={call.title} code={call.code} />
      <h2>Why a code by mail?</h2>
      <p>
        Sign-in is guarded by a bot check that only a browser passes. Who has no browser asks for a code instead (
        <CallLink verb="requestSignInCode" />) and sends it with the password (<CallLink verb="signIn" />
        ). A code lives 10 minutes and works once.
        {isLocal(host) && " On your own machine the sandbox’s inbox shows the mail."}
      </p>
      <h2>Why two exchanges?</h2>
      <p>
        The session of step 2 is a browser’s cookie. <CallLink verb="authorizeClient" /> turns it into a one-time code
        that lives 60 seconds, and <CallLink verb="exchangeCode" /> turns that into the token; an app of yours can do
        the same with PKCE (RFC 7636), so that the code is of no use to anybody else. A token of one person is what that
        person may do: there are no tokens for an organization.
      </p>
      <h2>How long does a token live?</h2>
      <p>
        An hour, or until the person signs out everywhere, sets a new password or gets other roles. Until 30 days after
        the sign-in the <code>refresh_token</code> of the same answer gets the next pair:
      </p>
      <Sample title={renewal.title} code={renewal.code} />
      <p>
        A refresh token works once, and its new pair replaces the old one. Store the new pair before you use it, and
        never send the same refresh token twice: whoever does ends the session with all its tokens, because nobody can
        tell a program that never got its answer from a thief. Such a program signs in again.
      </p>
      <h2>In TypeScript</h2>
      <p>
        <a href={pages.docsClient}>client.ts</a> is one file without dependencies: a function for each call, typed from
        the same contracts as this reference. Put it into your project.
      </p>
      <Sample
        title="orders.ts"
        code={`import { createCrunchBox } from "./client.ts";

const shop = createCrunchBox({
  base_url: "${host}",
  token: process.env.TOKEN,
});
const answer = await shop.listOrders({ query: { limit: 5 } });
if (!answer.ok) throw new Error(answer.error.message);
for (const order of answer.data.data) console.log(order.order_number, order.total);`}
      />
    </>
  );
}
