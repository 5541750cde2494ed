import { ButtonLink } from '#components/ui/button-link.tsx'
import { Person } from '#components/ui/person.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'
import type { Worklist } from '#lib/contracts/app/worklist.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { WorklistCard, wideOnly } from './worklist-card.tsx'
import { titleCellClass, WorklistTitle } from './worklist-title.tsx'

type MyQuestionsProps = Pick<Worklist, 'questions'> & { hasSelection: boolean }

/** Questions of reviewers to the person as the requester of a change; those that expire first come first. */
export function MyQuestions({ questions: { entries, total_count: total }, hasSelection }: MyQuestionsProps) {
  return (
    <WorklistCard
      id="my-questions"
      title="Questions to you"
      description="Did the changes that you requested work for you?"
      total={total}
      columns={[
        {
          label: 'Question',
          isPrimary: true,
          cellClass: titleCellClass,
          cell: ({ id, question, number }) => (
            <WorklistTitle href={pagePaths.answer(id)} title={question}>
              <span className="font-mono">{number}</span>
            </WorklistTitle>
          ),
        },
        {
          label: 'Change',
          className: wideOnly,
          cell: ({ title }) => (
            <span title={title} className="block truncate text-muted">
              {title}
            </span>
          ),
        },
        { label: 'Asked by', cell: ({ asked_by_name: name }) => <Person name={name} /> },
        {
          label: 'Until',
          cellClass: 'py-0!',
          cell: ({ id, question, expires_at: until }) => (
            <span className="flex items-center justify-between gap-2">
              <DateTime value={until} precision="day" />
              <ButtonLink href={pagePaths.answer(id)} size="sm" aria-label={`Answer: ${question}`}>
                Answer
              </ButtonLink>
            </span>
          ),
        },
      ]}
      rows={entries}
      rowKey={({ id }) => id}
      hasSelection={hasSelection}
    />
  )
}
