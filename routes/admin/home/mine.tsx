import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import type { OwnWork } from "../../../worker/domain/people/index.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import { DueText } from "../../../worker/ui/parts/notes.tsx";
import { capitalize, notesHref } from "../notes/subject.ts";

type MineListProps = { mine: OwnWork; today: string };

/** Entries of each kind that are visible at once; the others are folded. */
const shownMax = 5;

export function MineList({ mine: { assignments, mentions }, today }: MineListProps) {
  const assignmentRows = assignments.map((each) => (
    <AssignmentRow key={each.subject_id} assignment={each} today={today} />
  ));
  const mentionRows = mentions.map((each) => <MentionRow key={each.note_id} mention={each} />);
  const foldedRows = [...assignmentRows.slice(shownMax), ...mentionRows.slice(shownMax)];
  return (
    <section className="mine" aria-labelledby="mine">
      <h2 id="mine">Mine</h2>
      {assignmentRows.length + mentionRows.length === 0 ? (
        <p className="small">Nothing is assigned to you, and there is no unread note that mentions you.</p>
      ) : (
        <ul className="note-list card">
          {assignmentRows.slice(0, shownMax)}
          {mentionRows.slice(0, shownMax)}
        </ul>
      )}
      {foldedRows.length > 0 && (
        <details>
          <summary>{foldedRows.length} more</summary>
          <ul className="note-list">{foldedRows}</ul>
        </details>
      )}
      <p className="links">
        <a href={pages.assignments}>All assignments</a>
      </p>
    </section>
  );
}

type AssignmentRowProps = { assignment: OwnWork["assignments"][number]; today: string };

const AssignmentRow = ({ assignment, today }: AssignmentRowProps) => {
  const { subject_type, subject_id, label, due_on, assigned_by } = assignment;
  return (
    <li>
      <a href={notesHref({ subject_type, subject_id })}>{capitalize(label)}</a>
      <small>
        {due_on && (
          <>
            Due <DueText due_on={due_on} today={today} />
            {" · "}
          </>
        )}
        assigned by {assigned_by.name}
      </small>
    </li>
  );
};

const MentionRow = ({ mention }: { mention: OwnWork["mentions"][number] }) => {
  const { note_id, subject_type, subject_id, label, text, author, created_at } = mention;
  return (
    <li>
      <a href={notesHref({ subject_type, subject_id })}>{capitalize(label)}</a>
      <p>{text}</p>
      <small>
        {author.name} mentioned you, <DateText at={created_at} />
      </small>
      <form method="post" action={hrefOf(pages.readMention, { note_id })}>
        <button className="button quiet">Mark as read</button>
      </form>
    </li>
  );
};
