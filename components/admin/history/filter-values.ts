import type { listHistory } from '#lib/contracts/app/history.ts'
import type { QueryOf } from '#lib/contracts/endpoint.ts'
import { getDayInZone, getEndOfDayIn } from '#lib/time/local-day.ts'
import { getStartOfDayIn, isCalendarDate } from '#lib/time/wall-clock.ts'

export type HistoryQuery = QueryOf<typeof listHistory>

const names = ['actor', 'action', 'entity_type', 'entity_id', 'from', 'to', 'request_id'] as const
type FilterName = (typeof names)[number]

/** Values of the filter inputs: empty for no filter, `from` and `to` as first and last day. */
export type HistoryFilterValues = Record<FilterName, string>
type PeriodBounds = { from?: string | undefined; to?: string | undefined }

/** Converts a query to input values; its times become days in the zone of the page. */
export function readFilters(query: Omit<HistoryQuery, 'page' | 'limit'>, zone: string): HistoryFilterValues {
  const { actor = '', action = '', entity_type = '', entity_id = '', request_id = '' } = query
  return { actor, action, entity_type, entity_id, request_id, ...toDays(query, zone) }
}

/** The `to` of a query is exclusive: the end of the last day. */
const toDays = ({ from, to }: PeriodBounds, zone: string) => ({
  from: from === undefined ? '' : getDayInZone(from, zone),
  to: to === undefined ? '' : getDayInZone(new Date(Date.parse(to) - 1).toISOString(), zone),
})

/** Converts input values to a query. An unchanged day stays the exact time of the query `before`. */
export function buildQuery(filters: HistoryFilterValues, before: PeriodBounds, zone: string): HistoryFilterValues {
  const trimmed = Object.fromEntries(names.map((name) => [name, filters[name].trim()])) as HistoryFilterValues
  const days = toDays(before, zone)
  const { from, to } = trimmed
  return {
    ...trimmed,
    from: from === days.from ? (before.from ?? '') : isCalendarDate(from) ? getStartOfDayIn(from, zone) : from,
    to: to === days.to ? (before.to ?? '') : isCalendarDate(to) ? getEndOfDayIn(to, zone) : to,
  }
}
