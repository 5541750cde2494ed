'use client'

import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { InvalidFilter } from '#components/filter/invalid-filter.tsx'
import type { ShownColumns } from '#components/list/list-column.tsx'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import { registerAddress } from '#lib/api/improvement-register.ts'
import type { FilterFields } from '#lib/contracts/filter-fields.ts'
import { listFilterValues } from '#lib/contracts/routes.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import type { FilterReading } from '#lib/filter/filter-parts.ts'
import { ImprovementTable } from './improvement-table.tsx'
import { MoveDialogs } from './move-dialogs.tsx'
import { RegisterFilters } from './register-filters.tsx'
import type { RegisterProps } from './register-props.ts'
import { StatusTabs } from './status-tabs.tsx'

const ImprovementBoard = dynamic(() => import('./improvement-board.tsx').then((part) => part.ImprovementBoard))

/** The improvement actions of all reviews, as a table or as a board. */
export function Register({
  reading,
  fields,
  showsLanguage,
  shown,
  ...props
}: RegisterProps & { reading: FilterReading; fields: FilterFields; showsLanguage: boolean; shown: ShownColumns }) {
  const { query, reader } = props
  const values = useQuery(endpointQuery(listFilterValues, {})).data ?? noValues
  return (
    <MoveDialogs me={reader.me}>
      <div className="flex flex-col gap-2">
        <RegisterFilters
          query={query}
          reader={reader}
          reading={reading}
          fields={fields}
          values={values}
          showsLanguage={showsLanguage}
        />
        {!reading.ok ? (
          <InvalidFilter
            error={reading.error}
            clearHref={registerAddress(pagePaths.improvements, query, { query: undefined })}
          />
        ) : query.view === 'board' ? (
          <ImprovementBoard {...props} people={values.people} />
        ) : (
          <>
            <StatusTabs query={query} reader={reader} />
            <ImprovementTable {...props} people={values.people} shown={shown} />
          </>
        )}
      </div>
    </MoveDialogs>
  )
}

const noValues = { people: [], improvement_categories: [], improvement_priorities: [] }
