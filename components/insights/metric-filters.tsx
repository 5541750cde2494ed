'use client'

import { useRouter } from 'next/navigation'
import { type FormEvent, useEffect, useRef, useState, useTransition } from 'react'
import { Button } from '#components/ui/button.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { DateInput } from '#components/ui/form/date-input.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { createValueOptions, NativeSelect } from '#components/ui/form/native-select.tsx'
import type { getInsights } from '#lib/contracts/app/metrics.ts'
import type { QueryOf } from '#lib/contracts/endpoint.ts'
import { insightsHref } from '#lib/domain/metrics/metric-lists.ts'
import { listPeriodPresets, type Period } from '#lib/domain/metrics/metric-period.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { upperFirst } from '#lib/text/first-letter.ts'
import { readDay } from '#lib/time/format-time.ts'
import { isCalendarDate } from '#lib/time/wall-clock.ts'

export type MetricQuery = QueryOf<typeof getInsights>

export type MetricFilterValues = { readonly teams: readonly string[]; readonly services: readonly string[] }

type MetricFiltersProps = { query: MetricQuery; period: Period; today: string; values: MetricFilterValues }

const types = ['standard', 'normal', 'emergency'].map((value) => ({ value, label: upperFirst(value) }))
const buckets = [
  { value: 'month', label: 'By month' },
  { value: 'quarter', label: 'By quarter' },
]
/** An earlier year is one that is still being typed. */
const earliest = '1990-01-01'

/** Stored in the URL. Each applies as soon as it is chosen; without JavaScript this is a plain form. */
export function MetricFilters({ query, period, today, values }: MetricFiltersProps) {
  const router = useRouter()
  const [isApplying, startApplying] = useTransition()
  const [error, setError] = useState<string>()
  const [days, setDays] = useState(period)
  const [shownPeriod, setShownPeriod] = useState(period)
  if (shownPeriod.from !== period.from || shownPeriod.to !== period.to) {
    setShownPeriod(period)
    setDays(period)
  }
  const presets = listPeriodPresets(today)
  const preset = presets.find(({ from, to }) => from === period.from && to === period.to)
  const open = (href: string) => startApplying(() => router.push(href, { scroll: false }))
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const entries = [...new FormData(event.currentTarget)].flatMap(([name, value]) =>
      typeof value !== 'string' || value === '' || value === 'month' || name === 'preset'
        ? []
        : [[name, readDay(value) ?? value]],
    )
    const search = new URLSearchParams(entries)
    const from = search.get('from') ?? earliest
    const to = search.get('to') ?? today
    const areDays = isCalendarDate(from) && isCalendarDate(to)
    if (!areDays && event.type === 'submit') setError('Enter days, such as 2 Nov 2026')
    if (!areDays || from < earliest || to < earliest) return
    setError(from > to ? 'Must not be before the first day' : undefined)
    if (from <= to) open(`${pagePaths.insights}?${search}`)
  }
  const { team = '', type = '', service = '', bucket } = query
  const form = useRef<HTMLFormElement>(null)
  const shownFilters = JSON.stringify({ preset: preset?.label ?? '', team, type, service, bucket })
  // Follows the URL after other navigation, such as Clear, except in the control that has the focus.
  useEffect(() => {
    for (const [name, value] of Object.entries<string>(JSON.parse(shownFilters))) {
      const control = form.current?.elements.namedItem(name)
      const isOther = control instanceof HTMLInputElement || control instanceof HTMLSelectElement
      if (isOther && control !== document.activeElement) control.value = value
    }
  }, [shownFilters])
  const isFiltered = [query.from, query.to, query.team, query.type, query.service].some((value) => value !== undefined)
  const selects = [
    {
      label: 'Team',
      name: 'team',
      width: 'w-40',
      placeholder: 'Any team',
      options: createValueOptions(values.teams, team),
    },
    { label: 'Type', name: 'type', width: 'w-32', placeholder: 'Any type', options: types },
    {
      label: 'Service',
      name: 'service',
      width: 'w-40',
      placeholder: 'Any service',
      options: createValueOptions(values.services, service),
    },
    { label: 'Group by', name: 'bucket', width: 'w-32', options: buckets },
  ] as const
  const half = 'min-w-0 max-sm:w-[calc(50%-0.25rem)]'
  return (
    <form
      ref={form}
      action={pagePaths.insights}
      onSubmit={apply}
      onChange={apply}
      aria-label="Period and filters"
      aria-busy={isApplying}
      className="flex flex-wrap items-start gap-2 xl:flex-nowrap print:hidden"
    >
      <Field label="Period" name="preset" hideLabel className={`w-36 shrink-0 ${half}`}>
        <NativeSelect
          name="preset"
          defaultValue={preset?.label ?? ''}
          placeholder="Own period"
          options={presets.map(({ label }) => ({ value: label, label }))}
          onChange={(event) => {
            event.stopPropagation()
            const chosen = presets.find(({ label }) => label === event.target.value)
            if (chosen) open(insightsHref(chosen, query, bucket))
          }}
        />
      </Field>
      <Field label="First day" name="from" hideLabel className={`w-36 ${half}`}>
        <DateInput name="from" value={days.from} onChange={(from) => setDays({ ...days, from })} />
      </Field>
      <Field label="Last day" name="to" hideLabel error={error} className={`w-36 ${half}`}>
        <DateInput name="to" value={days.to} onChange={(to) => setDays({ ...days, to })} />
      </Field>
      {selects.map(({ label, name, width, ...select }) => (
        <Field key={name} label={label} name={name} hideLabel className={`${width} ${half}`}>
          <NativeSelect name={name} defaultValue={query[name] ?? ''} {...select} />
        </Field>
      ))}
      <noscript>
        <Button type="submit">Apply</Button>
      </noscript>
      {isFiltered ? (
        <ButtonLink href={pagePaths.insights} variant="ghost">
          Clear
        </ButtonLink>
      ) : null}
    </form>
  )
}
