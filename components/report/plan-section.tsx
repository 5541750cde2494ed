import { WindowTable } from '#components/records/window-table.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { JsonDocument } from '#components/ui/text/json-document.tsx'
import { readPlanSteps } from '#lib/domain/change/plan-steps.ts'
import { describeMarks } from '#lib/domain/review/plan-marks.ts'
import { describeBackout, planResultLabels, reviewQuestions } from '#lib/domain/review/review-labels.ts'
import { ReportSection, type SectionProps } from './report-section.tsx'
import { ReportTable } from './report-table.tsx'

/** Each step of the plan with its result, and the backout. */
export function PlanSection({ data: { change, review }, level }: SectionProps) {
  const plan = review.steps.plan.form
  const marks = new Map(plan.steps.map((mark) => [mark.key, mark]))
  return (
    <ReportSection title="Plan against actual" level={level}>
      <WindowTable window={{ ...change, actual_start: plan.actual_start, actual_end: plan.actual_end }} />
      <p className="my-3 text-sm">{describeMarks(change, plan)}</p>
      <ReportTable
        caption="Steps of the plan"
        columns={[
          {
            label: 'Step',
            cell: ({ number, text, detail }) => (
              <>
                {number}. {text}
                {detail ? <span className="block text-xs text-muted">{detail}</span> : null}
              </>
            ),
          },
          { label: 'By', cell: ({ owner }) => owner ?? '' },
          { label: 'Result', cell: ({ result }) => (result === null ? 'Not answered' : planResultLabels[result]) },
          { label: 'Note', cell: ({ result, note }) => (result === 'done' ? '' : note) },
        ]}
        rows={readPlanSteps(change.implementation_plan).map((step, index) => {
          const { result = null, note = '' } = marks.get(step.key) ?? {}
          return { ...step, number: index + 1, result, note }
        })}
        rowKey={({ key }) => key}
        empty="The change has no recorded steps."
      />
      <Facts className="mt-4">
        <Fact label={reviewQuestions.is_backout_used}>{describeBackout(plan) ?? 'Not answered'}</Fact>
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
