'use client'

import { Badge, type Tone } from '#components/ui/badge.tsx'
import { Card, CardBody, CardHeader } from '#components/ui/card.tsx'
import type { AnswerChange, ComparedStep as Compared } from '#lib/domain/compare-versions.ts'
import { stepLabels } from '#lib/domain/review-progress.ts'
import { AnswerText } from '../answer-text.tsx'

type Names = { left: string; right: string }
type Row = Compared['rows'][number]

const looks: Readonly<Record<Exclude<AnswerChange, 'same'>, { word: string; tone: Tone }>> = {
  changed: { word: 'Changed', tone: 'warning' },
  added: { word: 'Added', tone: 'info' },
  removed: { word: 'Removed', tone: 'neutral' },
}

/** One step in two versions: differences side by side, the rest collapsed. */
export function ComparedStep({ compared: { step, rows }, names }: { compared: Compared; names: Names }) {
  const differing = rows.filter(({ change }) => change !== 'same')
  const alike = rows.filter(({ change }) => change === 'same')
  const id = `compared-${step}`
  const count = differing.length === 1 ? '1 answer differs' : `${differing.length} answers differ`
  return (
    <Card aria-labelledby={id}>
      <CardHeader
        id={id}
        title={stepLabels[step]}
        description={differing.length === 0 ? 'No differences.' : `${count}.`}
      />
      {rows.length === 0 ? null : (
        <CardBody className="flex flex-col gap-3 text-sm">
          {differing.length > 0 ? <Rows rows={differing} names={names} /> : null}
          {alike.length > 0 ? (
            <details>
              <summary className="w-fit cursor-pointer rounded-sm font-medium text-accent-text">
                {alike.length === 1 ? '1 answer is' : `${alike.length} answers are`} the same
              </summary>
              <dl className="mt-2 flex flex-col gap-2">
                {alike.map(({ key, question, mine }) => (
                  <div key={key} className="not-first:border-t not-first:border-line not-first:pt-2">
                    <dt className="font-medium break-words">{question}</dt>
                    <dd className="min-w-0 break-words">
                      <AnswerText answer={mine} />
                    </dd>
                  </div>
                ))}
              </dl>
            </details>
          ) : null}
        </CardBody>
      )}
    </Card>
  )
}

function Rows({ rows, names }: { rows: readonly Row[]; names: Names }) {
  return (
    <dl className="flex flex-col gap-3">
      {rows.map((row) => (
        <div
          key={row.key}
          className="grid gap-x-6 gap-y-1 not-first:border-t not-first:border-line not-first:pt-3 sm:grid-cols-2"
        >
          <dt className="flex flex-wrap items-center gap-2 font-medium sm:col-span-2">
            <span className="min-w-0 break-words">{row.question}</span>
            {row.change === 'same' ? null : <Badge tone={looks[row.change].tone}>{looks[row.change].word}</Badge>}
          </dt>
          <Side name={names.left} answer={row.mine} />
          <Side name={names.right} answer={row.theirs} />
        </div>
      ))}
    </dl>
  )
}

const Side = ({ name, answer }: { name: string; answer: Row['mine'] }) => (
  <dd className="min-w-0 break-words">
    <span className="block text-2xs text-muted">{name}</span>
    <AnswerText answer={answer} />
  </dd>
)
