import { z } from 'zod'
import type { FilterField, FilterFields, FilterFieldType } from './filter-fields.ts'

/** The folded name of a column in an imported file; `join` combines those columns that the file has. */
export type ColumnName = string | { readonly join: readonly string[]; readonly with: string }

type FieldInfo<Value> = {
  /** Describes the field for the reference, the filter bar and the client. */
  readonly description: string
  readonly example: Value
  /** The field in the filter language, by default derived from the schema; false if `query` may not name it. */
  readonly filter?: false | { readonly isNumber?: true; readonly description?: string }
}

type ImportInfo = {
  /** Likely columns of a file, in order of preference. */
  readonly columns: readonly ColumnName[]
  /** The column in ServiceNow, or several of which the first that is not empty is read; absent without one. */
  readonly servicenow?: string | readonly string[]
  /** True if it names a person: a text that the directory knows becomes the e-mail address. */
  readonly isPerson?: true
  /** True if its texts may have several lines. */
  readonly isMultiLine?: true
  /** True if a new record needs it: a file without it is refused. */
  readonly isRequired?: true
}

/** A field of a record, with its schema. */
export type RecordField = FieldInfo<unknown> & { readonly read: z.ZodType }
/** A field that the system of record sends, through the API, an import or a connection. */
export type WrittenField = RecordField &
  ImportInfo & { readonly sent: z.ZodType | null; readonly imported: z.ZodType; readonly default: unknown }

/** The schema in requests: null clears a field that may be empty or has a default. */
type SentSchema<Read, Limit extends z.ZodType, Default> = Read extends z.ZodNullable
  ? z.ZodNullable<Limit>
  : undefined extends Default
    ? Limit
    : z.ZodNullable<Limit>
/** The schema of an imported row: a field without a value has its default, or null if it may be empty. */
type ImportedSchema<Read, Limit extends z.ZodType, Default, Required> = true extends Required
  ? Limit
  : Read extends z.ZodNullable
    ? z.ZodDefault<z.ZodNullable<Limit>>
    : undefined extends Default
      ? z.ZodOptional<Limit>
      : z.ZodDefault<Limit>

/** Declares a field that Hindsight sets. */
export const field = <Read extends z.ZodType>(read: Read, about: FieldInfo<z.output<Read>>) => ({ ...about, read })

type WrittenFieldInfo<Read extends z.ZodType, Default, Required> = FieldInfo<z.output<Read>> &
  Omit<ImportInfo, 'isRequired'> & { readonly default?: Default; readonly isRequired?: Required }
type TypedWrittenField<Read extends z.ZodType, Limit extends z.ZodType, Default, Required, SentSchema> = ReturnType<
  typeof field<Read>
> &
  ImportInfo & {
    readonly sent: SentSchema
    readonly imported: ImportedSchema<Read, Limit, Default, Required>
    readonly default: Default
  }

/**
 * Declares a field that the system of record writes, limited by the schema `limit`. `sentAs` describes it in requests,
 * by default as in responses.
 */
export function written<
  Read extends z.ZodType,
  Limit extends z.ZodType,
  const Default = undefined,
  const Required = undefined,
>(
  read: Read,
  limit: Limit,
  about: WrittenFieldInfo<Read, Default, Required> & { readonly sentAs?: string },
): TypedWrittenField<Read, Limit, Default, Required, SentSchema<Read, Limit, Default>>
export function written(
  read: z.ZodType,
  limit: z.ZodType,
  about: WrittenFieldInfo<z.ZodType, unknown, true> & { readonly sentAs?: string },
): WrittenField {
  const { default: absent, sentAs = about.description } = about
  const isClearable = read instanceof z.ZodNullable || absent !== undefined
  return { ...filled(read, limit, about), sent: (isClearable ? limit.nullable() : limit).describe(sentAs) }
}

/** Declares a field that only imports and connections fill, limited by the schema `limit`. */
export function filled<
  Read extends z.ZodType,
  Limit extends z.ZodType,
  const Default = undefined,
  const Required = undefined,
>(
  read: Read,
  limit: Limit,
  about: WrittenFieldInfo<Read, Default, Required>,
): TypedWrittenField<Read, Limit, Default, Required, null>
export function filled(
  read: z.ZodType,
  limit: z.ZodType,
  about: WrittenFieldInfo<z.ZodType, unknown, true>,
): WrittenField {
  return { ...about, read, sent: null, imported: importedAs(read, limit, about), default: about.default }
}

function importedAs(
  read: z.ZodType,
  limit: z.ZodType,
  { default: absent, isRequired }: { readonly default?: unknown; readonly isRequired?: true },
): z.ZodType {
  if (isRequired) return limit
  if (read instanceof z.ZodNullable) return limit.nullable().default(null)
  return absent === undefined ? limit.optional() : limit.default(absent)
}

/** Declares the field that identifies a record: part of the path, and of every row of an import. */
export const key = <Limit extends z.ZodType>(
  limit: Limit,
  about: Omit<WrittenFieldInfo<z.ZodString, undefined, true>, 'default' | 'isRequired'>,
) => filled(z.string(), limit, { ...about, isRequired: true })

type RecordFields = Readonly<Record<string, RecordField>>
type SentFields<F extends RecordFields> = {
  [Name in keyof F as F[Name] extends { sent: z.ZodType } ? Name : never]: F[Name] extends {
    sent: infer S extends z.ZodType
  }
    ? z.ZodOptional<S>
    : never
}

type DeclaredRecord<Shown extends RecordFields, Hidden extends RecordFields> = {
  readonly fields: Shown & Hidden
  /** The record as the API returns it. */
  readonly schema: z.ZodObject<{ -readonly [Name in keyof Shown]: Shown[Name]['read'] }>
  /** The fields that its system of record sends. */
  readonly writable: z.ZodObject<SentFields<Shown & Hidden>, z.core.$strict>
  /** The fields that a `query` may name. */
  readonly filterFields: FilterFields
  readonly example: { readonly [Name in keyof Shown]: z.output<Shown[Name]['read']> }
  /** The sent fields of the example. */
  readonly sentExample: Readonly<Record<string, unknown>>
  /** The value of each sent field that a new record omits, and for which null stands in a write. */
  readonly defaults: Readonly<Record<string, unknown>>
  /** The sent fields that are moments. */
  readonly times: readonly string[]
  /** The sent fields that name people. */
  readonly people: readonly string[]
}

/**
 * Declares a record of the API by its fields: its schema, its writes, filters, the example, and its import. `hidden`
 * are fields that are written and not shown.
 */
// The annotation lets the bundler drop the records that no page uses.
/* @__NO_SIDE_EFFECTS__ */
export function record<Shown extends RecordFields, Hidden extends RecordFields = Record<never, never>>(
  id: string,
  shown: Shown,
  hidden?: Hidden,
): DeclaredRecord<Shown, Hidden>
export function record(
  id: string,
  shown: RecordFields,
  hidden: RecordFields = {},
): DeclaredRecord<RecordFields, RecordFields> {
  const fields = { ...shown, ...hidden }
  const read = mapFields(shown, ({ read, description }) => read.describe(description))
  const sent = mapFields(fields, (one) =>
    'sent' in one && one.sent instanceof z.ZodType ? one.sent.optional() : undefined,
  )
  return {
    fields,
    schema: z.object(read).meta({ id }),
    writable: z.strictObject(sent).meta({ id: `${id}Write` }),
    filterFields: mapFields(shown, buildFilterField),
    example: mapFields(shown, ({ example }) => example),
    sentExample: mapFields(fields, (one) => ('sent' in one && one.sent ? one.example : undefined)),
    defaults: mapFields(fields, (one) => ('default' in one && 'sent' in one && one.sent ? one.default : undefined)),
    people: Object.keys(mapFields(fields, (one) => ('isPerson' in one && one.isPerson ? true : undefined))),
    times: Object.keys(sent).filter((name) => fields[name] && findFilterType(fields[name].read)?.type === 'timestamp'),
  }
}

/** Maps each field to a value, without fields for which `read` returns undefined. */
function mapFields<Value>(
  fields: RecordFields,
  read: (field: RecordField) => Value | undefined,
): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, one]) => {
      const value = read(one)
      return value === undefined ? [] : [[name, value] as const]
    }),
  )
}

function buildFilterField({ read, description, filter }: RecordField): FilterField | undefined {
  const type = findFilterType(read)
  return filter === false || type === null ? undefined : { ...type, description, ...filter }
}

/** Returns the filter type of a schema; null for documents, which filters cannot compare. */
function findFilterType(schema: z.ZodType): { type: FilterFieldType; values?: readonly string[] } | null {
  if (schema instanceof z.ZodNullable) return findFilterType(schema.unwrap() as z.ZodType)
  if (schema instanceof z.ZodEnum) return { type: 'text', values: schema.options.map(String) }
  if (schema instanceof z.ZodISODateTime) return { type: 'timestamp' }
  if (schema instanceof z.ZodISODate) return { type: 'date' }
  if (schema instanceof z.ZodString) return { type: 'text' }
  if (schema instanceof z.ZodNumber) return { type: 'number' }
  if (schema instanceof z.ZodBoolean) return { type: 'boolean' }
  return schema instanceof z.ZodArray ? { type: 'list' } : null
}
