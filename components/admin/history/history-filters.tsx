'use client'

import { SlidersHorizontal } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState, useTransition } from 'react'
import { type Resolver, useForm } from 'react-hook-form'
import { entityKindLabel, entityKindOptions } from '#components/history/entity-kinds.ts'
import { listHref } from '#components/list/list-view.ts'
import { Button } from '#components/ui/button.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { cx } from '#components/ui/class-names.ts'
import { DateInput } from '#components/ui/form/date-input.tsx'
import { FormField } from '#components/ui/form/form-field.tsx'
import { NativeSelect } from '#components/ui/form/native-select.tsx'
import { useZone } from '#components/ui/time/clock.tsx'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { filtersOf, type HistoryFilterValues, type HistoryQuery, queryOf } from './filter-values.ts'
import { historyPlace } from './history-place.ts'

/** Loads the contract on demand, when the filters are first validated. */
const resolver: Resolver<HistoryFilterValues> = async (values) => {
  const { findErrors } = await import('./filter-errors.ts')
  const found = Object.entries(findErrors(values)).map(([name, message]) => [name, { type: 'validate', message }])
  return found.length > 0 ? { values: {}, errors: Object.fromEntries(found) } : { values, errors: {} }
}

/** Filters of the history, stored in the address. */
export function HistoryFilters({ query }: { query: HistoryQuery }) {
  const router = useRouter()
  const zone = useZone()
  const [isApplying, startApplying] = useTransition()
  const [isExpanded, setExpanded] = useState(false)
  const values = filtersOf(query, zone)
  const form = useForm<HistoryFilterValues>({ resolver, values })
  const activeCount = Object.values(values).filter((value) => value !== '').length
  const apply = form.handleSubmit((filters) => {
    startApplying(() => router.push(listHref(historyPlace, query, queryOf(filters, query, zone))))
  })
  return (
    <>
      <Button
        icon={<SlidersHorizontal aria-hidden="true" />}
        aria-expanded={isExpanded}
        onClick={() => setExpanded(!isExpanded)}
        className="mb-4 sm:hidden"
      >
        {activeCount > 0 ? `Filters: ${activeCount}` : 'Filters'}
      </Button>
      <form
        onSubmit={apply}
        noValidate
        aria-label="Filter the history"
        className={cx('mb-4 grid grid-cols-2 items-start gap-3 sm:flex sm:flex-wrap', !isExpanded && 'max-sm:hidden')}
      >
        <FormField form={form} name="actor" label="Who" className="sm:w-40" placeholder="Part of a name" />
        <FormField
          form={form}
          name="action"
          label="What"
          className="sm:w-36"
          as={NativeSelect}
          placeholder="Anything"
          options={actionOptions}
        />
        <FormField
          form={form}
          name="entity_type"
          label="Kind"
          className="sm:w-36"
          as={NativeSelect}
          placeholder="Any"
          options={withSelected(values.entity_type)}
        />
        <FormField
          form={form}
          name="entity_id"
          label="Record"
          className="sm:w-44"
          placeholder="Number or id"
          spellCheck={false}
        />
        <FormField form={form} name="from" label="From" className="sm:w-36" as={DateInput} plain />
        <FormField form={form} name="to" label="To" className="sm:w-36" as={DateInput} plain />
        <FormField
          form={form}
          name="request_id"
          label="Request"
          className="max-sm:col-span-2 sm:w-56"
          placeholder="Request id"
          spellCheck={false}
        />
        <div className="flex gap-2 max-sm:col-span-2 sm:mt-6">
          <Button type="submit" busy={isApplying}>
            Apply
          </Button>
          {activeCount > 0 ? (
            <ButtonLink href={pagePaths.history} variant="ghost">
              Clear
            </ButtonLink>
          ) : null}
        </div>
      </form>
    </>
  )
}

const actionOptions = [
  { value: 'create', label: 'Created' },
  { value: 'update', label: 'Changed' },
  { value: 'delete', label: 'Removed' },
]

/** Keeps an unknown kind from the address in the options. */
const withSelected = (selected: string) =>
  selected === '' || entityKindOptions.some(({ value }) => value === selected)
    ? entityKindOptions
    : [...entityKindOptions, { value: selected, label: entityKindLabel(selected) }]
