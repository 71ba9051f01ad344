import type { AuditEntry } from "../../../contract/entities/audit-entry.ts";
import { useZones } from "../../date.tsx";
import { auditSentence } from "./sentence.ts";

export const Sentence = ({ entry }: { entry: AuditEntry }) => auditSentence(entry, useZones());
