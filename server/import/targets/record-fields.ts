import { getTableColumns } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { RecordField, WrittenField } from '#lib/contracts/record.ts'
import { readDay, readMoment } from '#server/import/cells/moment.ts'
import { readPlan } from '#server/import/cells/plan-text.ts'
import { Fault, quoteCell, readFlag, readList, readStoredValue, readText } from '#server/import/cells/text.ts'
import { flagValues } from './field-spec.ts'
import type { TargetField } from './target.ts'

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

/**
 * ServiceNow's record class, which is read only to refuse records of another class, such as a problem among incidents.
 */
export const createClassField = (expected: 'incident' | 'change_request') =>
  ({
    guesses: ['sys_class_name'],
    limit: z.string().optional(),
    column: null,
    read(cell: unknown) {
      const text = readText(readStoredValue(cell))
      if (text instanceof Fault) return text
      const isExpected = text.toLowerCase().replace(/\s+/g, '_').startsWith(expected)
      return isExpected
        ? text
        : new Fault(`${quoteCell(text)} is not ${expected === 'incident' ? 'an incident' : 'a change'}`)
    },
  }) as const satisfies TargetField
