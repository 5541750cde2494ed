import { listHistory } from '#lib/contracts/app/history.ts'
import { buildQuery, type HistoryFilterValues } from './filter-values.ts'

/** Errors by input: empty inputs mean no filter, others must be valid in the query of the endpoint. */
export function findErrors(filters: HistoryFilterValues): Partial<HistoryFilterValues> {
  const query = Object.fromEntries(Object.entries(buildQuery(filters, {}, 'UTC')).filter(([, value]) => value !== ''))
  const issues = listHistory.query.safeParse(query).error?.issues ?? []
  const isBackwards = filters.from !== '' && filters.to !== '' && filters.from > filters.to
  return {
    ...Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message])),
    ...(isBackwards ? { to: 'must not be before the first day' } : {}),
  }
}
