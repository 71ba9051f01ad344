import type { AuditEntry } from "../../../contract/entities/audit-entry.ts";
import { TimeText } from "../../date.tsx";
import { actorName } from "./sentence.ts";

/** The actor may be a job, such as the accounting sync. */
export const ChangedBy = ({ entry }: { entry: AuditEntry }) => (
  <>
    Changed by {actorName(entry)} on <TimeText at={entry.created_at} />.
  </>
);
