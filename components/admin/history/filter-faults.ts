import { listHistory } from '#lib/contracts/app/history.ts'
import { type HistoryFilterValues, queryOf } from './filter-values.ts'

/** What does not fit, by its input: empty inputs mean no filter, the rest must fit the endpoint's own query. */
export function faultsOf(filters: HistoryFilterValues): Partial<HistoryFilterValues> {
  const given = Object.fromEntries(Object.entries(queryOf(filters, {})).filter(([, value]) => value !== ''))
  const issues = listHistory.query.safeParse(given).error?.issues ?? []
  const isBackwards = filters.from !== '' && filters.to !== '' && filters.from > filters.to
  return {
    ...Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message])),
    ...(isBackwards ? { to: 'must not be before the first day' } : {}),
  }
}
