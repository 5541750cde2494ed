'use client'

import { useQueries, useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { FilterChips } from '#components/filter/filter-chips.tsx'
import type { OfferedValues } from '#components/filter/offered-values.ts'
import { type QueryLink, useOptimisticQuery } from '#components/filter/use-optimistic-query.ts'
import { type ListFilterProps, ListFilterTools } from '#components/list/list-filter-tools.tsx'
import { listHref } from '#components/list/list-view.ts'
import { Button } from '#components/ui/button.tsx'
import { DropdownMenu } from '#components/ui/overlay/dropdown-menu.tsx'
import { PageLoading } from '#components/ui/page-loading.tsx'
import { chipRow, ToggleChip } from '#components/ui/toggle-chip.tsx'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import {
  buildRegisterCountInput,
  listQuickFilters,
  type RegisterReader,
  registerPlace,
} from '#lib/api/improvement-register.ts'
import type { RegisterQuery } from '#lib/api/improvement-register-query.ts'
import type { ValuesInUse } from '#lib/api/use-values-in-use.ts'
import { listFilterValues, listImprovements } from '#lib/contracts/routes.ts'
import {
  addUsedValues,
  improvementCategories,
  improvementPriorities,
} from '#lib/domain/improvements/improvement-values.ts'
import { capitalise } from '#lib/text/first-letter.ts'

const offer: OfferedValues = ({ people, improvement_categories, improvement_priorities }) => ({
  owner: people.map(({ email }) => email),
  category: addUsedValues(improvementCategories, improvement_categories),
  priority: addUsedValues(improvementPriorities, improvement_priorities),
})

type FilterValues = Pick<ValuesInUse, 'people' | 'improvement_categories' | 'improvement_priorities'>

const noValues: FilterValues = { people: [], improvement_categories: [], improvement_priorities: [] }

type RegisterFiltersProps = ListFilterProps<RegisterQuery> & { reader: RegisterReader }

const getRegisterHref = (query: RegisterQuery) => listHref(registerPlace, query)

/** Filters of the register; each choice is a link. */
export function RegisterFilters({ reader, ...tools }: RegisterFiltersProps) {
  const { query, reading } = tools
  const values = useQuery(endpointQuery(listFilterValues, {})).data ?? noValues
  const { newest, isLoading, linkTo } = useOptimisticQuery(query, getRegisterHref)
  const getHref = (changes: Partial<RegisterQuery>) => listHref(registerPlace, newest, changes)
  return (
    <div className="mb-2 flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-1.5">
        <PageLoading when={isLoading} />
        <div className={chipRow}>
          <QuickFilters query={query} newest={newest} linkTo={linkTo} reader={reader} isReadable={reading.ok} />
          <FilterMenu
            label="Owner"
            options={values.people.map(({ email, name }) => ({
              label: isShared(name, values.people) ? `${name} (${email})` : name,
              href: getHref({ owner: email }),
            }))}
          />
          <FilterMenu
            label="Category"
            options={addUsedValues(improvementCategories, values.improvement_categories).map((value) => ({
              label: capitalise(value),
              href: getHref({ category: value }),
            }))}
          />
          <FilterMenu
            label="Priority"
            options={addUsedValues(improvementPriorities, values.improvement_priorities).map((value) => ({
              label: capitalise(value),
              href: getHref({ priority: value }),
            }))}
          />
        </div>
        <ListFilterTools
          {...tools}
          query={newest}
          place={registerPlace}
          placeholder="category = testing AND target_date < 2026-12-31"
          offer={offer}
        />
      </div>
      <AppliedFilters query={newest} reading={reading} values={values} />
    </div>
  )
}

type QuickFiltersProps = {
  query: RegisterQuery
  newest: RegisterQuery
  linkTo: (query: RegisterQuery) => QueryLink
  reader: RegisterReader
  isReadable: boolean
}

function QuickFilters({ query, newest, linkTo, reader, isReadable }: QuickFiltersProps) {
  const counts = useQueries({
    queries: listQuickFilters(query).map(({ on }) => ({
      ...endpointQuery(listImprovements, { query: buildRegisterCountInput(on, reader) }),
      enabled: isReadable,
    })),
  })
  return listQuickFilters(newest).map(({ label, isOn, on, off }, at) => {
    const count = counts[at]?.data?.total_count
    return (
      <ToggleChip key={label} isOn={isOn} {...(count === undefined ? {} : { count })} {...linkTo(isOn ? off : on)}>
        {label}
      </ToggleChip>
    )
  })
}

const isShared = (name: string, people: FilterValues['people']) =>
  people.filter((person) => person.name === name).length > 1

function FilterMenu({ label, options }: { label: string; options: readonly { label: string; href: string }[] }) {
  return (
    <DropdownMenu
      align="start"
      trigger={
        <Button size="sm" disabled={options.length === 0}>
          {label}
          <ChevronDown className="text-muted" />
        </Button>
      }
      entries={options}
    />
  )
}

type AppliedFiltersProps = Pick<RegisterFiltersProps, 'query' | 'reading'> & { values: FilterValues }

function AppliedFilters({ query, reading, values }: AppliedFiltersProps) {
  const getHref = (changes: Partial<RegisterQuery>) => listHref(registerPlace, query, changes)
  const owner = values.people.find(({ email }) => email === query.owner)?.name ?? query.owner
  const filter = (label: string, name: keyof typeof noFilters, value: string | undefined) => ({
    label,
    value,
    removeHref: getHref({ [name]: undefined }),
  })
  return (
    <FilterChips
      reading={reading}
      hrefFor={(expression) => getHref({ query: expression })}
      clearHref={getHref(noFilters)}
      applied={[
        filter('Owner', 'owner', query.owner === 'me' ? undefined : owner),
        filter('Category', 'category', query.category && capitalise(query.category)),
        filter('Priority', 'priority', query.priority && capitalise(query.priority)),
        filter('Review', 'source', query.source),
      ]}
    />
  )
}

const noFilters = { owner: undefined, category: undefined, priority: undefined, source: undefined, query: undefined }
