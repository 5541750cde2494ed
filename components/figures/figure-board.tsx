import { ChartNoAxesColumn } from 'lucide-react'
import { capitalised } from '#components/improvements/improvement-words.ts'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { formatDay } from '#components/ui/format-time.ts'
import { ToggleChip } from '#components/ui/toggle-chip.tsx'
import type { Figures } from '#lib/contracts/app/figures.ts'
import { figuresAddress } from '#lib/domain/figure-lists.ts'
import { lengthOf, periodPresets } from '#lib/domain/figure-period.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { DaysColumns } from './days-columns.tsx'
import { FigureFilters } from './figure-filters.tsx'
import type { FigureFilterValues, FigureQuery } from './figure-query.ts'
import { FigureTile } from './figure-tile.tsx'
import { OutcomeBars } from './outcome-bars.tsx'
import { OutcomeColumns } from './outcome-columns.tsx'
import { OutcomePatterns } from './outcome-look.tsx'

type FigureBoardProps = { figures: Figures; query: FigureQuery; values: FigureFilterValues }

/** All figures of a period: filters, tiles and charts. Rendered on the server but for the form. */
export function FigureBoard({ figures, query, values }: FigureBoardProps) {
  const { period, bucket } = figures
  const today = figures.computed_at.slice(0, 10)
  const isEmpty = figures.figures.every(({ denominator }) => denominator === 0)
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col gap-3">
        <nav aria-label="Usual periods" className="flex flex-wrap gap-1.5 print:hidden">
          {periodPresets(today).map(({ label, ...preset }) => (
            <ToggleChip
              key={label}
              href={figuresAddress(preset, query, bucket)}
              isOn={preset.from === period.from && preset.to === period.to}
            >
              {label}
            </ToggleChip>
          ))}
        </nav>
        <FigureFilters query={query} period={period} values={values} />
        <PeriodLine figures={figures} query={query} />
      </div>
      {isEmpty ? (
        <EmptyState
          icon={ChartNoAxesColumn}
          title="Nothing to count in this period"
          action={<ButtonLink href={pagePaths.figures}>Show the last 12 months</ButtonLink>}
        >
          No change ended, no review was completed and no action was due. Choose a longer period or take a filter off.
        </EmptyState>
      ) : (
        <Numbers figures={figures} />
      )}
    </div>
  )
}

function PeriodLine({ figures, query }: Pick<FigureBoardProps, 'figures' | 'query'>) {
  const { period, previous_period: previous } = figures
  const { team, type, service } = query
  const filters = [
    team === undefined ? null : `team ${team}`,
    type === undefined ? null : `type ${type}`,
    service === undefined ? null : `service ${service}`,
  ].filter((filter) => filter !== null)
  const days = lengthOf(period)
  return (
    <p className="text-sm text-muted">
      <span className="font-medium text-ink">
        {formatDay(period.from)} – {formatDay(period.to)}
      </span>
      {filters.length > 0 ? `, ${filters.join(', ')}` : ''}, by days of UTC. Compared with the{' '}
      {days === 1 ? 'day' : `${days.toLocaleString('en')} days`} before, {formatDay(previous.from)} –{' '}
      {formatDay(previous.to)}.
    </p>
  )
}

function Numbers({ figures }: { figures: Figures }) {
  const { bucket } = figures
  return (
    <>
      <OutcomePatterns />
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,15rem),1fr))] gap-3 has-[details[open]]:items-start">
        {figures.figures.map((figure) => (
          <FigureTile key={figure.name} figure={figure} />
        ))}
      </div>
      <div className="grid grid-cols-1 gap-3 xl:grid-cols-2">
        <OutcomeColumns spans={figures.outcomes_over_time} bucket={bucket} />
        <DaysColumns spans={figures.days_over_time} bucket={bucket} />
        <OutcomeBars
          id="outcomes-by-team"
          title="Outcomes by team"
          noun="Team"
          plural="teams"
          groups={figures.by_team}
          nameOf={(key) => key ?? 'No team'}
        />
        <OutcomeBars
          id="outcomes-by-service"
          title="Outcomes by service"
          noun="Service"
          plural="services"
          groups={figures.by_service}
          nameOf={(key) => key ?? 'No service'}
          note="A change that touches two counts in both."
        />
        <OutcomeBars
          id="outcomes-by-type"
          title="Outcomes by type"
          noun="Type"
          plural="types"
          groups={figures.by_type}
          nameOf={(key) => capitalised(key ?? 'No type')}
          isWide
        />
      </div>
    </>
  )
}
