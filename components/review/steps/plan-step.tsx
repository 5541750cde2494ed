import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { WindowTable } from '#components/records/window-table.tsx'
import { ChoiceField, MomentField, TextField, YesNoField } from '#components/review/form/fields.tsx'
import { bindFields, type StepProps, useFieldValue } from '#components/review/form/use-step-form.ts'
import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'
import { RelativeTime } from '#components/ui/time/relative-time.tsx'
import { questionsQuery } from '#lib/api/review-queries.ts'
import { objectiveAnswers } from '#lib/contracts/app/review-values.ts'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import { readPlanSteps } from '#lib/domain/change/plan-steps.ts'
import { findStatedObjective } from '#lib/domain/change/stated-objective.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { hasDeviation } from '#lib/domain/review/form-facts.ts'
import { listReplies, replyLabels } from '#lib/domain/review/requester-replies.ts'
import { objectiveLabels, reviewQuestions } from '#lib/domain/review/review-labels.ts'
import { PlanMarks } from './plan-marks.tsx'

const objectives = objectiveAnswers.map((value) => ({ value, label: objectiveLabels[value] }))

/** Compares the plan with the work: steps, window, backout and objective. */
export function PlanStep({ review, change, savers }: StepProps) {
  const field = bindFields(savers.steps.plan)
  const marks = useFieldValue(field('steps'))
  const isAnyDeviated = useFieldValue(field('is_any_deviated'))
  const isBackoutUsed = useFieldValue(field('is_backout_used'))
  const start = useFieldValue(field('actual_start'))
  const end = useFieldValue(field('actual_end'))
  const steps = useMemo(() => readPlanSteps(change.implementation_plan), [change.implementation_plan])
  return (
    <div className="flex flex-col gap-6">
      {steps.length === 0 ? (
        <Notice>The implementation plan has no steps. Describe in the notes what was done.</Notice>
      ) : (
        <div className="flex flex-col gap-3">
          {isAnyDeviated && !hasDeviation({ steps: marks }) ? (
            <Notice
              action={
                <Button size="sm" onClick={() => savers.steps.plan.change({ is_any_deviated: false })}>
                  Everything went as planned
                </Button>
              }
            >
              In the short form you said that not all steps were carried out as planned. Mark those that were skipped or
              deviated.
            </Notice>
          ) : null}
          <PlanMarks steps={steps} marks={marks} saver={savers.steps.plan} />
        </div>
      )}
      <section aria-labelledby="plan-window">
        <h3 id="plan-window" className="mb-2 text-sm font-semibold">
          Planned and actual times
        </h3>
        <div className="grid gap-4 sm:grid-cols-2">
          <MomentField
            field={field('actual_start')}
            label={reviewQuestions.actual_start}
            hint={<Planned moment={change.planned_start} />}
            required
          />
          <MomentField
            field={field('actual_end')}
            label={reviewQuestions.actual_end}
            hint={<Planned moment={change.planned_end} />}
            required
          />
        </div>
        <div className="mt-3">
          <WindowTable window={{ ...change, actual_start: start, actual_end: end }} />
        </div>
      </section>
      <YesNoField field={field('is_backout_used')} label={reviewQuestions.is_backout_used} required />
      {isBackoutUsed ? (
        <YesNoField field={field('has_backout_worked')} label={reviewQuestions.has_backout_worked} required />
      ) : null}
      <ObjectiveFacts reference={review.reference} change={change} />
      <ChoiceField
        field={field('is_objective_met')}
        label={reviewQuestions.is_objective_met}
        options={objectives}
        required
        inline
      />
      <TextField field={field('notes')} label={reviewQuestions.plan_notes} rows={3} />
    </div>
  )
}

function Planned({ moment }: { moment: string | null }) {
  return moment === null ? (
    'No planned time'
  ) : (
    <>
      Planned <DateTime value={moment} />
    </>
  )
}

function ObjectiveFacts({ reference, change }: { reference: string; change: ChangeRecord }) {
  const objective = useMemo(() => findStatedObjective(change), [change])
  const replies = listReplies(useQuery(questionsQuery(reference)).data?.result ?? [])
  if (objective === null && replies.length === 0) return null
  return (
    <div className="-mb-3 flex flex-col gap-2 border-l-2 border-line-strong pl-3 text-sm">
      {objective ? (
        <figure className="m-0">
          <figcaption className="text-xs text-muted">Objective, from the implementation plan</figcaption>
          <blockquote className="line-clamp-6 break-words whitespace-pre-line">{objective}</blockquote>
        </figure>
      ) : null}
      {replies.map(({ id, requester, requester_name: name, answer, remark, answered_at: at }) => (
        <figure key={id} className="m-0">
          <figcaption className="text-xs text-muted">
            {name ?? requester} replied <RelativeTime value={at} /> ·{' '}
            <TextLink href={pagePaths.discussion(change.number)}>Discussion</TextLink>
          </figcaption>
          <blockquote className="break-words whitespace-pre-line">
            <span className="font-medium">{replyLabels[answer]}.</span> {remark}
          </blockquote>
        </figure>
      ))}
    </div>
  )
}
