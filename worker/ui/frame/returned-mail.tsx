import { Notice } from "../../../islands/ui/notice.tsx";
import type { EmailReturn } from "../../contract/entities/user.ts";
import { pages } from "../../contract/pages.ts";
import type { LayoutViewer } from "./layout-data.ts";

const reasons: Record<EmailReturn, string> = {
  bounced: "came back: the mailbox does not accept it.",
  complained: "was reported as spam, so our emails are on hold.",
  suppressed: "is on hold, because earlier messages bounced.",
};

/** Hidden from an impersonating administrator, who cannot change the email address (T13). */
export function ReturnedMailNotice({ person }: { person: LayoutViewer | null }) {
  if (!person?.email_return || person.impersonator) return null;
  return (
    <Notice tone="warning">
      Mail to {person.email} {reasons[person.email_return.reason]}{" "}
      <a href={pages.profile}>Check or change your email address</a>
    </Notice>
  );
}
