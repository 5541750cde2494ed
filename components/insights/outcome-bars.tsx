import { scaleLinear } from 'd3-scale'
import { cx } from '#components/ui/class-names.ts'
import { TextLink } from '#components/ui/text-link.tsx'
import type { OutcomeGroups } from '#lib/contracts/app/metrics.ts'
import { upperFirst } from '#lib/text/first-letter.ts'
import { ChartCard, type ChartTables } from './column-chart.tsx'
import { describeOutcomes, OutcomeTable, splitShare, stackOutcomes } from './outcome-style.tsx'

type OutcomeBarsProps = {
  by: 'team' | 'service' | 'type'
  groups: OutcomeGroups
  nameOf?: (key: string) => string
  note?: string
  isWide?: boolean
  tables: ChartTables
}

const rowHeight = 28
const barHeight = 14

/** Outcomes by team, type or service: one stacked bar for each, most changes first. */
export function OutcomeBars({ by, groups: { groups, total }, nameOf, note, isWide = false, tables }: OutcomeBarsProps) {
  const title = `Outcomes by ${by}`
  const nameGroup = (key: string | null) => (key === null ? `No ${by}` : (nameOf?.(key) ?? key))
  const namedGroups = groups.map((group) => ({ ...group, name: nameGroup(group.key) }))
  const x = scaleLinear()
    .domain([0, Math.max(1, ...groups.map(({ with_outcome: { count } }) => count))])
    .range([0, 100])
  const limitNote = total > groups.length ? `The ${groups.length} ${by}s with the most changes, of ${total}.` : null
  return (
    <ChartCard
      id={`outcomes-by-${by}`}
      title={title}
      isWide={isWide}
      tables={tables}
      description={[limitNote, note].filter(Boolean).join(' ') || 'Changes with an outcome, of all that ended.'}
      table={<OutcomeTable label={title} heading={upperFirst(by)} rows={namedGroups} />}
    >
      {groups.length === 0 ? (
        <p className="text-sm text-muted">No change in the period has a {by}.</p>
      ) : (
        <ul className="grid grid-cols-[minmax(0,9rem)_minmax(0,1fr)_auto] gap-x-2.5 text-xs sm:grid-cols-[minmax(0,11rem)_minmax(0,1fr)_auto]">
          {namedGroups.map((group) => (
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
                {stackOutcomes(group).map(({ outcome, low, high, ...style }) => (
                  <rect
                    key={outcome}
                    x={`${x(low)}%`}
                    width={`${x(high) - x(low)}%`}
                    y="0.5"
                    height={barHeight - 1}
                    {...style}
                  />
                ))}
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
function OutcomeShare({ group }: { group: OutcomeGroups['groups'][number] & { name: string } }) {
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
