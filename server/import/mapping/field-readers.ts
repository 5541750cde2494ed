import { findDateFormat } from '#server/import/cells/date-format.ts'
import type { DateReading } from '#server/import/cells/moment.ts'
import { foldColumnName } from '#server/import/source/column-names.ts'
import type { FieldSpecs } from '#server/import/targets/field-spec.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Feed } from './plan-feeds.ts'

type FileColumns = {
  readonly columns: readonly string[]
  /** True if the columns are those of a known system. */
  readonly isKnownSystem: boolean
}

/** Returns the fields with the readers that apply in a file with these columns. */
export function chooseSpecs(fields: FieldSpecs, { columns, isKnownSystem }: FileColumns): FieldSpecs {
  const folded = new Set(columns.map(foldColumnName))
  return Object.fromEntries(
    Object.entries(fields).map(([field, spec]) => {
      const { beside } = spec
      return [field, beside && (isKnownSystem || folded.has(beside.column)) ? { ...spec, read: beside.read } : spec]
    }),
  )
}

/** Returns the format of a feed's dates, if its mapping states one. Throws `invalid_request` for an invalid one. */
export function openFormat({ field, format }: Feed): DateReading['format'] {
  if (format === undefined) return undefined
  const dateFormat = findDateFormat(format)
  if (dateFormat) return dateFormat
  throw new AppError(
    'invalid_request',
    `The mapping has an invalid date format ${format} for ${field}; a valid one is dd-MM-yyyy HH:mm.`,
  )
}
