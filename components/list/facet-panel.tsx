'use client'

import { Check, SlidersHorizontal } from 'lucide-react'
import { useId } from 'react'
import type { QueryLink } from '#components/filter/use-optimistic-query.ts'
import { cx } from '#components/ui/class-names.ts'
import { formatCount } from '#components/ui/format-count.ts'
import { Link } from '#components/ui/link.tsx'
import { type Facet, type FacetCounts, getValueLabel, listChosenValues, toggleValue } from '#lib/api/facets.ts'
import type { ListQuery } from './list-view.ts'

/** Number of values shown before the collapsed rest. */
const initialValues = 8

type FacetChoice = {
  /** The latest query, to which a chosen value is added. */
  newest: ListQuery
  linkTo: (query: ListQuery) => QueryLink
}
type FacetPanelProps = FacetChoice & { facets: readonly Facet[]; counts: FacetCounts }

/** Counts of matching records by value; each value is a filter. Collapsed on phones. */
export function FacetPanel(props: FacetPanelProps) {
  return (
    <>
      <details className="rounded-lg border border-line bg-surface px-3 lg:hidden">
        <summary className="flex h-9 items-center gap-2 text-sm font-medium">
          <SlidersHorizontal aria-hidden="true" className="size-4 text-muted" />
          Narrow down
        </summary>
        <div className="pt-1 pb-3">
          <FacetGroups {...props} />
        </div>
      </details>
      <div className="max-lg:hidden">
        <FacetGroups {...props} />
      </div>
    </>
  )
}

function FacetGroups({ facets, counts, ...choice }: FacetPanelProps) {
  return (
    <nav aria-label="Narrow down" className="flex flex-col gap-4 max-lg:grid max-lg:grid-cols-2 max-sm:grid-cols-1">
      {facets.map((facet) => (
        <FacetGroup key={facet.parameter} facet={facet} values={counts[facet.counts] ?? []} {...choice} />
      ))}
    </nav>
  )
}

type FacetGroupProps = FacetChoice & {
  facet: Facet
  values: readonly { value: string; count: number }[]
}

function FacetGroup({ facet, values, ...choice }: FacetGroupProps) {
  const id = useId()
  if (values.length === 0) return null
  const first = values.slice(0, initialValues)
  const rest = values.slice(initialValues)
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-1 text-xs font-medium text-muted">
        {facet.label}
      </h2>
      <FacetValues facet={facet} values={first} {...choice} labelledBy={id} />
      {rest.length > 0 ? (
        <details>
          <summary className="flex min-h-7 w-fit items-center rounded-md px-2 text-sm text-accent-text hover:bg-ink/7">
            {formatCount(rest.length)} more
          </summary>
          <FacetValues facet={facet} values={rest} {...choice} labelledBy={id} />
        </details>
      ) : null}
    </section>
  )
}

function FacetValues({ facet, values, newest, linkTo, labelledBy }: FacetGroupProps & { labelledBy: string }) {
  const selectedValues = listChosenValues(facet, newest)
  return (
    <ul aria-labelledby={labelledBy}>
      {values.map(({ value, count }) => {
        const isOn = selectedValues.includes(value)
        return (
          <li key={value}>
            <Link
              {...linkTo({ ...newest, ...toggleValue(facet, newest, value) })}
              scroll={false}
              aria-current={isOn ? 'true' : undefined}
              className={cx(
                'flex min-h-7 items-center gap-2 rounded-md px-2 py-0.5 text-sm',
                isOn ? 'bg-accent-soft font-medium text-accent-text' : 'hover:bg-ink/7',
              )}
            >
              {isOn ? <Check aria-hidden="true" className="size-3.5 shrink-0" /> : null}
              <span className="min-w-0 flex-1 break-words">{getValueLabel(facet, value)}</span>
              <span className="text-xs text-muted tabular-nums">{formatCount(count)}</span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
