import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import type { Mine } from "../../../worker/domain/people/index.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import { DueText } from "../../../worker/ui/parts/notes.tsx";
import { capitalize, notesHref } from "../notes/subject.ts";

type MineListProps = { mine: Mine; today: string };

/** Entries of each kind that are shown at once; the others are folded. */
const shownMax = 5;

export function MineList({ mine: { assignments, mentions }, today }: MineListProps) {
  const rows = assignments.map((each) => <AssignmentRow key={each.subject_id} assignment={each} today={today} />);
  const unread = mentions.map((each) => <MentionRow key={each.note_id} mention={each} />);
  const folded = [...rows.slice(shownMax), ...unread.slice(shownMax)];
  return (
    <section className="mine" aria-labelledby="mine">
      <h2 id="mine">Mine</h2>
      {rows.length + unread.length === 0 ? (
        <p className="small">Nothing is assigned to you, and there is no unread note that mentions you.</p>
      ) : (
        <ul className="note-list card">
          {rows.slice(0, shownMax)}
          {unread.slice(0, shownMax)}
        </ul>
      )}
      {folded.length > 0 && (
        <details>
          <summary>{folded.length} more</summary>
          <ul className="note-list">{folded}</ul>
        </details>
      )}
      <p className="links">
        <a href={pages.assignments}>All assignments</a>
      </p>
    </section>
  );
}

type AssignmentRowProps = { assignment: Mine["assignments"][number]; today: string };

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

const MentionRow = ({ mention }: { mention: Mine["mentions"][number] }) => {
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
