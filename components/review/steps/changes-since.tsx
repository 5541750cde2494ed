import { ReportSection } from '#components/report/report-parts.tsx'
import { DifferingAnswers } from '#components/review/versions/compared-step.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { pagePaths } from '#lib/domain/page-paths.ts'
import type { ReportData } from '#lib/report/report.ts'
import { compareVersions } from '#lib/review/answers.ts'
import { pickForms } from '#lib/review/forms.ts'
import { describeReturn, stepLabels } from '#lib/review/labels.ts'

export function ChangesSince({
  data: { change, review, improvements, returns, versions, nameOf },
}: {
  data: ReportData
}) {
  const last = review.status === 'completed' ? versions.at(-2) : versions.at(-1)
  // The notice above the steps already shows the last reason.
  const earlier = returns.filter(({ at }) => Date.parse(at) !== Date.parse(review.returned?.at ?? ''))
  if (!last && earlier.length === 0) return null
  const now = {
    change,
    forms: pickForms(review),
    improvements: [...improvements],
    proposed_outcome: null,
    pir_date: null,
  }
  const steps = last ? compareVersions(last.said, now, nameOf) : []
  const changed = steps
    .map(({ step, rows }) => ({ step, rows: rows.filter((row) => row.change !== 'same') }))
    .filter(({ rows }) => rows.length > 0)
  return (
    <ReportSection title={last ? `Changed since version ${last.number}` : 'Why it was sent back'} level={3}>
      <div className="flex flex-col gap-3 text-sm">
        {earlier.map((entry) => (
          <p key={entry.at}>
            {describeReturn(entry)} by {entry.by}: <span className="whitespace-pre-wrap">{entry.reason}</span>
          </p>
        ))}
        {changed.map(({ step, rows }) => (
          <section key={step}>
            <h4 className="mb-1 text-xs font-semibold text-muted">{stepLabels[step]}</h4>
            <DifferingAnswers rows={rows} names={{ left: `Version ${last?.number}`, right: 'Now' }} />
          </section>
        ))}
        {last && changed.length === 0 ? <p className="text-muted">No answers differ.</p> : null}
        {last ? (
          <p>
            <TextLink href={pagePaths.reviewVersions(change.number)}>Compare versions</TextLink>
          </p>
        ) : null}
      </div>
    </ReportSection>
  )
}
