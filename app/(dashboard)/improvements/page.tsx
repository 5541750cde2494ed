import { dehydrate, QueryClient } from '@tanstack/react-query'
import { createListPage } from '#app/(dashboard)/list-page.tsx'
import { Register } from '#components/improvements/register.tsx'
import { RegisterFilters } from '#components/improvements/register-filters.tsx'
import { registerView } from '#components/improvements/register-view.tsx'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import { buildRegisterCountInput, buildTableInput, listQuickFilters, setStatus } from '#lib/api/improvement-register.ts'
import { RegisterQuery } from '#lib/api/improvement-register-query.ts'
import { listFilterValues } from '#lib/contracts/app/filter-values.ts'
import { hasRole, type QueryOf } from '#lib/contracts/endpoint.ts'
import { improvementStatuses, listImprovements } from '#lib/contracts/improvements.ts'
import * as improvements from '#server/improvements/queries.ts'
import type { PageContext } from '#server/pages/page-context.ts'
import { prefetch } from '#server/pages/prefetch.ts'
import { toRecordList } from '#server/platform/api/list-result.ts'
import { getToday } from '#server/platform/runtime/context.ts'
import * as search from '#server/search/filter-values.ts'

export const metadata = { title: registerView.title }

const describeReader = (ctx: PageContext) => ({ me: ctx.actor.email, today: getToday(ctx) })

export default createListPage(registerView, { ...listImprovements, query: RegisterQuery }, loadRegister, {
  exported: (ctx, query) => buildTableInput(query, describeReader(ctx)),
  filters: ({ ctx, filtering }) => <RegisterFilters {...filtering} reader={describeReader(ctx)} />,
  table: ({ ctx, query, shown }) => (
    <Register query={query} reader={describeReader(ctx)} shown={shown} canWrite={hasRole(ctx.actor.role, 'reviewer')} />
  ),
})

/** Reads the register into a cache of the browser, which shows edits before the service has confirmed them. */
async function loadRegister(ctx: PageContext, query: RegisterQuery) {
  const client = new QueryClient()
  const reader = describeReader(ctx)
  const load = (input: QueryOf<typeof listImprovements>) =>
    prefetch(client, listImprovements, endpointQuery(listImprovements, { query: input }), async () => {
      return toRecordList(await improvements.listImprovements(ctx, input), input).body
    })
  const list = buildTableInput(query, reader)
  await Promise.all([
    prefetch(client, listFilterValues, endpointQuery(listFilterValues, {}), () => search.listFilterValues(ctx)),
    ...listQuickFilters(query).map(({ on }) => load(buildRegisterCountInput(on, reader))),
    ...improvementStatuses.map((status) => load(buildRegisterCountInput(setStatus(query, status), reader))),
    load(list),
  ])
  const { total_count: total } = client.getQueryData(endpointQuery(listImprovements, { query: list }).queryKey) ?? {}
  return { total: total ?? 0, cache: dehydrate(client) }
}
