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
  const oldToken = `sandbox.signIn.localhost.${(Date.now() - 121_000).toString(36)}-0123456789abcdef`;
  expect(await verify(oldToken)).toMatchObject({ success: false });
});

// https://developers.google.com/recaptcha/docs/verify, "Error code reference"
test("what Google refuses is refused in its words: a wrong or missing secret, no token, one that is too old", async () => {
  const createToken = (age: number) => `sandbox.signIn.localhost.${(Date.now() - age).toString(36)}-0123456789abcdef`;
  const sendForm = async (form: Record<string, string>) => {
    const body = new URLSearchParams(form);
    const answer = await fetch(url, { method: "POST", body });
    return [answer.status, await answer.json()];
  };
  const refusalOf = (...codes: string[]) => [200, { success: false, "error-codes": codes }];
  expect(await sendForm({ secret: "another", response: createToken(1) })).toEqual(refusalOf("invalid-input-secret"));
  expect(await sendForm({ response: createToken(2) })).toEqual(refusalOf("missing-input-secret"));
  expect(await sendForm({ secret })).toEqual(refusalOf("missing-input-response"));
  expect(await sendForm({})).toEqual(refusalOf("missing-input-secret", "missing-input-response"));
  expect(await sendForm({ secret, response: "sandbox.signIn.localhost.1" })).toEqual(
    refusalOf("invalid-input-response"),
  );
  expect(await sendForm({ secret, response: createToken(121_000) })).toEqual(refusalOf("timeout-or-duplicate"));
  // A refusal because of the secret does not use up the token.
  const token = createToken(3);
  await sendForm({ secret: "another", response: token });
  expect(await sendForm({ secret, response: token })).toMatchObject([200, { success: true }]);
  expect(await sendForm({ secret, response: token })).toEqual(refusalOf("timeout-or-duplicate"));
});

test("the named tokens are refused or score low, any other passes for the action it is used for", async () => {
  expect(await verify("sandbox-fail")).toMatchObject({ success: false });
  expect(await verify("sandbox-low-score")).toMatchObject({ success: true, score: 0.1, action: "signIn" });
  for (const action of ["signIn", "requestAccount"]) {
    expect(await verify("anything", action)).toMatchObject({ success: true, score: 0.9, action });
  }
});
