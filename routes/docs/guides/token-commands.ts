import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { desktopClient } from "../../../worker/contract/paths.ts";
import { listOrders } from "../../../worker/contract/v1/client/orders.ts";
import { authorizeClient } from "../../../worker/contract/v1/sso/authorize.ts";
import { requestSignInCode, signIn } from "../../../worker/contract/v1/sso/session.ts";
import { exchangeCode } from "../../../worker/contract/v1/sso/token.ts";

type Step = { title: string; code: string };

const jsonHeader = "-H 'Content-Type: application/json'";
const credentials = '"username": "owner@globex.test", "password": "Demo-1234!"';

/**
 * An email code replaces the bot check, and the session authorizes a token as for the desktop app.
 * tests/contract/docs/first-call.test.ts runs these commands.
 */
export const tokenCommands = (host: string): Step[] => [
  {
    title: "1. Ask for a sign-in code, which comes by mail",
    code: `curl ${host}${requestSignInCode.path} \\\n  ${jsonHeader} \\\n  -d '{${credentials}}'`,
  },
  {
    title: "2. Sign in with it and keep the session",
    code: `curl -c session.txt ${host}${signIn.path} \\\n  ${jsonHeader} \\\n  -d '{${credentials}, "code": "THE-CODE"}'`,
  },
  {
    title: "3. Exchange the session for a token",
    code: `VERIFIER=$(openssl rand -hex 32)
CHALLENGE=$(printf %s $VERIFIER | openssl dgst -sha256 -binary | base64 | tr '+/' '-_' | tr -d '=')
curl -si -b session.txt "${host}${authorizeClient.path.replace("{client}", desktopClient)}?code_challenge=$CHALLENGE" \\
  | grep -o 'code=[A-Za-z0-9_-]*' \\
  | sed 's/code=\\(.*\\)/{"code":"\\1","code_verifier":"'$VERIFIER'"}/' \\
  | curl ${host}${exchangeCode.path} \\
      ${jsonHeader} -d @-`,
  },
];

export const firstCall = (host: string): Step => ({
  title: "Read your orders",
  code: `curl ${host}${listOrders.path} \\\n  -H "Authorization: Bearer $TOKEN"`,
});

export const renewalCommand = (host: string): Step => ({
  title: "Renew the token",
  code: `curl ${host}${exchangeCode.path} \\\n  ${jsonHeader} \\\n  -d '{"grant_type": "refresh_token", "refresh_token": "'"$REFRESH_TOKEN"'"}'`,
});

export const firstCallGuide = hrefOf(pages.docsGuide, { guide: "first-call" });
