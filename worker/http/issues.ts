import type * as z from "zod/mini";
import type { Issue } from "../contract/errors.ts";
import { fieldName } from "../contract/issue-messages.ts";

const wireCodes = new Set(["invalid_type", "invalid_string", "too_small", "too_big"]);

/** Wire format of issues (O-056): code invalid_string, too_small, too_big, invalid_type or custom. */
export const toIssues = (issues: readonly z.core.$ZodIssue[]): Issue[] => issues.flatMap(unionIssues).map(toIssue);

function toIssue(issue: z.core.$ZodIssue): Issue {
  const zodCode =
    issue.code === "custom" && typeof issue.params?.["code"] === "string" ? issue.params["code"] : issue.code;
  const code = zodCode === "invalid_format" ? "invalid_string" : zodCode;
  return {
    // "custom" replaces all other codes, such as that of an invalid enum value
    code: wireCodes.has(code) ? code : "custom",
    path: issue.path.map((part) => (typeof part === "symbol" ? String(part) : part)),
    message: issue.message,
  };
}

const otherKindCodes = new Set(["invalid_type", "invalid_value", "invalid_format"]);

/** Issues of the only union option that matches the input's kind; the union's own issue if none or several do. */
function unionIssues(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== "invalid_union") return [issue];
  const isOfKind = (errors: z.core.$ZodIssue[]) =>
    errors.length > 0 && errors.every(({ path, code }) => path.length > 0 || !otherKindCodes.has(code));
  const [errors, ...others] = issue.errors.filter(isOfKind);
  if (!errors || others.length > 0) return [issue];
  return errors.flatMap((each) => {
    const message = each.message.replace(/^The body /, `${fieldName(issue.path)} `);
    return unionIssues({ ...each, message, path: [...issue.path, ...each.path] });
  });
}
