import { flatArticleFields } from '#lib/contracts/articles.ts'
import { change } from '#lib/contracts/changes.ts'
import type { ServiceNowTable } from '#lib/contracts/connection-values.ts'
import type { FieldMapping, Mapping } from '#lib/contracts/import-mapping.ts'
import type { ImportKind } from '#lib/contracts/import-values.ts'
import { incident } from '#lib/contracts/incidents.ts'
import { product } from '#lib/contracts/products.ts'
import type { RecordField, WrittenField } from '#lib/contracts/record.ts'
import { profile, user } from '#lib/contracts/users.ts'
import type { FieldOf } from '#server/import/targets/all-targets.ts'

export type TableRules = {
  /** The kind of record that its rows become; null for rows of which only the number is stored, for links. */
  readonly kind: ImportKind | null
  /** The filter where the connection has none. */
  readonly filter: string
  readonly fields: NonNullable<Mapping['fields']>
}

/** Every field of the records has its column, or null where ServiceNow has none: an omission is a type error. */
const become = <Kind extends ImportKind>(
  kind: Kind,
  fields: Readonly<Record<FieldOf<Kind>, string | null | FieldMapping>>,
): TableRules => ({ kind, filter: '', fields })

const first = (...column: string[]): FieldMapping => ({ column })

/** The columns that a record declares for its fields. */
function pickColumns<Fields extends Readonly<Record<string, RecordField>>>(
  fields: Fields,
): { [Name in keyof Fields as Fields[Name] extends WrittenField ? Name : never]: string | null | FieldMapping }
function pickColumns(fields: Readonly<Record<string, RecordField | WrittenField>>) {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      if (!('servicenow' in field)) return []
      const { servicenow: column } = field
      return [[name, typeof column === 'object' && column !== null ? first(...column) : column] as const]
    }),
  )
}

const metaColumns = {
  updated_at: 'sys_updated_on',
  mod_count: 'sys_mod_count',
  record_class: 'sys_class_name',
  // Numbers that two records have are refused before rows are imported.
  sys_id: null,
}

/** The tables in the order in which they are read: people and services come before the records that name them. */
export const tableRules: Readonly<Record<ServiceNowTable, TableRules>> = {
  sys_user: {
    ...become('users', { ...pickColumns(user.fields), ...pickColumns(profile.fields) }),
    // Accounts of machines have no address.
    filter: 'emailISNOTEMPTY',
  },
  cmdb_ci_service: become('products', {
    ...pickColumns(product.fields),
    price: { default: 0 },
    category: { column: 'service_classification', default: 'Service' },
  }),
  change_request: become('changes', {
    ...pickColumns(change.fields),
    // Of the last approval: see attachApprovers.
    approved_by: first(
      'sysapproval_approver.approver.email',
      'sysapproval_approver.approver.user_name',
      'sysapproval_approver.approver.name',
    ),
    test_plan: 'test_plan',
    approval: 'approval',
    ...metaColumns,
  }),
  change_task: { kind: null, filter: '', fields: {} },
  problem: { kind: null, filter: '', fields: {} },
  incident: become('incidents', {
    ...pickColumns(incident.fields),
    closed_at: 'closed_at',
    ...metaColumns,
  }),
  kb_knowledge: {
    ...become('articles', { ...pickColumns(flatArticleFields), title: 'short_description' }),
    filter: 'workflow_state=published',
  },
}

export const readingOrder = Object.keys(tableRules) as ServiceNowTable[]

/** Fields that make one local value: if one of them is not readable, none of them is written. */
export const fieldsTogether: readonly (readonly string[])[] = [
  ['implementation_plan', 'test_plan'],
  ['resolved_at', 'closed_at'],
  ['approved_at', 'approval'],
]

/** The fields that identify a row and its version. */
export const systemFields = ['sys_id', 'number', 'sys_updated_on', 'sys_mod_count'] as const
