import type { QueryOf } from '#lib/contracts/endpoint.ts'
import type { listIncidents as contract, Incident } from '#lib/contracts/incidents.ts'
import { incidentFields } from '#lib/contracts/incidents.ts'
import type { Page } from '#lib/contracts/pages.ts'
import type { Context } from '#server/context.ts'
import { orInfinity } from '#server/db/columns.ts'
import { listOrder } from '#server/db/order-by.ts'
import { parseShapedWhere } from '#server/db/parse-where.ts'
import { incidents } from '#server/db/schema/changes.ts'
import { selectKeptPage } from '#server/db/select-kept-page.ts'
import { talliedBy } from '#server/db/tally.ts'
import { textTrigrams } from '#server/db/text-trigrams.ts'

export const incidentColumns = {
  number: incidents.number,
  short_description: incidents.shortDescription,
  priority: incidents.priority,
  state: incidents.state,
  opened_at: incidents.openedAt,
  resolved_at: incidents.resolvedAt,
  related_change: incidents.relatedChange,
  caused_by_change: incidents.causedByChange,
  affected_service: incidents.affectedService,
}

/** What is wrong, as it is searched for words. */
export const incidentText = { text: incidents.shortDescription, trigrams: textTrigrams(incidents.shortDescription) }

const filterColumns = { ...incidentColumns, short_description: incidentText }

/** Fields with few values. */
const fewValued = {
  priority: incidents.priority,
  state: incidents.state,
  affected_service: incidents.affectedService,
}

/** What is not resolved sorts behind all that is. */
const sortColumns = { ...incidentColumns, resolved_at: orInfinity(incidents.resolvedAt) }

export function listIncidents(ctx: Context, input: QueryOf<typeof contract>): Promise<Page<Incident>> {
  const { sort = '-opened_at' } = input
  const { key, values, isByTrigrams, where, tree } = parseShapedWhere(input.query, incidentFields, filterColumns)
  const build = () => ({
    from: incidents,
    columns: incidentColumns,
    where: where(),
    order: listOrder(sort, sortColumns, incidents.number),
  })
  return selectKeptPage(
    ctx.db,
    {
      lists: ['incidents'],
      shape: { key: `incidents ${sort} ${key}`, values },
      isFiltered: input.query !== undefined,
      isFoundOnce: isByTrigrams,
      tallied: talliedBy('incidents', tree, fewValued),
      isSteady: true,
      build,
    },
    input,
  )
}
