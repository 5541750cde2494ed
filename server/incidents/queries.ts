import type { QueryOf } from '#lib/contracts/endpoint.ts'
import type { listIncidents as contract, Incident } from '#lib/contracts/incidents.ts'
import { incidentFields } from '#lib/contracts/incidents.ts'
import type { Page } from '#lib/contracts/pages.ts'
import type { Context } from '#server/context.ts'
import { orderBy } from '#server/db/order-by.ts'
import { parseShapedWhere } from '#server/db/parse-where.ts'
import { incidents } from '#server/db/schema/changes.ts'
import { selectShapedPage } from '#server/db/select-page.ts'

export const incidentColumns = {
  number: incidents.number,
  short_description: incidents.shortDescription,
  priority: incidents.priority,
  state: incidents.state,
  opened_at: incidents.openedAt,
  resolved_at: incidents.resolvedAt,
  related_change: incidents.relatedChange,
  affected_service: incidents.affectedService,
}

export function listIncidents(ctx: Context, input: QueryOf<typeof contract>): Promise<Page<Incident>> {
  const { sort = '-opened_at' } = input
  const { key, values, where } = parseShapedWhere(input.query, incidentFields, incidentColumns)
  return selectShapedPage(ctx.db, { key: `incidents ${sort} ${key}`, values }, input, () => ({
    from: incidents,
    columns: incidentColumns,
    where: where(),
    orderBy: orderBy(sort, incidentColumns, incidents.number),
  }))
}
