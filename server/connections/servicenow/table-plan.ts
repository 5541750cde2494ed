import type { ServiceNowOptions } from '#lib/contracts/connection-options.ts'
import type { ServiceNowTable } from '#lib/contracts/connection-values.ts'
import type { Mapping } from '#lib/contracts/import-records.ts'
import type { ImportKind } from '#lib/contracts/import-values.ts'
import type { OpenConnection } from '#server/connections/connector.ts'
import { getMapping } from '#server/import/jobs/mappings.ts'
import { listFieldColumns, listMappedColumns } from '#server/import/mapping/plan-feeds.ts'
import { serviceNowPreset } from '#server/import/presets/servicenow.ts'
import { allTargets } from '#server/import/targets/all-targets.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import type { RemoteRow } from './table-api.ts'
import { fieldsTogether, systemFields, tableRules } from './tables.ts'

/** Identifiers per query; more would make the URL too long. */
const idsPerQuery = 100

/** Splits identifiers into chunks, each for one query. */
export function* splitIntoChunks(ids: readonly string[]): Generator<string[]> {
  for (let index = 0; index < ids.length; index += idsPerQuery) yield ids.slice(index, index + idsPerQuery)
}

const approvalPrefix = 'sysapproval_approver.'

/** True if a column belongs to the last approval of a change instead of the change itself. */
export const isApprovalColumn = (column: string): boolean => column.startsWith(approvalPrefix)
export const toApprovalField = (column: string): string => column.slice(approvalPrefix.length)

/** The plan for reading a table of a connection. */
export type TablePlan = {
  readonly table: ServiceNowTable
  readonly kind: ImportKind | null
  /** The name of its records in Hindsight and its history. */
  readonly entity: string
  readonly filter: string
  readonly mapping: Mapping
  /** The fields that its mapping reads. */
  readonly columns: readonly string[]
  /** The fields to request. */
  readonly fields: readonly string[]
}

/** Plans the reading of a table. Throws `not_found` for a saved mapping that was deleted. */
export async function planTable(db: Queryable, connection: OpenConnection, table: ServiceNowTable): Promise<TablePlan> {
  const { kind, filter, fields } = tableRules[table]
  const options = (connection.options as ServiceNowOptions).tables[table]
  const saved = kind !== null && options?.mapping ? await getMapping(db, options.mapping, kind) : {}
  const mapping = {
    empty: [],
    time_zone: 'UTC',
    system: serviceNowPreset.name,
    ...saved,
    fields: { ...fields, ...saved.fields },
  }
  const columns = listMappedColumns(mapping)
  return {
    table,
    kind,
    mapping,
    columns,
    filter: options?.filter ?? filter,
    entity: kind === null ? table : allTargets[kind].historyName,
    fields: [...new Set([...systemFields, ...columns.filter((column) => !isApprovalColumn(column))])],
  }
}

/** Rows that lack the same fields, with the mapping of their other fields. */
export type RowGroup = {
  readonly rows: readonly RemoteRow[]
  readonly missing: readonly string[]
  readonly mapping: Mapping
  /** Required fields that cannot be filled: the rows are refused. */
  readonly missingRequired: readonly string[]
}

/**
 * Groups rows by the fields that are missing because the account may not read them. A missing field is not an empty
 * one: it is left out of the mapping, so that the record keeps its value.
 */
export function groupByMissing(plan: TablePlan, rows: readonly RemoteRow[]): RowGroup[] {
  const missingIn = (row: RemoteRow) => plan.columns.filter((column) => !(column in row)).join()
  return [...Map.groupBy(rows, missingIn)].map(([names, group]) => {
    const missing = names === '' ? [] : names.split(',')
    return { rows: group, missing, ...dropMissingColumns(plan, new Set(missing)) }
  })
}

function dropMissingColumns(
  { mapping, kind }: TablePlan,
  missing: ReadonlySet<string>,
): Pick<RowGroup, 'mapping' | 'missingRequired'> {
  if (kind === null || missing.size === 0) return { mapping, missingRequired: [] }
  const mappedFields = mapping.fields ?? {}
  const isLost = (field: string) => {
    const columns = listFieldColumns(mappedFields[field] ?? null)
    return columns.length > 0 && columns.every((column) => missing.has(column))
  }
  const lost = new Set(Object.keys(mappedFields).filter(isLost))
  for (const together of fieldsTogether)
    if (together.some((field) => lost.has(field))) for (const field of together) lost.add(field)
  const fields = Object.entries(mappedFields).map(([field, mapped]) => {
    if (mapped === null || lost.has(field)) return [field, null]
    const columns = listFieldColumns(mapped).filter((column) => !missing.has(column))
    const rule = typeof mapped === 'string' ? {} : mapped
    return [field, rule.join ? { ...rule, join: columns } : { ...rule, ...(columns.length > 0 && { column: columns }) }]
  })
  const missingRequired = [...lost].filter((field) => allTargets[kind].fields[field]?.isRequired)
  return { mapping: { ...mapping, fields: Object.fromEntries(fields) }, missingRequired }
}

/** Prepares rows for the import: the name of a service may contain a comma and becomes one entry of a list. */
export function splitListCells(rows: readonly RemoteRow[], mapping: Mapping): readonly RemoteRow[] {
  const names = listFieldColumns(mapping.fields?.affected_services ?? null).filter((column) => column.includes('.'))
  if (names.length === 0) return rows
  return rows.map((row) => ({
    ...row,
    ...Object.fromEntries(names.map((name) => [name, row[name] === '' ? '' : [row[name]]])),
  }))
}
