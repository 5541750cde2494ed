import type { QueryOf } from '#lib/contracts/endpoint.ts'
import { type listIncidents as contract, Incident, incident } from '#lib/contracts/incidents.ts'
import type { Page } from '#lib/contracts/pages.ts'
import { hasText, joinWithAnd, parseQuery } from '#server/platform/db/filter-sql.ts'
import { findNumbered } from '#server/platform/db/find-record.ts'
import { defineList, selectListPage } from '#server/platform/db/list.ts'
import { recordColumns } from '#server/platform/db/record-columns.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { incidents } from '#server/schema/changes.ts'

export const incidentColumns = recordColumns(incidents, Incident.keyof().options)

const incidentList = defineList({
  table: incidents,
  columns: incidentColumns,
  key: 'number',
  sort: '-opened_at',
})

export type VersionedIncident = Incident & { version: number }

export const versionedIncidentColumns = { ...incidentColumns, version: incidents.version }

/** One incident with its version. Throws `not_found`. */
export async function getIncident(ctx: Context, number: string): Promise<VersionedIncident> {
  const row = await findNumbered(ctx.db, versionedIncidentColumns, incidents.number, number)
  if (!row) throw notFound('incident', number)
  return row
}

/** A page of incidents, newest first unless sorted otherwise. Throws `invalid_filter`. */
export function listIncidents(
  ctx: Context,
  { query, search, ...page }: QueryOf<typeof contract>,
): Promise<Page<Incident>> {
  const filter = joinWithAnd([
    parseQuery(query, incident.filterFields),
    search === undefined ? undefined : hasText(['number', 'short_description'], search),
  ])
  return selectListPage(ctx.db, incidentList, { ...page, filter })
}
