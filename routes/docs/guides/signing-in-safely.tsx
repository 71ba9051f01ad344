import { pages } from "../../../worker/contract/pages.ts";
import { CallLink } from "./call-link.tsx";

export const SigningInSafely = () => (
  <>
    <p>
      A password can be guessed, stolen or typed on a false page. With a second step on{" "}
      <a href={pages.security}>Passkeys and second step</a>, a password alone opens nothing.
    </p>
    <h2>Choose your second step</h2>
    <ul>
      <li>
        <strong>A passkey</strong> is the safest way: your phone or computer signs you in with your finger, face or PIN,
        on this site alone. Add a second one, so that one lost device locks nobody out.
      </li>
      <li>
        <strong>An authenticator app</strong> shows a code of six digits that you type after the password. Each code
        works once. Five wrong ones pause all codes for 15 minutes.
      </li>
      <li>
        <strong>Backup codes</strong> replace either of them, each once. Print the ten codes when they are shown.
      </li>
    </ul>
    <p>
      Every new one is mailed to you with a button “This was not me”, and listed by{" "}
      <CallLink verb="listSecurityEvents" />.
    </p>
    <h2>If you lost everything</h2>
    <ol>
      <li>Write to support. They make sure that it is you, and begin a wait of 24 hours.</li>
      <li>You are notified by email, in the portal and by text message. Until the end you can stop it.</li>
      <li>After the wait a link is mailed. It works once, for 24 hours, and asks for your password.</li>
      <li>
        It removes your passkeys, app and backup codes and signs you out everywhere. Set up a new second step then.
      </li>
    </ol>
    <p>A new password during the wait stops it. If you forgot the password too, choose a new one first.</p>
    <h2>By calls</h2>
    <p>
      <CallLink verb="signIn" /> answers 401 <code>SECOND_FACTOR_REQUIRED</code> with <code>factors</code> and a{" "}
      <code>challenge</code>. <CallLink verb="signInByFactor" /> takes the challenge with a <code>code</code>, which may
      be a backup code, or the <code>response</code> of a passkey. <CallLink verb="getSecurity" /> tells what you have.
    </p>
  </>
);
