'use client'

import { useRouter } from 'next/navigation'
import { type FormEvent, useState, useTransition } from 'react'
import { Button } from '#components/ui/button.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { DateInput } from '#components/ui/form/date-input.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { NativeSelect, valueOptions } from '#components/ui/form/native-select.tsx'
import type { Period } from '#lib/domain/metrics/metric-period.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import type { MetricFilterValues, MetricQuery } from './metric-query.ts'

type MetricFiltersProps = { query: MetricQuery; period: Period; values: MetricFilterValues }

const types = [
  { value: 'standard', label: 'Standard' },
  { value: 'normal', label: 'Normal' },
  { value: 'emergency', label: 'Emergency' },
]
const buckets = [
  { value: 'month', label: 'Month' },
  { value: 'quarter', label: 'Quarter' },
]

/** Period, team, type and service, stored in the URL. Works as a plain form without JavaScript. */
export function MetricFilters({ query, period, values }: MetricFiltersProps) {
  const router = useRouter()
  const [isApplying, startApplying] = useTransition()
  const [error, setError] = useState<string>()
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const entries = [...new FormData(event.currentTarget)].flatMap(([name, value]) =>
      typeof value !== 'string' || value === '' || (name === 'bucket' && value === 'month') ? [] : [[name, value]],
    )
    const search = new URLSearchParams(entries)
    const [from, to] = [search.get('from'), search.get('to')]
    const isBackwards = from !== null && to !== null && from > to
    setError(isBackwards ? 'Must not be before the first day' : undefined)
    if (!isBackwards) startApplying(() => router.push(`${pagePaths.insights}?${search}`, { scroll: false }))
  }
  const { team = '', type = '', service = '', bucket } = query
  const isFiltered = [query.from, query.to, query.team, query.type, query.service].some((value) => value !== undefined)
  return (
    <form
      key={JSON.stringify([query, period])}
      action={pagePaths.insights}
      onSubmit={apply}
      aria-label="Period and filters"
      className="flex flex-wrap items-start gap-3 print:hidden"
    >
      <Field label="First day" name="from" className="w-36 max-sm:w-[calc(50%-0.375rem)]">
        <DateInput plain name="from" defaultValue={period.from} />
      </Field>
      <Field label="Last day" name="to" error={error} className="w-36 max-sm:w-[calc(50%-0.375rem)]">
        <DateInput plain name="to" defaultValue={period.to} />
      </Field>
      <Field label="Team" name="team" className="w-44 max-sm:w-full">
        <NativeSelect
          name="team"
          defaultValue={team}
          placeholder="Any team"
          options={valueOptions(values.teams, team)}
        />
      </Field>
      <Field label="Type" name="type" className="w-32 max-sm:w-[calc(50%-0.375rem)]">
        <NativeSelect name="type" defaultValue={type} placeholder="Any type" options={types} />
      </Field>
      <Field label="Service" name="service" className="w-44 max-sm:w-[calc(50%-0.375rem)]">
        <NativeSelect
          name="service"
          defaultValue={service}
          placeholder="Any service"
          options={valueOptions(values.services, service)}
        />
      </Field>
      <Field label="Group by" name="bucket" className="w-28 max-sm:w-[calc(50%-0.375rem)]">
        <NativeSelect name="bucket" defaultValue={bucket} options={buckets} />
      </Field>
      <div className="flex gap-2 self-end">
        <Button type="submit" busy={isApplying}>
          Apply
        </Button>
        {isFiltered ? (
          <ButtonLink href={pagePaths.insights} variant="ghost">
            Clear
          </ButtonLink>
        ) : null}
      </div>
    </form>
  )
}
