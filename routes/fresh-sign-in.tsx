import * as z from "zod/mini";
import { toRequiredProofs } from "../islands/lib/fresh-sign-in.ts";
import ProveByPasskey from "../islands/account/prove-by-passkey.tsx";
import { CodeField } from "../islands/ui/code-field.tsx";
import { Field } from "../islands/ui/field.tsx";
import { Notice } from "../islands/ui/notice.tsx";
import type { FactorKind } from "../db/enums.ts";
import { pages } from "../worker/contract/pages.ts";
import { requireFreshSignIn } from "../worker/domain/identity/index.ts";
import type { Question } from "../worker/http/app-env.ts";
import { formPost } from "../worker/http/form.ts";
import { cancelQuery, proofFields } from "../worker/http/proof-fields.ts";
import { NeedsScript } from "../worker/ui/frame/account-layout.tsx";
import type { LayoutData } from "../worker/ui/frame/layout-data.ts";
import { ProblemFrame } from "../worker/ui/frame/problem-frame.tsx";
import { Island } from "../worker/ui/island.tsx";
import { FormFoot, FormLayout } from "../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../worker/ui/layouts/page-header.tsx";

const formId = "fresh-sign-in";

type FreshSignInProps = {
  /** Path and query of the refused page. */
  path: string;
  factors: readonly FactorKind[];
  /** Undefined if a page was refused, not a form. */
  question: Question | undefined;
  layout: LayoutData | undefined;
};

export function FreshSignInView({ layout, ...asked }: FreshSignInProps) {
  return (
    <ProblemFrame layout={layout}>
      {layout?.viewer?.impersonator ? <EndImpersonation name={fullName(layout.viewer)} /> : <FreshSignIn {...asked} />}
    </ProblemFrame>
  );
}

const fullName = (viewer: { first_name: string; last_name: string }) => `${viewer.first_name} ${viewer.last_name}`;

const EndImpersonation = ({ name }: { name: string }) => (
  <>
    <PageHeader
      title="Confirm that it is you"
      subtitle={`You have acted as ${name} for a while, and this needs a sign-in of the last 15 minutes. End the impersonation, and begin it again.`}
    />
    <form method="post" action={pages.endImpersonation}>
      <button className="button">End the impersonation</button>
    </form>
  </>
);

/** The proof is sent with the refused form, or opens the refused page. */
export function FreshSignIn({ path, factors, question }: Omit<FreshSignInProps, "layout">) {
  const { has_passkey, code_label, takes_password } = toRequiredProofs(factors);
  const { problem, can_cancel } = question ?? {};
  const fields = question?.fields ?? [["next", path] as const];
  return (
    <>
      <PageHeader
        title="Confirm that it is you"
        subtitle={`Your last sign-in was more than 15 minutes ago. Once you confirm, ${question ? "what you entered is sent" : "the page opens"}.`}
      />
      <FormLayout>
        <form
          id={formId}
          method="post"
          action={question ? path : pages.freshSignIn}
          className="form-card form-grid"
          autoComplete="off"
        >
          {fields.map(([name, value], index) => (
            <input key={index} type="hidden" name={name} value={value} />
          ))}
          {problem !== undefined && <Notice tone="danger">{problem}</Notice>}
          {has_passkey && (
            <div>
              <NeedsScript what="Your passkey" />
              <Island name="account/prove-by-passkey" of={ProveByPasskey} props={{ form: formId }} />
            </div>
          )}
          <CodeField factors={factors} name={proofFields.code} error={undefined} />
          {takes_password && (
            <Field
              name={proofFields.password}
              type="password"
              label="Password"
              autoComplete="current-password"
              maxLength={64}
              required
              error={undefined}
            />
          )}
          <FormFoot>
            {(code_label !== undefined || takes_password) && (
              <button className={has_passkey ? "button quiet" : "button"}>Confirm</button>
            )}
            {can_cancel && (
              <button className="button quiet" formNoValidate formAction={cancelHref(path)}>
                Cancel
              </button>
            )}
          </FormFoot>
        </form>
      </FormLayout>
    </>
  );
}

const cancelHref = (path: string) => `${path}${path.includes("?") ? "&" : "?"}${cancelQuery}=`;

/**
 * Only a path on this site. Backslashes and control characters are refused, because browsers read a backslash as a
 * slash and ignore control characters, so that such a path could lead to another site.
 */
const nextPath = () => z.string().check(z.maxLength(2000), z.regex(/^\/(?![/\\])[!-[\]-~]*$/));

/** Opens the refused page after the proof. */
export const freshSignInForm = formPost(
  { access: "session", not_impersonated: true, body: z.object({ next: nextPath() }) } as const,
  {
    path: pages.freshSignIn,
    back: (sent?: string) => sent ?? pages.home,
    async send(ctx, { body }): Promise<string> {
      await requireFreshSignIn(ctx);
      return body.next;
    },
  },
);
