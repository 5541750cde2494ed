import type { QueryClient } from '@tanstack/react-query'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import {
  columnInput,
  countInput,
  quickFilters,
  type RegisterReader,
  tableInput,
  withStatus,
} from '#lib/api/improvement-register.ts'
import type { RegisterQuery } from '#lib/api/improvement-register-query.ts'
import { listFilterValues } from '#lib/contracts/app/filter-values.ts'
import { improvementStatuses, listImprovements } from '#lib/contracts/improvements.ts'
import * as improvements from '#server/improvements/queries.ts'
import { recordList } from '#server/platform/api/list-reply.ts'
import * as search from '#server/search/filter-values.ts'
import type { PageContext } from './page-context.ts'
import { prefetch } from './prefetch.ts'

/** Prefetches the data of the improvement register; no actions when its filter is invalid. */
export async function prefetchRegister(
  client: QueryClient,
  ctx: PageContext,
  query: RegisterQuery | null,
  reader: RegisterReader,
): Promise<void> {
  const inputs = query === null ? [] : registerInputs(query, reader)
  await Promise.all([
    prefetch(client, listFilterValues, endpointQuery(listFilterValues, {}), () => search.listFilterValues(ctx)),
    ...inputs.map((input) =>
      prefetch(client, listImprovements, endpointQuery(listImprovements, { query: input }), async () => {
        return recordList(await improvements.listImprovements(ctx, input), input).body
      }),
    ),
  ])
}

function registerInputs(query: RegisterQuery, reader: RegisterReader) {
  const isBoard = query.view === 'board'
  return [
    ...quickFilters(query).map(({ on }) => countInput(on, reader)),
    ...improvementStatuses.map((status) =>
      isBoard ? columnInput(status, query, reader) : countInput(withStatus(query, status), reader),
    ),
    isBoard ? countInput(query, reader) : tableInput(query, reader),
  ]
}
