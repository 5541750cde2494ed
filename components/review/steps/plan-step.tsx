'use client'

import { useMemo } from 'react'
import { WindowTable } from '#components/records/window-table.tsx'
import { ChoiceField, MomentField, TextField, YesNoField } from '#components/review/form/fields.tsx'
import { bindFields, type StepProps, useFieldValue } from '#components/review/form/use-step-form.ts'
import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'
import { objectiveAnswers } from '#lib/contracts/app/review-values.ts'
import { readPlanSteps } from '#lib/domain/change/plan-steps.ts'
import { hasDeviation } from '#lib/domain/review/form-facts.ts'
import { objectiveLabels, reviewQuestions } from '#lib/domain/review/review-labels.ts'
import { ObjectiveFacts } from './objective-facts.tsx'
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
          <PlanMarks steps={steps} marks={marks} onChange={field('steps').onChange} />
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
