import { addDaysTo, isUnfinished, unfinishedStatuses } from '#lib/domain/improvements/improvement-due.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { printValue } from '#lib/filter/print.ts'
import type { RegisterQuery } from './improvement-register-query.ts'

/** The person who reads the register, and the current day (YYYY-MM-DD, UTC). */
export type RegisterReader = { me: string; today: string }

export const registerPlace = { path: pagePaths.improvements, noun: ['action', 'actions'], pageSize: 50 } as const

export const buildTableInput = (query: RegisterQuery, reader: RegisterReader) => ({
  query: buildRegisterFilter(query, reader),
  sort: query.sort ?? chooseSort(query.status),
  page: query.page,
  limit: query.limit,
})

/** The input of the smallest page, for the total alone. */
export const buildRegisterCountInput = (query: RegisterQuery, reader: RegisterReader) => ({
  query: buildRegisterFilter(query, reader),
  limit: 1,
  page: 1,
})

/** Changes the status; the filter by due date applies to unfinished actions only. */
export const setStatus = (query: RegisterQuery, status: RegisterQuery['status']): RegisterQuery => ({
  ...query,
  status,
  due: isUnfinishedOnly(status) ? query.due : undefined,
})

/** Changes the filter by due date, which applies to unfinished actions only. */
export const setDue = (query: RegisterQuery, due: RegisterQuery['due']): RegisterQuery => ({
  ...query,
  due,
  status: isUnfinishedOnly(query.status) ? query.status : undefined,
})

export const listQuickFilters = (query: RegisterQuery) => [
  { label: 'Mine', isOn: query.owner === 'me', on: { ...query, owner: 'me' }, off: { ...query, owner: undefined } },
  { label: 'Overdue', isOn: query.due === 'overdue', on: setDue(query, 'overdue'), off: setDue(query, undefined) },
  {
    label: 'Due within a week',
    isOn: query.due === 'week',
    on: setDue(query, 'week'),
    off: setDue(query, undefined),
  },
]

const isUnfinishedOnly = (status: RegisterQuery['status']) =>
  status === undefined || (status !== 'all' && isUnfinished(status))

const chooseSort = (status: RegisterQuery['status']) =>
  isUnfinishedOnly(status) ? ('target_date' as const) : ('-updated_at' as const)

/** The filter expression for the register; undefined for everything. */
export function buildRegisterFilter(query: RegisterQuery, { me, today }: RegisterReader): string | undefined {
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
    ...(query.due === 'week' ? [`target_date >= ${today}`, `target_date <= ${addDaysTo(today, 7)}`] : []),
    ...is('category', query.category),
    ...is('priority', query.priority),
    ...is('source_ref', query.source),
  ]
  const ownFilter = query.query?.trim() ? [parts.length > 0 ? `(${query.query})` : query.query] : []
  return [...ownFilter, ...parts].join(' AND ') || undefined
}
