import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { memo, useCallback, useId, useMemo } from 'react'
import { FieldComments } from '#components/discussion/field-comments.tsx'
import { QuotedObjective } from '#components/records/objective.tsx'
import { WindowTable } from '#components/records/window-table.tsx'
import { Checks } from '#components/review/form/checks.tsx'
import { toEntryId } from '#components/review/form/missing-list.tsx'
import { Questions, StepQuestion } from '#components/review/form/questions.tsx'
import type { ReviewSavers } from '#components/review/form/review-savers.ts'
import { bindFields, type StepProps, useFieldValue } from '#components/review/form/use-step-form.ts'
import { useFocusAfter } from '#components/review/form/use-step-href.ts'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { toFieldId } from '#components/ui/form/field-id.ts'
import { Segments } from '#components/ui/form/segments.tsx'
import { Textarea } from '#components/ui/form/textarea.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'
import { RelativeTime } from '#components/ui/time/relative-time.tsx'
import { questionsQuery } from '#lib/api/review-queries.ts'
import type { ReviewForm } from '#lib/contracts/app/review-forms.ts'
import type { planStepResults } from '#lib/contracts/app/review-values.ts'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import { type PlanStep as PlannedStep, readPlanSteps } from '#lib/domain/change/plan-steps.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { hasDeviation } from '#lib/review/forms.ts'
import { planResultLabels } from '#lib/review/labels.ts'
import { findObjective } from '#lib/review/questions/objective.ts'
import { plan } from '#lib/review/questions/plan.ts'
import { listReplies, replyLabels } from '#lib/review/requester-replies.ts'

const MeasureFigures = dynamic(
  () => import('#components/report/measure-figure.tsx').then((part) => part.MeasureFigures),
  { loading: () => null },
)

/** Compares the plan with the work: steps, window, backout and objective. */
export function PlanStep({ review, change, savers }: StepProps) {
  const saver = savers.steps.plan
  const field = bindFields(saver)
  const marks = useFieldValue(field('steps'))
  const isAnyDeviated = useFieldValue(field('is_any_deviated'))
  const start = useFieldValue(field('actual_start'))
  const end = useFieldValue(field('actual_end'))
  const checks = useFieldValue(field('checks'))
  const steps = useMemo(() => readPlanSteps(change.implementation_plan), [change.implementation_plan])
  const asking = { of: plan, change, savers } as const
  return (
    <div className="flex flex-col gap-6">
      <Questions
        {...asking}
        own={{
          steps:
            steps.length === 0 ? (
              <Notice>The implementation plan has no steps. Describe in the notes what was done.</Notice>
            ) : (
              <div className="flex flex-col gap-3">
                {isAnyDeviated && !hasDeviation({ steps: marks }) ? <ShortYesNotice saver={saver} /> : null}
                <PlanMarks steps={steps} marks={marks} saver={saver} />
              </div>
            ),
          actual_start: (
            <section aria-labelledby="plan-window">
              <h3 id="plan-window" className="mb-2 text-sm font-semibold">
                Planned and actual times
              </h3>
              <div className="grid gap-4 sm:grid-cols-2">
                <StepQuestion {...asking} name="actual_start" hint={<Planned moment={change.planned_start} />} />
                <StepQuestion {...asking} name="actual_end" hint={<Planned moment={change.planned_end} />} />
              </div>
              <div className="mt-3">
                <WindowTable window={{ ...change, actual_start: start, actual_end: end }} />
              </div>
            </section>
          ),
          actual_end: null,
          checks: (
            <Checks
              asked={review.checks}
              entries={checks}
              onChange={field('checks').onChange}
              aside={<FieldComments name="checks" />}
            />
          ),
        }}
        above={{
          objective: (
            <div className="-mb-3">
              <QuotedObjective objective={findObjective(change)} />
            </div>
          ),
          is_objective_met: (
            <>
              {change.measures.length > 0 ? (
                <MeasureFigures measures={change.measures} work={{ actual_start: start, actual_end: end }} />
              ) : null}
              <Replies reference={review.reference} change={change} />
            </>
          ),
        }}
      />
    </div>
  )
}

const ShortYesNotice = ({ saver }: { saver: ReviewSavers['steps']['plan'] }) => (
  <Notice
    action={
      <Button size="sm" onClick={() => saver.change({ is_any_deviated: false })}>
        Everything went as planned
      </Button>
    }
  >
    In the short form you said that not all steps were carried out as planned. Mark those that were skipped or deviated.
  </Notice>
)

function Planned({ moment }: { moment: string | null }) {
  return moment === null ? (
    'No planned time'
  ) : (
    <>
      Planned <DateTime value={moment} />
    </>
  )
}

function Replies({ reference, change }: { reference: string; change: ChangeRecord }) {
  const replies = listReplies(useQuery(questionsQuery(reference)).data?.result ?? [])
  if (replies.length === 0) return null
  return (
    <div className="-mb-3 flex flex-col gap-2 border-l-2 border-line-strong pl-3 text-sm">
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

type PlanStepMark = ReviewForm<'plan'>['steps'][number]
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
  step: PlannedStep
  /** Phase that begins with this step; null within a phase. */
  heading: string | null
  number: number
  mark: PlanStepMark | null
  onChange: (mark: PlanStepMark) => void
}

const PlanMark = memo(function PlanMark({ step, heading, number, mark, onChange }: PlanMarkProps) {
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
        <Segments
          labelledBy={id}
          labels={planResultLabels}
          value={result}
          onChange={(chosen) => onChange({ key: step.key, result: chosen, note })}
          chosenClass={(chosen) => chosenClasses[chosen]}
        />
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

const headingId = 'plan-marks'

type PlanMarksProps = {
  steps: readonly PlannedStep[]
  marks: readonly PlanStepMark[]
  saver: ReviewSavers['steps']['plan']
}

/** The steps of the plan, each marked as done, skipped or deviated. The last two need a note. */
const PlanMarks = memo(function PlanMarks({ steps, marks, saver }: PlanMarksProps) {
  const focusAfter = useFocusAfter()
  const marksByKey = new Map(marks.map((mark) => [mark.key, mark]))
  const change = useCallback(
    (mark: PlanStepMark) => {
      const before = saver.form.steps
      const isKnown = before.some(({ key }) => key === mark.key)
      saver.change({
        steps: isKnown ? before.map((other) => (other.key === mark.key ? mark : other)) : [...before, mark],
      })
    },
    [saver],
  )
  const open = steps.filter(({ key }) => (marksByKey.get(key)?.result ?? null) === null)
  const markOpenAsDone = () => {
    focusAfter(headingId)
    const isOpen = new Set(open.map(({ key }) => key))
    const marked = marks.filter(({ key }) => !isOpen.has(key))
    const done = open.map(({ key }) => ({ key, result: 'done' as const, note: marksByKey.get(key)?.note ?? '' }))
    saver.change({ steps: [...marked, ...done] })
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
function findHeading({ group }: PlannedStep, before: PlannedStep | undefined): string | null {
  const heading = group.join(' › ')
  return heading === '' || heading === before?.group.join(' › ') ? null : heading
}
