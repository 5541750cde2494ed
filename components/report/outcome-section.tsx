import { Fact, Facts } from '#components/ui/facts.tsx'
import { outcomeCriteria } from '#lib/domain/outcome-criteria.ts'
import { gatherEvidence } from '#lib/domain/outcome-evidence.ts'
import type { ReportData } from '#lib/domain/report-data.ts'
import { formsOf } from '#lib/domain/review-forms.ts'
import { proposeOutcome } from '#lib/domain/review-outcome.ts'
import { evidenceLabels, objectiveLabels, reviewQuestions } from '#lib/domain/review-words.ts'
import { ReportSection } from './report-section.tsx'
import { ReportTable } from './report-table.tsx'

/** The chosen outcome, the outcome that the evidence suggests, the evidence and the justification. */
export function OutcomeSection({ change, review, incidents }: Pick<ReportData, 'change' | 'review' | 'incidents'>) {
  const forms = formsOf(review)
  const { outcome, justification } = forms.outcome
  const { outcome: suggested, evidence } = proposeOutcome(gatherEvidence(change, forms, incidents))
  const proposed = review.proposed_outcome ?? suggested
  const isCompleted = review.status === 'completed'
  const isOverridden = outcome !== null && proposed !== null && outcome !== proposed
  return (
    <ReportSection title="Outcome">
      <Facts>
        <Fact label="Outcome">
          {outcome ? outcomeCriteria[outcome].label : isCompleted ? 'Not chosen in the review' : 'Open'}
          {isOverridden ? ', chosen against the evidence' : ''}
        </Fact>
        {isCompleted && change.pir_outcome !== outcome ? (
          <Fact label="Outcome on the change">
            {change.pir_outcome ? outcomeCriteria[change.pir_outcome].label : 'None'}, set through the API
          </Fact>
        ) : null}
        <Fact label="The evidence suggests">{proposed ? outcomeCriteria[proposed].label : 'Nothing yet'}</Fact>
        <Fact label="Objective met">
          {forms.plan.is_objective_met ? objectiveLabels[forms.plan.is_objective_met] : 'Open'}
        </Fact>
        {outcome ? (
          <Fact label="Criterion of the outcome" wide>
            {outcomeCriteria[outcome].criterion}
          </Fact>
        ) : null}
        {justification ? (
          <Fact label={isOverridden ? 'Why not what the evidence suggests' : reviewQuestions.justification} wide>
            <span className="whitespace-pre-wrap">{justification}</span>
          </Fact>
        ) : null}
      </Facts>
      <div className="mt-4">
        <ReportTable
          caption="Evidence"
          head={['Evidence', 'Details', 'Best possible outcome']}
          empty="No evidence yet."
          rows={evidence.map(({ kind, text, step, field, entry, allows }) => ({
            key: `${kind} ${step} ${field} ${entry}`,
            cells: [evidenceLabels[kind], text, allows ? outcomeCriteria[allows].label : ''],
          }))}
        />
      </div>
    </ReportSection>
  )
}
