import { approvalList } from "./list.tsx";
import { approvalRequestPages } from "./request.tsx";
import { approvalRulePages } from "./rule.tsx";
import { approvalRules } from "./rules.tsx";

export const approvalPages = [...approvalList, ...approvalRequestPages, ...approvalRules, ...approvalRulePages];
