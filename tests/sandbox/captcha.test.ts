import { expect, inject, test } from "vitest";

const { CAPTCHA_SECRET: secret = "", CAPTCHA_VERIFY_URL: url = "" } = inject("workerVars");
const verify = async (response: string, action = "signIn") => {
  const body = new URLSearchParams({ secret, response, action });
  return (await fetch(url, { method: "POST", body })).json();
};

test("a token that a page made passes once, for its own action", async () => {
  const token = `sandbox.signIn.localhost.${Date.now().toString(36)}-0123456789abcdef`;
  expect(await verify(token, "other")).toMatchObject({
    success: true,
    score: 0.9,
    action: "signIn",
    hostname: "localhost",
  });
  expect(await verify(token)).toEqual({ success: false, "error-codes": ["timeout-or-duplicate"] });
  const old = `sandbox.signIn.localhost.${(Date.now() - 121_000).toString(36)}-0123456789abcdef`;
  expect(await verify(old)).toMatchObject({ success: false });
});

// https://developers.google.com/recaptcha/docs/verify, "Error code reference"
test("what Google refuses is refused in its words: a wrong or missing secret, no token, one that is too old", async () => {
  const minted = (age: number) => `sandbox.signIn.localhost.${(Date.now() - age).toString(36)}-0123456789abcdef`;
  const ask = async (form: Record<string, string>) => {
    const body = new URLSearchParams(form);
    const answer = await fetch(url, { method: "POST", body });
    return [answer.status, await answer.json()];
  };
  const refused = (...codes: string[]) => [200, { success: false, "error-codes": codes }];
  expect(await ask({ secret: "another", response: minted(1) })).toEqual(refused("invalid-input-secret"));
  expect(await ask({ response: minted(2) })).toEqual(refused("missing-input-secret"));
  expect(await ask({ secret })).toEqual(refused("missing-input-response"));
  expect(await ask({})).toEqual(refused("missing-input-secret", "missing-input-response"));
  expect(await ask({ secret, response: "sandbox.signIn.localhost.1" })).toEqual(refused("invalid-input-response"));
  expect(await ask({ secret, response: minted(121_000) })).toEqual(refused("timeout-or-duplicate"));
  // a refusal for the secret uses no token up
  const token = minted(3);
  await ask({ secret: "another", response: token });
  expect(await ask({ secret, response: token })).toMatchObject([200, { success: true }]);
  expect(await ask({ secret, response: token })).toEqual(refused("timeout-or-duplicate"));
});

test("the named tokens are refused or score low, any other passes for the action it is used for", async () => {
  expect(await verify("sandbox-fail")).toMatchObject({ success: false });
  expect(await verify("sandbox-low-score")).toMatchObject({ success: true, score: 0.1, action: "signIn" });
  for (const action of ["signIn", "requestAccount"]) {
    expect(await verify("anything", action)).toMatchObject({ success: true, score: 0.9, action });
  }
});
