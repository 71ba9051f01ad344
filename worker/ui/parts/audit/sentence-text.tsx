import { useContext } from "react";
import type { AuditEntry } from "../../../contract/entities/audit-entry.ts";
import { TimeZone } from "../../date.tsx";
import { auditSentence } from "./sentence.ts";

/** In the viewer's time zone. */
export const Sentence = ({ entry }: { entry: AuditEntry }) => auditSentence(entry, useContext(TimeZone));
