import { hrefOf, pages } from "../../../contract/pages.ts";

const paths: Record<string, (id: string) => string> = {
  book_difference: (id) => hrefOf(pages.bookDifference, { id }),
  callback: (id) => hrefOf(pages.callback, { id }),
  order: (order_id) => hrefOf(pages.adminOrder, { order_id }),
  organization: (org_id) => hrefOf(pages.organization, { org_id }),
  task: (name) => hrefOf(pages.task, { name }),
};

/** Where the page of what an act is about stands, if it has one. */
export const subjectHref = ({ type, id }: { type: string; id: string }): string | undefined => paths[type]?.(id);
