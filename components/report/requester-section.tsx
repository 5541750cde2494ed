import { DateTime } from '#components/ui/date-time.tsx'
import type { RequesterQuestion } from '#lib/contracts/app/requester-questions.ts'
import { replyLabels } from '#lib/domain/requester-replies.ts'
import { ReportSection, type SectionProps } from './report-section.tsx'
import { ReportTable } from './report-table.tsx'

/** The questions to the requester with their replies. */
export function RequesterSection({ data: { questions, nameOf }, level }: SectionProps) {
  return (
    <ReportSection title="Requester feedback" level={level}>
      <ReportTable
        caption="Requester feedback"
        head={['Question', 'Reply', 'Remark', 'By']}
        empty="The requester was not asked."
        rows={questions.map((question) => ({
          key: question.id,
          cells: [
            question.question,
            question.answer ? replyLabels[question.answer] : 'No reply yet',
            <span key="remark" className="whitespace-pre-wrap">
              {question.remark}
            </span>,
            <By key="by" question={question} nameOf={nameOf} />,
          ],
        }))}
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
