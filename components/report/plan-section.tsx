import { WindowTable } from '#components/records/window-table.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { JsonDocument } from '#components/ui/json-document.tsx'
import { marksInWords } from '#lib/domain/plan-marks.ts'
import { readPlanSteps } from '#lib/domain/plan-steps.ts'
import { backoutInWords, planResultLabels, reviewQuestions } from '#lib/domain/review-words.ts'
import { ReportSection, type SectionProps } from './report-section.tsx'
import { ReportTable } from './report-table.tsx'

/** Each step of the plan with its result, and the backout. */
export function PlanSection({ data: { change, review }, level }: SectionProps) {
  const plan = review.steps.plan.form
  const marks = new Map(plan.steps.map((mark) => [mark.key, mark]))
  return (
    <ReportSection title="Plan against actual" level={level}>
      <WindowTable window={{ ...change, actual_start: plan.actual_start, actual_end: plan.actual_end }} />
      <p className="my-3 text-sm">{marksInWords(change, plan)}</p>
      <ReportTable
        caption="Steps of the plan"
        head={['Step', 'By', 'Result', 'Note']}
        empty="The change has no recorded steps."
        rows={readPlanSteps(change.implementation_plan).map((step, index) => {
          const mark = marks.get(step.key)
          const { result = null, note = '' } = mark ?? {}
          return {
            key: step.key,
            cells: [
              <>
                {index + 1}. {step.text}
                {step.detail ? <span className="block text-xs text-muted">{step.detail}</span> : null}
              </>,
              step.owner ?? '',
              result === null ? 'Open' : planResultLabels[result],
              result === 'done' ? '' : note,
            ],
          }
        })}
      />
      <Facts className="mt-4">
        <Fact label={reviewQuestions.is_backout_used}>{backoutInWords(plan) ?? 'Open'}</Fact>
        {plan.notes ? (
          <Fact label={reviewQuestions.plan_notes} wide>
            <span className="whitespace-pre-wrap">{plan.notes}</span>
          </Fact>
        ) : null}
      </Facts>
      {level === 2 ? (
        <>
          <h3 className="mt-4 mb-1 break-after-avoid-page text-sm font-semibold">Backout plan</h3>
          <JsonDocument value={change.backout_plan} />
        </>
      ) : null}
    </ReportSection>
  )
}
