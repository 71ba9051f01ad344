import type { AuditEntry } from "../../../contract/entities/console/audit-entry.ts";
import { TimeText } from "../../date.tsx";
import { whoDid } from "./who.ts";

/** Whoever changed a thing last, with the time; also a job, as the one that asks the accounting system. */
export const ChangedBy = ({ entry }: { entry: AuditEntry }) => (
  <>
    Changed by {whoDid(entry)} on <TimeText at={entry.created_at} />.
  </>
);
