'use client'

import { useQuery } from '@tanstack/react-query'
import { WindowTable } from '#components/changes/window-table.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { improvementsQuery } from '#lib/api/review-queries.ts'
import { outcomeCriteria } from '#lib/domain/outcome-criteria.ts'
import { gatherEvidence } from '#lib/domain/outcome-evidence.ts'
import { marksInWords } from '#lib/domain/plan-marks.ts'
import { proposeOutcome } from '#lib/domain/review-outcome.ts'
import { backoutInWords, objectiveLabels, verdictLabels } from '#lib/domain/review-words.ts'
import type { StepProps } from '../step-props.ts'

const open = <span className="text-muted">Open</span>

export function ReviewSummary({ review, change, live }: Pick<StepProps, 'review' | 'change' | 'live'>) {
  const { plan, risk, incidents, outcome, lessons } = live.forms
  const actions = useQuery(improvementsQuery(review.reference)).data?.result ?? []
  const evidence = gatherEvidence(change, live.forms)
  const proposed = review.proposed_outcome ?? proposeOutcome(evidence).outcome
  const rejected = incidents.decisions.filter(({ decision }) => decision === 'rejected').length
  const published = lessons.drafts.filter(({ article_id: id }) => id !== null).length
  const drafts = lessons.drafts.length - published
  return (
    <Facts>
      <Fact label="Outcome">{outcome.outcome ? outcomeCriteria[outcome.outcome].label : open}</Fact>
      <Fact label="The evidence suggests">{proposed ? outcomeCriteria[proposed].label : open}</Fact>
      <Fact label="Objective met">{plan.is_objective_met ? objectiveLabels[plan.is_objective_met] : open}</Fact>
      <Fact label="Steps of the plan">{marksInWords(change, plan)}</Fact>
      <Fact label="Backout plan used">{backoutInWords(plan) ?? open}</Fact>
      <div className="col-span-full">
        <dt className="mb-1 text-xs text-muted">Planned and actual window</dt>
        <dd>
          <WindowTable window={{ ...change, actual_start: plan.actual_start, actual_end: plan.actual_end }} />
        </dd>
      </div>
      <Fact label="Risk">{risk.verdict ? verdictLabels[risk.verdict] : open}</Fact>
      <Fact label="Incidents caused">
        {evidence.confirmedIncidents.map(({ number }) => number).join(', ') || 'None confirmed'}
        {rejected > 0 ? `, ${rejected} rejected` : ''}
      </Fact>
      <Fact label="Improvement actions">{actions.filter(({ status }) => status !== 'cancelled').length || 'None'}</Fact>
      <Fact label="Lessons">
        {lessons.drafts.length === 0 ? 'None' : `${published} published${drafts > 0 ? `, ${drafts} not yet` : ''}`}
      </Fact>
      {outcome.justification ? (
        <Fact label="Reasoning" wide>
          <span className="whitespace-pre-wrap">{outcome.justification}</span>
        </Fact>
      ) : null}
    </Facts>
  )
}
