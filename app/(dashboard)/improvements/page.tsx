import { dehydrate, QueryClient } from '@tanstack/react-query'
import { createListPage } from '#app/(dashboard)/list-page.tsx'
import { prefetch } from '#app/(dashboard)/prefetch.ts'
import { Register } from '#components/improvements/register.tsx'
import { RegisterFilters } from '#components/improvements/register-filters.tsx'
import { registerView } from '#components/improvements/register-view.tsx'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import { buildRegisterCountInput, buildTableInput, listQuickFilters, setStatus } from '#lib/api/improvement-register.ts'
import { RegisterQuery } from '#lib/api/improvement-register-query.ts'
import { hasRole } from '#lib/contracts/endpoint.ts'
import { improvementStatuses, listImprovements } from '#lib/contracts/improvements.ts'
import { listFilterValues } from '#lib/contracts/routes.ts'
import type { PageContext } from '#server/pages/page-context.ts'
import { getToday } from '#server/platform/runtime/context.ts'

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
  const table = endpointQuery(listImprovements, { query: buildTableInput(query, reader) })
  const counts = [
    ...listQuickFilters(query).map(({ on }) => on),
    ...improvementStatuses.map((status) => setStatus(query, status)),
  ].map((counted) => endpointQuery(listImprovements, { query: buildRegisterCountInput(counted, reader) }))
  await prefetch(client, ctx, endpointQuery(listFilterValues, {}), table, ...counts)
  const { total_count: total } = client.getQueryData(table.queryKey) ?? {}
  return { total: total ?? 0, cache: dehydrate(client) }
}
