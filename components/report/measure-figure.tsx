import { Badge } from '#components/ui/badge.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'
import type { Measured, Work } from '#lib/domain/measures/measures.ts'
import { describeMeasure, drawMeasure } from '#lib/report/measure-picture.ts'

const percent = (share: number) => `${(100 * share).toFixed(2)}%`

/** Dashes that differ in shape too, for a black and white printer. */
const dashes = { target: undefined, baseline: '8 4', abort: '2 3' } as const

type MeasuresProps = { measures: readonly Measured[]; work: Work }

/** What a change promised in figures: each with its verdict, a small picture, and the same in words. */
export const MeasureFigures = ({ measures, work }: MeasuresProps) => (
  <div className="flex flex-col gap-3">
    {measures.map((measure) => (
      <MeasureFigure key={measure.id} measure={measure} work={work} />
    ))}
  </div>
)

export function MeasureFigure({ measure, work }: { measure: Measured; work: Work }) {
  const { promise, verdict, isBad, isMet, details } = describeMeasure(measure, work)
  const { lines, points, work: span } = drawMeasure(measure, work)
  const [from = 0, to = 1] = span
  return (
    <figure className="break-inside-avoid-page border-l-2 border-line-strong pl-3 text-sm">
      <figcaption className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 break-words">{promise}</span>
        <Badge tone={isBad ? 'danger' : isMet ? 'success' : 'neutral'}>{verdict}</Badge>
      </figcaption>
      {points.length > 0 ? (
        <>
          <svg aria-hidden="true" width="100%" height="64" className="mt-1 block max-w-xl overflow-visible">
            {span.length > 0 ? (
              <rect
                x={percent(from)}
                width={percent(Math.max(0.006, to - from))}
                height="64"
                className="fill-line stroke-line-strong"
              />
            ) : null}
            {lines.map(({ kind, y }) => (
              <line
                key={kind}
                x2="100%"
                y1={percent(y)}
                y2={percent(y)}
                strokeDasharray={dashes[kind]}
                className={kind === 'abort' ? 'stroke-danger' : kind === 'target' ? 'stroke-ink' : 'stroke-muted'}
              />
            ))}
            {points.map(({ x, y, isResult }, index) => (
              <circle
                // biome-ignore lint/suspicious/noArrayIndexKey: two readings may be equal
                key={index}
                cx={percent(x)}
                cy={percent(y)}
                r={isResult ? 4.5 : 3}
                className={isResult ? 'fill-ink' : 'fill-surface stroke-ink'}
              />
            ))}
          </svg>
          <p aria-hidden="true" className="text-2xs text-muted">
            Line: target. Dashes: baseline. Dots: abort. Grey: the work. Filled: the reading that decides.
          </p>
        </>
      ) : null}
      <p className="mt-0.5 text-xs break-words text-muted">
        {details.map((part, index) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: two readings may have one time
          typeof part === 'string' ? part : <DateTime key={index} value={part.moment} />,
        )}
      </p>
    </figure>
  )
}
