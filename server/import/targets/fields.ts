import { getTableColumns } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { identifier } from '#lib/contracts/primitives.ts'
import type { RecordField, WrittenField } from '#lib/contracts/record.ts'
import { readPlan } from '#server/import/cells/document-text.ts'
import { readDay, readMoment } from '#server/import/cells/moment.ts'
import {
  Fault,
  quoteCell,
  readCount,
  readFlag,
  readList,
  readStoredValue,
  readText,
} from '#server/import/cells/text.ts'
import { flagValues, type Target, type TargetField, type TargetFields } from './target.ts'

type RecordFields = Readonly<Record<string, RecordField>>
type ImportedFields<F extends RecordFields> = {
  readonly [Name in keyof F as F[Name] extends WrittenField ? Name : never]: TargetField & {
    readonly limit: F[Name] extends WrittenField ? F[Name]['imported'] : never
  }
}

/**
 * Builds the target fields for the fields that the system of record writes. Columns and limits come from the record,
 * the reader of cells from the schema. A target adds the exceptions of a field.
 */
export function toTargetFields<F extends RecordFields>(fields: F, table: PgTable): ImportedFields<F>
export function toTargetFields(fields: RecordFields, table: PgTable): Record<string, TargetField> {
  const columns = Object.values(getTableColumns(table))
  const entries = Object.entries(fields).flatMap(([name, field]) => {
    if (!isWritten(field)) return []
    const { columns: guesses, imported: limit, isPerson, isMultiLine, isRequired } = field
    const column = columns.find((one) => one.name === name)
    if (!column) throw new Error(`The table has no column for the field ${name}.`)
    const marks = {
      ...(isPerson && { isPerson }),
      ...(isMultiLine && { isMultiLine }),
      ...(isRequired && { isRequired }),
    }
    return [[name, { ...chooseReader(field.read), ...marks, guesses, limit, column }] as const]
  })
  return Object.fromEntries(entries)
}

const isWritten = (field: RecordField): field is WrittenField => 'imported' in field

function chooseReader(schema: z.ZodType): Pick<TargetField, 'read' | 'isDate' | 'values'> {
  const bare = schema instanceof z.ZodNullable ? schema.unwrap() : schema
  if (bare instanceof z.ZodISODateTime) return { read: readMoment, isDate: true }
  if (bare instanceof z.ZodISODate) return { read: readDay, isDate: true }
  if (bare instanceof z.ZodEnum) return { read: readText, values: bare.options.map(String) }
  if (bare instanceof z.ZodArray) return { read: readList }
  if (bare instanceof z.ZodRecord) return { read: readPlan }
  if (bare instanceof z.ZodBoolean) return { read: readFlag, values: flagValues }
  return { read: readText }
}

/** ServiceNow's record class, read only to refuse records of another class, such as a problem among incidents. */
export const createClassField = (kind: Kind) =>
  createKindField(kind, ['sys_class_name'], (name) => !name.startsWith(kind === 'change' ? 'change request' : kind))

/** Words with which other systems name the kinds of their records. */
const changeNames =
  'change, system change, change request, rfc, request for change, normal change, standard change, emergency change'
const incidentNames = 'incident, system incident'
const otherNames =
  'problem, system problem, known error, release, pull request, merge request, service request, system service request, rfi, request for information, question'

/** The columns in which other systems name the kind of a record; their other words, such as categories, mean nothing. */
export function createNamedKindField(kind: Kind, guesses: readonly string[]) {
  const others = new Set(columnNames(kind === 'incident' ? changeNames : incidentNames, otherNames))
  return createKindField(kind, guesses, (name) => others.has(name))
}

type Kind = 'incident' | 'change'

/** A field that is read only to refuse another kind of record; an object without a name is one, such as `pull_request`. */
const createKindField = (kind: Kind, guesses: readonly string[], isOther: (name: string) => boolean) =>
  ({
    guesses,
    isCoalesced: true,
    limit: z.string().optional(),
    column: null,
    read(cell: unknown) {
      const text = readText(readStoredValue(cell))
      const name = text instanceof Fault ? 'pull_request' : text
      const folded = name
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
        .trim()
      const isRefused = text instanceof Fault || isOther(folded)
      return isRefused
        ? new Fault(`${quoteCell(name)} is not ${kind === 'incident' ? 'an incident' : 'a change'}`)
        : name
    },
  }) as const satisfies TargetField

/** Lists the names of columns, which are separated by commas. */
export const columnNames = (...names: readonly string[]): string[] => names.join(', ').split(', ')

/**
 * Fields that only decide which of several rows for one record is its last state: the later of two rows has the greater
 * value. Rows with different `sys_id` belong to different records, whatever their numbers, unless the `sys_id`
 * identifies rows.
 */
export const logFields = {
  updated_at: {
    read: readMoment,
    guesses: columnNames(
      'sys_updated_on, sys_updated_at, updated_at, updated, last_updated, last_modified, modified_at, modified',
      'last_modified_date',
    ),
    isDate: true,
    isLenient: true,
    limit: z.string().nullable().default(null),
    column: { staged: 'row_updated_at', type: 'timestamptz' },
  },
  mod_count: {
    read: readCount,
    guesses: ['sys_mod_count', 'mod_count'],
    isLenient: true,
    limit: z.number().nullable().default(null),
    column: { staged: 'row_mod_count', type: 'integer' },
  },
  sys_id: {
    read: readText,
    guesses: ['sys_id'],
    isLenient: true,
    limit: identifier(64).nullable().default(null),
    column: { staged: 'row_sys_id', type: 'text', isIdentity: true },
  },
} as const satisfies TargetFields

/** Returns the field, which is also the column, with the time at which a record was opened. */
export const findOpenedField = ({ columns }: Target): string | undefined =>
  columns.find(({ name }) => name === 'opened_at' || name === 'created_at')?.name
