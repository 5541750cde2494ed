'use client'

import { memo, useCallback, useEffect, useRef } from 'react'
import { FieldComments } from '#components/discussion/field-comments.tsx'
import { useFocusAfter } from '#components/review/form/use-focus-after.ts'
import { Button } from '#components/ui/button.tsx'
import { toFieldId } from '#components/ui/form/field-id.ts'
import type { PlanStep } from '#lib/domain/change/plan-steps.ts'
import { PlanMark, type PlanStepMark } from './plan-mark.tsx'

const headingId = 'plan-marks'

type PlanMarksProps = {
  steps: readonly PlanStep[]
  marks: readonly PlanStepMark[]
  onChange: (marks: PlanStepMark[]) => void
}

/** The steps of the plan, each marked as done, skipped or deviated. The last two need a note. */
export const PlanMarks = memo(function PlanMarks({ steps, marks, onChange }: PlanMarksProps) {
  const focusAfter = useFocusAfter()
  const marksByKey = new Map(marks.map((mark) => [mark.key, mark]))
  const latest = useRef({ marks, onChange })
  useEffect(() => {
    latest.current = { marks, onChange }
  })
  const change = useCallback((mark: PlanStepMark) => {
    const { marks: before, onChange: save } = latest.current
    const isKnown = before.some(({ key }) => key === mark.key)
    save(isKnown ? before.map((other) => (other.key === mark.key ? mark : other)) : [...before, mark])
  }, [])

  const open = steps.filter(({ key }) => (marksByKey.get(key)?.result ?? null) === null)
  const markOpenAsDone = () => {
    focusAfter(headingId)
    const isOpen = new Set(open.map(({ key }) => key))
    const marked = marks.filter(({ key }) => !isOpen.has(key))
    onChange([
      ...marked,
      ...open.map(({ key }): PlanStepMark => ({ key, result: 'done', note: marksByKey.get(key)?.note ?? '' })),
    ])
  }
  return (
    <section id={toFieldId('steps')} aria-labelledby={headingId}>
      <div className="mb-2 flex min-h-7 flex-wrap items-center justify-between gap-2">
        <h3 id={headingId} tabIndex={-1} className="text-sm font-semibold outline-none">
          Steps of the plan{' '}
          <span className="font-normal text-muted tabular-nums">
            {steps.length - open.length} of {steps.length} marked
          </span>
        </h3>
        <span className="flex items-center gap-2">
          {open.length > 0 ? (
            <Button size="sm" onClick={markOpenAsDone}>
              Mark {open.length === steps.length ? 'all' : `the remaining ${open.length}`} as done
            </Button>
          ) : null}
          <FieldComments name="steps" />
        </span>
      </div>
      <ol className="divide-y divide-line rounded-md border border-line">
        {steps.map((step, index) => (
          <PlanMark
            key={step.key}
            step={step}
            heading={findHeading(step, steps[index - 1])}
            number={index + 1}
            mark={marksByKey.get(step.key) ?? null}
            onChange={change}
          />
        ))}
      </ol>
    </section>
  )
})

/** Returns the phase that begins with this step; null within a phase. */
function findHeading({ group }: PlanStep, before: PlanStep | undefined): string | null {
  const heading = group.join(' › ')
  return heading === '' || heading === before?.group.join(' › ') ? null : heading
}
