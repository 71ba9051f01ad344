import { pages } from "../../../worker/contract/pages.ts";
import { subjectPage } from "../../../worker/ui/parts/audit/subject-page.ts";

type Subject = { subject_type: string; subject_id: string };

export const notesHref = ({ subject_type, subject_id }: Subject): string =>
  `${subjectPage({ type: subject_type, id: subject_id })?.href ?? pages.admin}#notes`;

/** Capitalizes a name such as "order 1042" for the start of a text. */
export const capitalize = (label: string): string => label.charAt(0).toUpperCase() + label.slice(1);
