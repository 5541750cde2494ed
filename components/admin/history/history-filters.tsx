'use client'

import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import type { Resolver } from 'react-hook-form'
import { entityKindOptions, getEntityKindLabel } from '#components/history/entity-kinds.ts'
import { listHref } from '#components/list/list-view.ts'
import { FilterForm, useFilterForm } from '#components/list/use-filter-form.tsx'
import { Button } from '#components/ui/button.tsx'
import { cx } from '#components/ui/class-names.ts'
import { DateInput } from '#components/ui/form/date-input.tsx'
import { NativeSelect } from '#components/ui/form/native-select.tsx'
import { useZone } from '#components/ui/time/clock.tsx'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { buildQuery, type HistoryFilterValues, type HistoryQuery, readFilters } from './filter-values.ts'
import { historyPlace } from './history-place.ts'

/** Loads the contract on demand, when the filters are first validated. */
const resolver: Resolver<HistoryFilterValues> = async (values) => {
  const { findErrors } = await import('./filter-errors.ts')
  const errorEntries = Object.entries(findErrors(values)).map(([name, message]) => [
    name,
    { type: 'validate', message },
  ])
  return errorEntries.length > 0 ? { values: {}, errors: Object.fromEntries(errorEntries) } : { values, errors: {} }
}

/** Filters of the history; their values are in the URL. */
export function HistoryFilters({ query }: { query: HistoryQuery }) {
  const zone = useZone()
  const [isExpanded, setExpanded] = useState(false)
  const values = readFilters(query, zone)
  const { Field, activeCount, state } = useFilterForm({
    resolver,
    values,
    hrefFor: (filters) => listHref(historyPlace, query, buildQuery(filters, query, zone)),
  })
  return (
    <>
      <Button
        icon={<SlidersHorizontal />}
        aria-expanded={isExpanded}
        onClick={() => setExpanded(!isExpanded)}
        className="mb-4 sm:hidden"
      >
        {activeCount > 0 ? `Filters: ${activeCount}` : 'Filters'}
      </Button>
      <FilterForm
        {...state}
        label="Filter the history"
        clearHref={pagePaths.history}
        className={cx('grid grid-cols-2 sm:flex sm:flex-wrap', !isExpanded && 'max-sm:hidden')}
      >
        <Field name="actor" label="Who" className="sm:w-40" placeholder="Part of a name" />
        <Field
          name="action"
          label="What"
          className="sm:w-36"
          as={NativeSelect}
          placeholder="Anything"
          options={actionOptions}
        />
        <Field
          name="entity_type"
          label="Kind"
          className="sm:w-36"
          as={NativeSelect}
          placeholder="Any"
          options={addSelected(values.entity_type)}
        />
        <Field name="entity_id" label="Record" className="sm:w-44" placeholder="Number or id" spellCheck={false} />
        <Field name="from" label="From" className="sm:w-36" controlled={DateInput} zone={zone} />
        <Field name="to" label="To" className="sm:w-36" controlled={DateInput} zone={zone} />
        <Field
          name="request_id"
          label="Request"
          className="max-sm:col-span-2 sm:w-56"
          placeholder="Request id"
          spellCheck={false}
        />
      </FilterForm>
    </>
  )
}

const actionOptions = [
  { value: 'create', label: 'Created' },
  { value: 'update', label: 'Changed' },
  { value: 'delete', label: 'Removed' },
]

/** Adds the selected kind to the options if the URL has one that is not among them. */
const addSelected = (selected: string) =>
  selected === '' || entityKindOptions.some(({ value }) => value === selected)
    ? entityKindOptions
    : [...entityKindOptions, { value: selected, label: getEntityKindLabel(selected) }]
