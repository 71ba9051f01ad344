import type * as z from "zod/mini";
import { explain } from "../contract/sentences.ts";
import type { Endpoint, InputOf } from "../contract/endpoint.ts";
import { BadRequest, Failure, type Issue } from "../contract/errors.ts";
import { hrefOf, pages } from "../contract/pages.ts";
import { storefrontClient } from "../contract/paths.ts";
import type { Ctx } from "../domain/context.ts";
import { requireAccess } from "./access.ts";
import type { AppContext, Route } from "./app-env.ts";
import { bodyBytesDefault, readForm } from "./body.ts";
import { type Flash, leaveFlash } from "./flash.ts";
import { toFields, toInput } from "./form-fields.ts";
import { requireSameOrigin } from "./origin.ts";
import { toIssues } from "./serve.ts";

/** What a form needs of a contract; calls behind the bot check cannot be plain forms. */
type FormContract = Pick<Endpoint, "access" | "not_impersonated" | "params" | "body" | "body_bytes_max">;
type Sent<E extends FormContract> = InputOf<E & Endpoint>;

type FormPost<E extends FormContract, R> = {
  /** The form's own address. */
  path: string;
  /** Does what the call does, by the same verb. */
  send: (ctx: Ctx, input: Sent<E>, c: AppContext) => Promise<R>;
  /** The names of the form's fields where the contract's parameters have others. */
  fields?: Record<string, string>;
  /** What a field that the form does not have stands for. */
  usual?: Record<string, string>;
  /** The page of ours that follows, whether or not it was refused. */
  back: string | ((result: R | undefined) => string);
  /** What that page tells once it is done. */
  done?: (result: R) => string;
  /** The sentence for a refusal, when this form has a better one than everybody has. */
  refusal?: (refused: { errcode?: string; message: string; issues?: Issue[] }) => Pick<Flash, "message" | "link">;
  /** Where who is not signed in goes. */
  sign_in?: string;
  /** Where who may not goes, in place of the page that says so. */
  otherwise?: string;
};

/**
 * A plain form, which works without script: the same access, origin rule, body limit, schema and verb as the call of its
 * contract. It leads back to a page, which tells a refusal once, with what was typed and what is wrong with it. Whose
 * session has ended since the page was shown signs in, as they would for a page; other refusals of access are their pages.
 */
export const formPost = <const E extends FormContract, R>(contract: E, form: FormPost<E, R>): Route => ({
  method: "POST",
  path: form.path,
  handle: async (c) => {
    requireSameOrigin(c);
    try {
      await requireAccess(c, contract);
    } catch (error) {
      const next = nextAfter(error, form);
      if (next === undefined) throw error;
      return c.redirect(next, 303);
    }
    return c.redirect(await submit(contract, form, c), 303);
  },
});

function nextAfter(error: unknown, { sign_in, otherwise }: { sign_in?: string; otherwise?: string }) {
  const status = error instanceof Failure ? error.status : undefined;
  if (status === 401) return sign_in ?? hrefOf(pages.signIn, { client_id: storefrontClient });
  return status === 403 ? otherwise : undefined;
}

async function submit<E extends FormContract, R>(contract: E, form: FormPost<E, R>, c: AppContext): Promise<string> {
  const { back } = form;
  const backOf = (result: R | undefined) => (typeof back === "string" ? back : back(result));
  let typed = new URLSearchParams();
  try {
    typed = await readForm(c, contract.body_bytes_max ?? bodyBytesDefault);
    const result = await form.send(c.get("ctx"), readInput(contract, form, typed), c);
    const next = backOf(result);
    if (form.done) leaveFlash(c, pathOf(next), { tone: "success", message: form.done(result) });
    return next;
  } catch (error) {
    const refused = refusalOf(error);
    if (!refused) throw error;
    const next = backOf(undefined);
    const told = form.refusal?.(refused) ?? { message: explain(refused.status, refused) };
    leaveFlash(c, pathOf(next), { tone: "danger", ...told, errors: errorsOf(refused.issues), values: keep(typed) });
    return next;
  }
}

const pathOf = (address: string) => address.replace(/[?#].*$/, "");

/** Throws BadRequest. */
function readInput<E extends FormContract>(
  contract: E,
  { fields: names = {}, usual = {} }: Pick<FormPost<E, never>, "fields" | "usual">,
  typed: URLSearchParams,
): Sent<E> {
  const fields = toFields(typed);
  for (const [name, value] of Object.entries(usual)) if (!fields.has(name)) fields.set(name, [value]);
  for (const [name, field] of Object.entries(names)) fields.set(name, fields.get(field) ?? []);
  const issues: Issue[] = [];
  const parse = (schema: z.ZodMiniType | undefined) => {
    const parsed = schema?.safeParse(toInput(schema, fields));
    if (parsed?.success === false) issues.push(...toIssues(parsed.error.issues));
    return parsed?.data;
  };
  const input = { params: parse(contract.params) ?? {}, query: {}, body: parse(contract.body) };
  if (issues.length > 0) throw new BadRequest(issues);
  return input as Sent<E>; // parsed by the very schemas from which it is derived
}

type Refused = { status: number; errcode?: string; message: string; issues?: Issue[] };

/** What the page tells; undefined for what is a page of its own. */
function refusalOf(error: unknown): Refused | undefined {
  if (error instanceof Failure && (error.status === 404 || error.status === 422))
    return { status: error.status, errcode: error.errcode, message: error.message };
  if (error instanceof BadRequest)
    return { status: 400, message: error.issues[0]?.message ?? error.message, issues: error.issues };
  return undefined;
}

const errorsOf = (issues: Issue[] | undefined): Flash["errors"] =>
  issues && Object.fromEntries(issues.toReversed().map(({ path, message }) => [path.join("."), message]));

/** What was typed, but for secrets. */
const keep = (typed: URLSearchParams): Record<string, string> =>
  Object.fromEntries([...typed].filter(([name]) => !/password|token|code|secret/i.test(name)));
