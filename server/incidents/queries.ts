import type { QueryOf } from '#lib/contracts/endpoint.ts'
import type { listIncidents as contract, Incident } from '#lib/contracts/incidents.ts'
import { incidentFields } from '#lib/contracts/incidents.ts'
import type { Page } from '#lib/contracts/pages.ts'
import type { Context } from '#server/context.ts'
import { orderBy } from '#server/db/order-by.ts'
import { parseWhere } from '#server/db/parse-where.ts'
import { incidents } from '#server/db/schema/changes.ts'
import { selectPage } from '#server/db/select-page.ts'

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
  return selectPage(ctx.db, {
    from: incidents,
    columns: incidentColumns,
    where: parseWhere(input.query, incidentFields, incidentColumns),
    orderBy: orderBy(input.sort ?? '-opened_at', incidentColumns, incidents.number),
    page: input,
  })
}
