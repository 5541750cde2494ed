import { Fact, Facts } from '#components/ui/facts.tsx'
import { JsonDocument } from '#components/ui/text/json-document.tsx'
import { reviewQuestions, verdictLabels } from '#lib/domain/review/review-labels.ts'
import { ReportSection, type SectionProps } from './report-section.tsx'

/** The risk assessment and what the review says of it. */
export function RiskSection({ data: { change, review }, level }: SectionProps) {
  const { verdict, missed } = review.steps.risk.form
  return (
    <ReportSection title="Risk" level={level}>
      {level === 2 ? (
        <div className="mb-4">
          <JsonDocument value={change.risk_assessment} />
        </div>
      ) : null}
      <Facts>
        <Fact label="In hindsight">{verdict ? verdictLabels[verdict] : 'Open'}</Fact>
        {missed ? (
          <Fact label={reviewQuestions.missed} wide>
            <span className="whitespace-pre-wrap">{missed}</span>
          </Fact>
        ) : null}
      </Facts>
    </ReportSection>
  )
}
