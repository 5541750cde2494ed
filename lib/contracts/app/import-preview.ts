import { z } from 'zod'
import { endpointsFor } from '#lib/contracts/endpoint.ts'
import { ImportId, ImportOptions } from '#lib/contracts/import-records.ts'

/** A value of a field as JSON. */
const FieldValue = z.unknown()

const ImportFeed = z.object({
  field: z.string(),
  columns: z.array(z.string()).describe('Empty for a field that has only a default'),
  join: z.string().nullable().describe('Separator of joined columns; null: the first that is not empty counts'),
  values: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  format: z.string().nullable().describe('The format of dates'),
  formats: z.array(z.string()).describe('The formats that fit all examples of the column'),
  default: z.union([z.string(), z.number(), z.boolean()]).nullable(),
  is_guessed: z.boolean().describe('Whether the field was guessed from the name of the column'),
})
export type ImportFeed = z.infer<typeof ImportFeed>

const SourceWord = z.object({
  word: z.string(),
  rows: z.int().min(1).describe('Rows with this word, among those examined'),
  becomes: z.string().nullable().describe('The value; null for none'),
  problem: z.string().nullable().describe('Why the word has no value'),
})

const ImportPreviewRecord = z.object({
  place: z.string().describe('Where the row is, such as `line 12`'),
  key: z.string().nullable().describe('The identifier of the record; null if the row cannot be read'),
  effect: z.enum(['new', 'changed', 'unchanged', 'refused']),
  reason: z.string().nullable().describe('Why the row is refused'),
  values: z.record(z.string(), FieldValue).describe('The record after the import; empty for a refused row'),
  changes: z
    .record(z.string(), z.object({ from: FieldValue, to: FieldValue }))
    .describe('Fields of an existing record'),
})
export type ImportPreviewRecord = z.infer<typeof ImportPreviewRecord>

const DateQuestion = z.object({
  columns: z.array(z.string()).describe('The columns whose dates fit both orders'),
  dates: z.array(
    z.object({
      text: z.string(),
      day_first: z.string().nullable().describe('The day if the first number is the day; null if there is none'),
      month_first: z.string().nullable().describe('The day if the first number is the month; null if there is none'),
    }),
  ),
})

const RowQuestion = z.object({
  field: z.string().describe('The field that identifies records'),
  key: z.string().describe('The first record with several rows that may count'),
  records: z.int().min(1).describe('Number of such records'),
  equal_in: z
    .array(z.string())
    .describe('The columns with the time or count of updates, in which these rows are equal'),
  rows: z.array(
    z.object({
      place: z.string(),
      values: z.record(z.string(), FieldValue).describe('The fields in which the rows differ'),
    }),
  ),
})

export const ImportPreview = z.object({
  problem: z.string().nullable().describe('Why the file cannot be imported like this, such as a missing column'),
  date_question: DateQuestion.nullable().describe('Asked if the columns do not show the order of their dates'),
  row_question: RowQuestion.nullable().describe('Asked if different rows of a record may be the one that counts'),
  suggested_preset: z
    .string()
    .nullable()
    .describe('Name of the preset for the system that the file is from; null if unknown, or already in use'),
  examined: z.object({
    rows: z.int().min(0),
    is_whole: z.boolean().describe('Whether these are all rows of the file'),
    refused: z.int().min(0).describe('Rows that would be refused, among those examined'),
  }),
  reading: z.object({
    format: z.string(),
    encoding: z.string().nullable().describe('Null for formats that state it'),
    delimiter: z.string().nullable().describe('Null for formats without one'),
    sheet: z.string().nullable().describe('The sheet of a workbook that is read'),
    is_log: z.boolean().describe('Whether these records may have several rows, of which one counts'),
  }),
  has_local_times: z.boolean().describe('Whether times name no zone'),
  sheets: z.array(z.string()).describe('The sheets of a workbook that are not hidden'),
  fields: z.array(
    z.object({
      name: z.string(),
      is_required: z.boolean(),
      is_date: z.boolean(),
      values: z.array(z.string()).nullable().describe('The values of an enumeration'),
    }),
  ),
  columns: z.array(z.object({ name: z.string(), examples: z.array(z.string()).describe('The first five rows') })),
  feeds: z.array(ImportFeed),
  words: z.array(z.object({ field: z.string(), words: z.array(SourceWord), is_complete: z.boolean() })),
  records: z.array(ImportPreviewRecord).describe('The first records of the file as they will be'),
  unimported: z.array(z.string()).describe('Columns with values that fill no field'),
  open_end: z.string().nullable().describe('Says that the last line has no end, so that the file may be cut'),
  remarks: z.array(z.string()),
})
export type ImportPreview = z.infer<typeof ImportPreview>

const people = endpointsFor('Imports', { role: 'manager', onlyPeople: true })

export const previewImport = people.post('previewImport', '/imports/{id}/preview', {
  params: ImportId,
  body: z.strictObject({ options: ImportOptions }),
  response: ImportPreview,
  errors: ['not_found', 'conflict'],
})
