import type { Improvement } from '#lib/contracts/improvements.ts'
import { dayAfter, isUnfinished, unfinishedStatuses } from '#lib/domain/improvement-due.ts'
import { printValue } from '#lib/filter/print.ts'
import type { RegisterQuery } from './improvement-register-query.ts'
import { addressWith } from './page-query.ts'

/** Who looks at the register, and on which day (YYYY-MM-DD, UTC). */
export type RegisterReader = { me: string; today: string }

/** The address of the register with something changed; what it shows by itself is left out. */
export function registerAddress(path: string, query: RegisterQuery, changes: Partial<Record<string, unknown>>): string {
  const { view, limit, ...rest } = { ...query, ...changes }
  const spelled = { ...rest, view: view === 'board' ? view : undefined, limit: limit === 50 ? undefined : limit }
  return addressWith(path, spelled, 'page' in changes ? { page: changes.page } : {})
}

/** What is asked of the list of improvements: a page of the table. */
export const tableInput = (query: RegisterQuery, reader: RegisterReader) => ({
  query: registerFilter(query, reader),
  sort: query.sort ?? sortOf(query.status),
  page: query.page,
  limit: query.limit,
})

/** How many there are: the smallest page that tells the total. */
export const countInput = (query: RegisterQuery, reader: RegisterReader) => ({
  query: registerFilter(query, reader),
  limit: 1,
  page: 1,
})

/** Cards of a column at most; the rest is in the table. */
const cardsShown = 25

/** What is asked for a column of the board. */
export const columnInput = (status: Improvement['status'], query: RegisterQuery, reader: RegisterReader) => ({
  query: registerFilter(withStatus(query, status), reader),
  sort: sortOf(status),
  page: 1,
  limit: cardsShown,
})

/** The register's query for another status; a due date is asked only of what is still to be done. */
export const withStatus = (query: RegisterQuery, status: RegisterQuery['status']): RegisterQuery => ({
  ...query,
  status,
  due: isStillToDo(status) ? query.due : undefined,
})

/** The register's query for another due date: of what is still to be done. */
export const withDue = (query: RegisterQuery, due: RegisterQuery['due']): RegisterQuery => ({
  ...query,
  due,
  status: isStillToDo(query.status) ? query.status : undefined,
})

/** The filters that people use daily, as the query with each on and off. */
export const quickFilters = (query: RegisterQuery) => [
  { label: 'Mine', isOn: query.owner === 'me', on: { ...query, owner: 'me' }, off: { ...query, owner: undefined } },
  { label: 'Overdue', isOn: query.due === 'overdue', on: withDue(query, 'overdue'), off: withDue(query, undefined) },
  {
    label: 'Due within a week',
    isOn: query.due === 'week',
    on: withDue(query, 'week'),
    off: withDue(query, undefined),
  },
]

const isStillToDo = (status: RegisterQuery['status']) =>
  status === undefined || (status !== 'all' && isUnfinished(status))

const sortOf = (status: RegisterQuery['status']) =>
  isStillToDo(status) ? ('target_date' as const) : ('-updated_at' as const)

/** The expression of the filter language for what the register shows; undefined for everything. */
export function registerFilter(query: RegisterQuery, { me, today }: RegisterReader): string | undefined {
  const is = (field: string, value: string | undefined) =>
    value === undefined ? [] : [`${field} = ${printValue(value)}`]
  const status =
    query.status === undefined
      ? [`status IN (${unfinishedStatuses.join(', ')})`]
      : is('status', query.status === 'all' ? undefined : query.status)
  const parts = [
    ...status,
    ...is('owner', query.owner === 'me' ? me : query.owner),
    ...(query.due === 'overdue' ? [`target_date < ${today}`] : []),
    ...(query.due === 'week' ? [`target_date >= ${today}`, `target_date <= ${dayAfter(today, 7)}`] : []),
    ...is('category', query.category),
    ...is('priority', query.priority),
    ...is('source_ref', query.source),
  ]
  const own = query.query?.trim() ? [parts.length > 0 ? `(${query.query})` : query.query] : []
  return [...own, ...parts].join(' AND ') || undefined
}
