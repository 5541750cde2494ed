import { scaleLinear } from 'd3-scale'
import { stack } from 'd3-shape'
import { cx } from '#components/ui/class-names.ts'
import { TextLink } from '#components/ui/text-link.tsx'
import type { OutcomeGroups } from '#lib/contracts/app/metrics.ts'
import { ChartCard } from './chart-card.tsx'
import { describeOutcomes, getCount, type OutcomeGroup, splitShare } from './outcome-labels.ts'
import { drawnOutcomes, outcomeStyles } from './outcome-style.tsx'
import { OutcomeTable } from './outcome-table.tsx'

type OutcomeBarsProps = {
  id: string
  title: string
  /** Kind of group that one bar represents, such as "Team". */
  noun: string
  plural: string
  groups: OutcomeGroups
  nameOf: (key: string | null) => string
  /** Added to the description. */
  note?: string
  isWide?: boolean
}

const rowHeight = 28
const barHeight = 14

const stackOutcomes = stack<OutcomeGroup, (typeof drawnOutcomes)[number]>()
  .keys(drawnOutcomes)
  .value((group, outcome) => getCount(group, outcome))

/** Outcomes by team, type or service: one stacked bar for each, most changes first. */
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
  const namedGroups = groups.map((group) => ({ ...group, name: nameOf(group.key) }))
  const layers = stackOutcomes(groups)
  const x = scaleLinear()
    .domain([0, Math.max(1, ...groups.map(({ with_outcome: { count } }) => count))])
    .range([0, 100])
  const limitNote = total > groups.length ? `The ${groups.length} ${plural} with the most changes, of ${total}.` : null
  return (
    <ChartCard
      id={id}
      title={title}
      isWide={isWide}
      description={[limitNote, note].filter(Boolean).join(' ') || 'Changes with an outcome, of all that ended.'}
      table={<OutcomeTable label={title} heading={noun} rows={namedGroups} />}
    >
      {groups.length === 0 ? (
        <p className="text-sm text-muted">No change in the period has a {noun.toLowerCase()}.</p>
      ) : (
        <ul className="grid grid-cols-[minmax(0,9rem)_minmax(0,1fr)_auto] gap-x-2.5 text-xs sm:grid-cols-[minmax(0,11rem)_minmax(0,1fr)_auto]">
          {namedGroups.map((group, row) => (
            <li
              key={group.key}
              className="relative col-span-full grid grid-cols-subgrid items-center rounded-sm has-[a:hover]:bg-ink/5 has-[a:focus-visible]:bg-ink/5"
              style={{ height: rowHeight }}
            >
              <span className="truncate text-right">{group.name}</span>
              <svg
                role="img"
                aria-label={`${group.name}: ${describeOutcomes(group)}`}
                width="100%"
                height={barHeight}
                className="block"
              >
                <line x1="0.5" x2="0.5" y1="0" y2={barHeight} className="stroke-line-strong" />
                {layers.map((layer) => {
                  const [low = 0, high = 0] = layer[row] ?? []
                  if (high === low) return null
                  const { fill, className } = outcomeStyles[layer.key]
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
              <OutcomeShare group={group} />
            </li>
          ))}
        </ul>
      )}
    </ChartCard>
  )
}

/** Share of changes in a group that have an outcome. The link covers the whole row. */
function OutcomeShare({ group }: { group: OutcomeGroup & { name: string } }) {
  const { name, with_outcome } = group
  const className = 'text-right whitespace-nowrap tabular-nums'
  const [share, predicate] = splitShare(group)
  // Short on a phone, where the words would take the room of the bars; the description above names the counted changes.
  const text = (
    <>
      {share}
      <span className="max-sm:sr-only"> {predicate}</span>
    </>
  )
  if (with_outcome.count === 0) return <span className={cx(className, 'text-muted')}>{text}</span>
  return (
    <TextLink
      href={with_outcome.list}
      title={`${name}: ${describeOutcomes(group)}`}
      className={cx(className, 'after:absolute after:inset-0')}
    >
      <span className="sr-only">{name}: </span>
      {text}
    </TextLink>
  )
}
