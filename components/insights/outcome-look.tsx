import type { CountedOutcome } from '#lib/contracts/app/metric-values.ts'
import { outcomeCriteria } from '#lib/domain/outcome-criteria.ts'

type Look = {
  readonly label: string
  /** For narrow table columns. */
  readonly short: string
  /** Fill of the shape: a plain colour, or a pattern from `OutcomePatterns`. */
  readonly fill: string
  /** Sets stroke and `currentColor`. */
  readonly className: string
}

/** How each outcome is drawn: distinguished by pattern and order, not by colour alone. */
export const outcomeLooks: Readonly<Record<CountedOutcome, Look>> = {
  successful: {
    label: outcomeCriteria.successful.label,
    short: 'Successful',
    fill: 'currentColor',
    className: 'text-success stroke-surface',
  },
  successful_with_issues: {
    label: outcomeCriteria.successful_with_issues.label,
    short: 'Issues',
    fill: 'url(#outcome-issues)',
    className: 'text-success stroke-success',
  },
  partially_successful: {
    label: outcomeCriteria.partially_successful.label,
    short: 'Partial',
    fill: 'url(#outcome-partial)',
    className: 'text-warning stroke-warning',
  },
  failed: {
    label: outcomeCriteria.failed.label,
    short: 'Failed',
    fill: 'currentColor',
    className: 'text-danger stroke-surface',
  },
  none: { label: 'No outcome', short: 'None', fill: 'none', className: 'text-muted stroke-line-strong' },
}

/** The outcomes in charts, from the bottom of a column to its top. */
export const drawnOutcomes = ['successful', 'successful_with_issues', 'partially_successful', 'failed'] as const

/** Definitions of the fill patterns; render once per page. */
export function OutcomePatterns() {
  return (
    <svg aria-hidden="true" className="absolute size-0">
      <defs>
        <pattern
          id="outcome-issues"
          width="6"
          height="6"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
          className="text-success"
        >
          <rect width="6" height="6" className="fill-success-soft" />
          <rect width="1.5" height="6" fill="currentColor" fillOpacity="0.7" />
        </pattern>
        <pattern id="outcome-partial" width="6" height="6" patternUnits="userSpaceOnUse" className="text-warning">
          <rect width="6" height="6" className="fill-warning-soft" />
          <circle cx="3" cy="3" r="1" fill="currentColor" fillOpacity="0.8" />
        </pattern>
      </defs>
    </svg>
  )
}

/** Legend of the patterns. */
export function OutcomeLegend() {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
      {drawnOutcomes.map((outcome) => {
        const { label, fill, className } = outcomeLooks[outcome]
        return (
          <li key={outcome} className="flex items-center gap-1.5">
            <svg aria-hidden="true" width="14" height="12" className={className}>
              <rect x="0.5" y="0.5" width="13" height="11" rx="2" fill={fill} />
            </svg>
            {label}
          </li>
        )
      })}
    </ul>
  )
}
