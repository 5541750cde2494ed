'use client'

import { AnswerText, QuestionText } from '#components/review/form/answer-text.tsx'
import { Badge, type Tone } from '#components/ui/badge.tsx'
import { Card, CardBody, CardHeader } from '#components/ui/card.tsx'
import type { AnswerChange, ComparedStep as Compared } from '#lib/review/answers.ts'
import { stepLabels } from '#lib/review/labels.ts'

type VersionNames = { left: string; right: string }
type ComparedRow = Compared['rows'][number]

const badges: Readonly<Record<Exclude<AnswerChange, 'same'>, { word: string; tone: Tone }>> = {
  changed: { word: 'Changed', tone: 'warning' },
  added: { word: 'Added', tone: 'info' },
  removed: { word: 'Removed', tone: 'neutral' },
}

/** One step in two versions: differences side by side, the rest collapsed. */
export function ComparedStep({ compared: { step, rows }, names }: { compared: Compared; names: VersionNames }) {
  const differing = rows.filter(({ change }) => change !== 'same')
  const id = `compared-${step}`
  const count = differing.length === 1 ? '1 answer differs' : `${differing.length} answers differ`
  return (
    <Card aria-labelledby={id}>
      <CardHeader id={id} title={stepLabels[step]} description={`${count}.`} />
      <CardBody className="flex flex-col gap-3 text-sm">
        <DifferingAnswers rows={differing} names={names} />
        <SameAnswers rows={rows.filter(({ change }) => change === 'same')} />
      </CardBody>
    </Card>
  )
}

/** The steps without a difference, in one card. */
export function UnchangedSteps({ steps }: { steps: readonly Compared[] }) {
  if (steps.length === 0) return null
  return (
    <Card aria-labelledby="unchanged">
      <CardHeader id="unchanged" title="No differences" />
      <CardBody className="flex flex-col gap-2 text-sm">
        {steps.map(({ step, rows }) => (
          <section key={step} aria-label={stepLabels[step]} className="flex flex-wrap gap-x-3">
            <h3 className="w-28 font-medium">{stepLabels[step]}</h3>
            {rows.length === 0 ? <p className="text-muted">No answers.</p> : <SameAnswers rows={rows} />}
          </section>
        ))}
      </CardBody>
    </Card>
  )
}

function SameAnswers({ rows }: { rows: readonly ComparedRow[] }) {
  if (rows.length === 0) return null
  return (
    <details className="min-w-0 open:basis-full">
      <summary className="w-fit cursor-pointer rounded-sm font-medium text-accent-text">
        {rows.length === 1 ? '1 answer is' : `${rows.length} answers are`} the same
      </summary>
      <dl className="mt-2 flex flex-col gap-2">
        {rows.map(({ key, question, mine }) => (
          <div key={key} className="not-first:border-t not-first:border-line not-first:pt-2">
            <dt className="font-medium break-words">
              <QuestionText answer={{ key, question }} />
            </dt>
            <dd className="min-w-0 break-words">
              <AnswerText answer={mine} />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

export function DifferingAnswers({ rows, names }: { rows: readonly ComparedRow[]; names: VersionNames }) {
  if (rows.length === 0) return null
  return (
    <dl className="flex flex-col gap-3">
      {rows.map((row) => (
        <div
          key={row.key}
          className="grid gap-x-6 gap-y-1 not-first:border-t not-first:border-line not-first:pt-3 sm:grid-cols-2"
        >
          <dt className="flex flex-wrap items-center gap-2 font-medium sm:col-span-2">
            <span className="min-w-0 break-words">
              <QuestionText answer={row} />
            </span>
            {row.change === 'same' ? null : <Badge tone={badges[row.change].tone}>{badges[row.change].word}</Badge>}
          </dt>
          <Side name={names.left} answer={row.mine} />
          <Side name={names.right} answer={row.theirs} />
        </div>
      ))}
    </dl>
  )
}

const Side = ({ name, answer }: { name: string; answer: ComparedRow['mine'] }) => (
  <dd className="min-w-0 break-words">
    <span className="block text-2xs text-muted">{name}</span>
    <AnswerText answer={answer} />
  </dd>
)
