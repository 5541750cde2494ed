import { OutcomeBadge } from '#components/records/change-badges.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { LinkedText } from '#components/ui/text/linked-text.tsx'
import { statedObjective } from '#lib/domain/change/stated-objective.ts'
import { outcomeCriteria } from '#lib/domain/review/outcome-criteria.ts'
import { gatherEvidence } from '#lib/domain/review/outcome-evidence.ts'
import { evidenceOfReplies } from '#lib/domain/review/requester-replies.ts'
import { formsOf } from '#lib/domain/review/review-forms.ts'
import { evidenceLabels, objectiveLabels, reviewQuestions } from '#lib/domain/review/review-labels.ts'
import { proposeOutcome } from '#lib/domain/review/review-outcome.ts'
import { ReportSection, type SectionProps } from './report-section.tsx'
import { ReportTable } from './report-table.tsx'

/** The chosen outcome, first of all where and why it differs from the suggestion, and the evidence. */
export function OutcomeSection({ data: { change, review, incidents, questions }, level }: SectionProps) {
  const forms = formsOf(review)
  const { outcome, justification } = forms.outcome
  const { outcome: suggested, evidence } = proposeOutcome(gatherEvidence(change, forms, incidents))
  const proposed = review.proposed_outcome ?? suggested
  const isCompleted = review.status === 'completed'
  const isOverridden = outcome !== null && proposed !== null && outcome !== proposed
  const objective = statedObjective(change)
  return (
    <ReportSection title="Outcome" level={level}>
      {isOverridden ? (
        <div className="mb-3">
          <Notice
            tone="warning"
            title={`The outcome is ${outcomeCriteria[outcome].label}, but the evidence suggests ${outcomeCriteria[proposed].label}.`}
          >
            <span className="whitespace-pre-wrap">{justification || 'No reason is given.'}</span>
          </Notice>
        </div>
      ) : null}
      <Facts>
        <Fact label="Outcome">
          {outcome ? <OutcomeBadge outcome={outcome} /> : isCompleted ? 'Not chosen in the review' : 'Not answered'}
          {isOverridden ? ` (evidence: ${outcomeCriteria[proposed].label})` : ''}
        </Fact>
        {isCompleted && change.pir_outcome !== outcome ? (
          <Fact label="Outcome on the change">
            {change.pir_outcome ? outcomeCriteria[change.pir_outcome].label : 'None'}, set through the API
          </Fact>
        ) : null}
        <Fact label="The evidence suggests">{proposed ? outcomeCriteria[proposed].label : 'Nothing yet'}</Fact>
        <Fact label="Objective met">
          {forms.plan.is_objective_met ? objectiveLabels[forms.plan.is_objective_met] : 'Not answered'}
        </Fact>
        {objective ? (
          <Fact label="Objective" wide>
            {objective}
          </Fact>
        ) : null}
        {outcome ? (
          <Fact label="Criterion of the outcome" wide>
            {outcomeCriteria[outcome].criterion}
          </Fact>
        ) : null}
        {justification && !isOverridden ? (
          <Fact label={reviewQuestions.justification} wide>
            <span className="whitespace-pre-wrap">
              <LinkedText text={justification} />
            </span>
          </Fact>
        ) : null}
      </Facts>
      <div className="mt-4">
        <ReportTable
          caption="Evidence"
          columns={[
            { label: 'Evidence', cell: ({ kind }) => evidenceLabels[kind] },
            { label: 'Details', cell: ({ text }) => <LinkedText text={text} /> },
            { label: 'Best possible outcome', cell: ({ allows }) => (allows ? outcomeCriteria[allows].label : '') },
          ]}
          rows={[...evidence, ...evidenceOfReplies(questions)]}
          rowKey={({ kind, step, field, entry }) => `${kind} ${step} ${field} ${entry}`}
          empty="No evidence yet."
        />
      </div>
    </ReportSection>
  )
}
