import { DateTime } from '#components/ui/time/date-time.tsx'
import type { RequesterQuestion } from '#lib/contracts/app/requester-questions.ts'
import { replyLabels } from '#lib/domain/review/requester-replies.ts'
import { ReportSection, type SectionProps } from './report-section.tsx'
import { ReportTable } from './report-table.tsx'

/** The questions to the requester with their replies. */
export function RequesterSection({ data: { questions, nameOf }, level }: SectionProps) {
  return (
    <ReportSection title="Requester feedback" level={level}>
      <ReportTable
        caption="Requester feedback"
        columns={[
          { label: 'Question', cell: ({ question }) => question },
          { label: 'Reply', cell: ({ answer }) => (answer ? replyLabels[answer] : 'No reply yet') },
          { label: 'Remark', cell: ({ remark }) => <span className="whitespace-pre-wrap">{remark}</span> },
          { label: 'By', cell: (question) => <By question={question} nameOf={nameOf} /> },
        ]}
        rows={questions}
        rowKey={({ id }) => id}
        empty="The requester was not asked."
      />
    </ReportSection>
  )
}

function By({ question, nameOf }: { question: RequesterQuestion; nameOf: (email: string) => string }) {
  return (
    <div>
      {nameOf(question.requester)}
      <span className="block text-xs text-muted">
        {question.answered_at ? <DateTime value={question.answered_at} /> : `Asked by ${question.asked_by_name}`}
      </span>
    </div>
  )
}
