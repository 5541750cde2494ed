import { flatArticleFields } from '#lib/contracts/articles.ts'
import { change } from '#lib/contracts/changes.ts'
import type { ServiceNowTable } from '#lib/contracts/connection-values.ts'
import type { FieldMapping, Mapping } from '#lib/contracts/import-records.ts'
import type { ImportKind } from '#lib/contracts/import-values.ts'
import { incident } from '#lib/contracts/incidents.ts'
import { product } from '#lib/contracts/products.ts'
import type { RecordField, WrittenField } from '#lib/contracts/record.ts'
import { profile, user } from '#lib/contracts/users.ts'
import type { FieldOf } from '#server/import/targets/all-targets.ts'

export type TableRules = {
  /** The kind of record that its rows become; null if only their numbers are stored, for links. */
  readonly kind: ImportKind | null
  /** The filter unless the connection has its own. */
  readonly filter: string
  readonly fields: NonNullable<Mapping['fields']>
}

/** Maps every field of a record to its column, or to null if ServiceNow has none. A missing field is a type error. */
const mapTable = <Kind extends ImportKind>(
  kind: Kind,
  fields: Readonly<Record<FieldOf<Kind>, string | null | FieldMapping>>,
): TableRules => ({ kind, filter: '', fields })

const first = (...column: string[]): FieldMapping => ({ column })

/** Returns the columns that a record declares for its fields. */
function pickColumns<Fields extends Readonly<Record<string, RecordField>>>(
  fields: Fields,
): { [Name in keyof Fields as Fields[Name] extends WrittenField ? Name : never]: string | null | FieldMapping }
function pickColumns(fields: Readonly<Record<string, RecordField | WrittenField>>) {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      if (!('columns' in field)) return []
      const { servicenow: column = null } = field
      return [[name, typeof column === 'object' && column !== null ? first(...column) : column] as const]
    }),
  )
}

const metaColumns = {
  record_kind: null,
  updated_at: 'sys_updated_on',
  mod_count: 'sys_mod_count',
  record_class: 'sys_class_name',
  // Duplicate numbers are refused before rows are imported.
  sys_id: null,
}

/** The tables in reading order: people and services come before the records that refer to them. */
export const tableRules: Readonly<Record<ServiceNowTable, TableRules>> = {
  sys_user: {
    ...mapTable('users', { ...pickColumns(user.fields), ...pickColumns(profile.fields) }),
    // Technical accounts have no e-mail.
    filter: 'emailISNOTEMPTY',
  },
  cmdb_ci_service: mapTable('products', {
    ...pickColumns(product.fields),
    price: { default: 0 },
    category: { column: 'service_classification', default: 'Service' },
  }),
  change_request: mapTable('changes', {
    ...pickColumns(change.fields),
    // Columns of the last approval: see attachApprovers.
    approved_by: first(
      'sysapproval_approver.approver.email',
      'sysapproval_approver.approver.user_name',
      'sysapproval_approver.approver.name',
    ),
    test_plan: 'test_plan',
    approval: 'approval',
    seconds_planned: null,
    seconds_worked: null,
    ...metaColumns,
  }),
  change_task: { kind: null, filter: '', fields: {} },
  problem: { kind: null, filter: '', fields: {} },
  incident: mapTable('incidents', { ...pickColumns(incident.fields), closed_at: 'closed_at', ...metaColumns }),
  kb_knowledge: {
    ...mapTable('articles', { ...pickColumns(flatArticleFields), title: 'short_description' }),
    filter: 'workflow_state=published',
  },
}

export const readingOrder = Object.keys(tableRules) as ServiceNowTable[]

/** Fields that make up one local value: if one of them is not readable, none is written. */
export const fieldsTogether: readonly (readonly string[])[] = [
  ['implementation_plan', 'test_plan'],
  ['resolved_at', 'closed_at'],
  ['approved_at', 'approval'],
]

/** The fields that identify a row and its version. */
export const systemFields = ['sys_id', 'number', 'sys_updated_on', 'sys_mod_count'] as const
