import { scaleLinear } from 'd3-scale'
import { stack } from 'd3-shape'
import { Link } from '#components/ui/link.tsx'
import type { OutcomeGroups } from '#lib/contracts/app/figures.ts'
import { ChartCard } from './chart-card.tsx'
import { drawnOutcomes, outcomeLooks } from './outcome-look.tsx'
import { OutcomeTable } from './outcome-table.tsx'
import { countOf, type OutcomeGroup, outcomeSummary, withOutcome } from './outcome-words.ts'

type OutcomeBarsProps = {
  id: string
  title: string
  /** What one bar stands for: "Team". */
  noun: string
  plural: string
  groups: OutcomeGroups
  nameOf: (key: string | null) => string
  /** Said below, where it is not plain. */
  note?: string
  isWide?: boolean
}

const rowHeight = 28
const barHeight = 14

const stackOutcomes = stack<OutcomeGroup, (typeof drawnOutcomes)[number]>()
  .keys(drawnOutcomes)
  .value((group, outcome) => countOf(group, outcome))

/** Outcomes by team, type or service: one bar for each, stacked, those with the most changes first. */
export function OutcomeBars({
  id,
  title,
  noun,
  plural,
  groups: { groups, total },
  nameOf,
  note,
  isWide = false,
}: OutcomeBarsProps) {
  const named = groups.map((group) => ({ ...group, name: nameOf(group.key) }))
  const layers = stackOutcomes(groups)
  const x = scaleLinear()
    .domain([0, Math.max(1, ...groups.map(withOutcome))])
    .range([0, 100])
  const shown = total > groups.length ? `The ${groups.length} ${plural} with the most changes, of ${total}.` : null
  return (
    <ChartCard
      id={id}
      title={title}
      isWide={isWide}
      description={[shown, note].filter(Boolean).join(' ') || 'Changes with an outcome, of all that ended.'}
      table={<OutcomeTable label={title} heading={noun} rows={named} />}
    >
      {groups.length === 0 ? (
        <p className="text-sm text-muted">No change of the period has a {noun.toLowerCase()}.</p>
      ) : (
        <div className="relative">
          <div
            role="img"
            aria-label={`Stacked bars of outcomes, one for each ${noun.toLowerCase()}. ${named
              .map((group) => `${group.name}: ${outcomeSummary(group)}`)
              .join('; ')}.`}
            className="grid grid-cols-[minmax(0,9rem)_minmax(0,1fr)_auto] items-center gap-x-2.5 text-xs sm:grid-cols-[minmax(0,11rem)_minmax(0,1fr)_auto]"
          >
            {named.map((group, row) => (
              <div
                key={group.key}
                className="col-span-full grid grid-cols-subgrid items-center"
                style={{ height: rowHeight }}
              >
                <span className="truncate text-right">{group.name}</span>
                <svg aria-hidden="true" width="100%" height={barHeight} className="block">
                  <line x1="0.5" x2="0.5" y1="0" y2={barHeight} className="stroke-line-strong" />
                  {layers.map((layer) => {
                    const [low = 0, high = 0] = layer[row] ?? []
                    if (high === low) return null
                    const { fill, className } = outcomeLooks[layer.key]
                    return (
                      <rect
                        key={layer.key}
                        x={`${x(low)}%`}
                        width={`${x(high) - x(low)}%`}
                        y="0.5"
                        height={barHeight - 1}
                        fill={fill}
                        className={className}
                      />
                    )
                  })}
                </svg>
                <span className="text-right whitespace-nowrap text-muted tabular-nums">
                  <span className="font-medium text-ink">{withOutcome(group)}</span> of {group.changes}
                </span>
              </div>
            ))}
          </div>
          <div aria-hidden="true" className="absolute inset-x-0 top-0 print:hidden">
            {named.map((group) => (
              <Link
                key={group.key}
                href={group.list}
                tabIndex={-1}
                title={`${group.name}: ${outcomeSummary(group)}`}
                className="-mx-1.5 block rounded-sm hover:bg-ink/5"
                style={{ height: rowHeight }}
              />
            ))}
          </div>
        </div>
      )}
    </ChartCard>
  )
}
