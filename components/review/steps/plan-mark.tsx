'use client'

import { memo, useId } from 'react'
import { toEntryId } from '#components/review/form/anchors.ts'
import { cx } from '#components/ui/class-names.ts'
import { Field } from '#components/ui/form/field.tsx'
import { Textarea } from '#components/ui/form/textarea.tsx'
import type { ReviewForm } from '#lib/contracts/app/review-forms.ts'
import { planStepResults } from '#lib/contracts/app/review-values.ts'
import type { PlanStep } from '#lib/domain/change/plan-steps.ts'
import { planResultLabels } from '#lib/domain/review/review-labels.ts'

export type PlanStepMark = ReviewForm<'plan'>['steps'][number]
type PlanStepResult = (typeof planStepResults)[number]

const noteLabels: Record<Exclude<PlanStepResult, 'done'>, string> = {
  skipped: 'Why was it skipped?',
  deviated: 'How did it deviate?',
}
const chosenClasses: Record<PlanStepResult, string> = {
  done: 'bg-success-soft text-success-text',
  skipped: 'bg-warning-soft text-warning-text',
  deviated: 'bg-warning-soft text-warning-text',
}

type PlanMarkProps = {
  step: PlanStep
  /** Phase that begins with this step; null within a phase. */
  heading: string | null
  number: number
  mark: PlanStepMark | null
  onChange: (mark: PlanStepMark) => void
}

/** One step of the plan with three choices. */
export const PlanMark = memo(function PlanMark({ step, heading, number, mark, onChange }: PlanMarkProps) {
  const id = useId()
  const { result, note } = mark ?? { result: null, note: '' }
  const mayNeedNote = result === 'skipped' || result === 'deviated' ? result : null
  return (
    <li id={toEntryId('steps', step.key)} className="px-3 py-2">
      {heading ? <p className="mb-1 text-xs font-semibold text-muted">{heading}</p> : null}
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1.5">
        <p id={id} className="min-w-0 flex-1 basis-64 text-sm break-words">
          <span className="mr-1.5 text-muted tabular-nums">{number}.</span>
          {step.text}
          {step.detail ? <span className="block text-xs text-muted">{step.detail}</span> : null}
          {step.owner || step.duration ? (
            <span className="block text-xs text-muted">{[step.owner, step.duration].filter(Boolean).join(' · ')}</span>
          ) : null}
        </p>
        <div role="radiogroup" aria-labelledby={id} className="flex shrink-0 rounded-md border border-line-strong">
          {planStepResults.map((choice) => (
            <label
              key={choice}
              className={cx(
                'relative flex h-7 cursor-pointer items-center border-line-strong px-2.5 text-xs font-medium not-first:border-l first:rounded-l-[5px] last:rounded-r-[5px] pointer-coarse:h-9',
                'has-focus-visible:z-1 has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-focus',
                result === choice ? chosenClasses[choice] : 'text-muted hover:bg-sunken hover:text-ink',
              )}
            >
              <input
                type="radio"
                name={id}
                value={choice}
                checked={result === choice}
                onChange={() => onChange({ key: step.key, result: choice, note })}
                className="absolute inset-0 cursor-pointer opacity-0"
              />
              {planResultLabels[choice]}
            </label>
          ))}
        </div>
      </div>
      {mayNeedNote ? (
        <Field label={noteLabels[mayNeedNote]} className="mt-2" required>
          <Textarea
            rows={2}
            value={note}
            onChange={(event) => onChange({ key: step.key, result, note: event.target.value })}
          />
        </Field>
      ) : null}
    </li>
  )
})
