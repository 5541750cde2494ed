import { z } from 'zod'
import { importKinds, importSources, importStatuses, maxListedRefusals } from './import-values.ts'
import { oneOf, Timestamp, text } from './primitives.ts'

const column = z.string().min(1)
const value = z.union([z.string(), z.number(), z.boolean()])

const FieldMapping = z
  .strictObject({
    column: z
      .union([column, z.array(column).min(1)])
      .optional()
      .describe('The column, or several of which the first that is not empty counts'),
    join: z.array(column).min(1).optional().describe('Columns whose texts are joined'),
    with: z.string().optional().describe('Separator of joined texts; default: a blank'),
    values: z
      .record(z.string(), value.nullable())
      .optional()
      .describe(
        'Replaces words and numbers of the file by values, whatever their case; null for empty. Without a column, that of the guess is used',
      ),
    format: z.string().optional().describe('Format of dates, such as `dd-MM-yyyy HH:mm`'),
    default: value.optional().describe('The value if the cell is empty, or of every row if no column is named'),
  })
  .meta({ id: 'FieldMapping' })
export type FieldMapping = z.infer<typeof FieldMapping>

/** Which of several rows for one record counts. */
const RowAnswer = z
  .string()
  .regex(/^(?:first|last|latest:[^\n]{1,200})$/, { error: 'must be first, last or latest:COLUMN' })
  .describe(
    'Which of several rows for one record counts: `first`, `last`, or `latest:COLUMN` for the one with the greatest time or number in that column',
  )

/** Assigns columns of a file to fields; see docs/import.md. */
export const Mapping = z
  .strictObject({
    fields: z
      .record(z.string(), z.union([column, z.null(), FieldMapping]))
      .optional()
      .describe('The columns of fields; null leaves a field out, and fields that are not named are guessed'),
    system: z
      .string()
      .min(1)
      .optional()
      .describe('Name of the preset whose meaning of words and numbers counts where this mapping has none'),
    skip_missing: z
      .boolean()
      .optional()
      .describe('Whether columns that the file lacks are skipped; otherwise they are an error'),
    empty: z.array(z.string()).optional().describe('Cells that count as empty'),
    rows: RowAnswer.optional(),
    last_state: z
      .boolean()
      .optional()
      .describe('Deprecated, see `rows`: whether the last of several rows for one record counts, or the first'),
    date_order: z
      .enum(['day-first', 'month-first'])
      .optional()
      .describe('Order of dates such as 03-04-2026 where no date of their column shows it'),
    newest_first: z
      .boolean()
      .optional()
      .describe('Deprecated, see `rows`: whether the first of several rows for one record is the latest'),
    time_zone: z.string().optional().describe('Zone of times without one'),
    encoding: z.string().optional().describe('Encoding of the file'),
    delimiter: z.string().length(1).optional().describe('Delimiter of a CSV file'),
    header_line: z
      .int()
      .min(1)
      .max(1000)
      .optional()
      .describe('Line of a CSV file or a sheet with the names of the columns; those above it are skipped'),
    sheet: z.string().min(1).optional().describe('Sheet of a workbook; default: the first that is not hidden'),
  })
  .meta({ id: 'ImportMapping' })
export type Mapping = z.infer<typeof Mapping>

const count = z.int().min(0)

/** The options for reading a file; all are optional. */
export const ImportOptions = z
  .strictObject({
    mapping: Mapping.optional().describe('The columns of fields; default: guessed from the header'),
    mapping_name: text(80)
      .optional()
      .describe('Name of a saved mapping or of a preset, which is used when the import runs'),
    time_zone: text(64).optional().describe('Zone of times without one, such as `Europe/Copenhagen`; default: UTC'),
    encoding: text(40).optional().describe('Encoding of the file, such as `latin1`; default: detected'),
    rows: RowAnswer.optional(),
  })
  .meta({ id: 'ImportOptions' })
export type ImportOptions = z.infer<typeof ImportOptions>

const ImportField = z
  .object({
    field: z.string().describe('Field of the record'),
    columns: z.array(z.string()).describe('Columns that fill it'),
    join: z
      .string()
      .nullable()
      .describe('Separator if the columns are joined; null if the first that is not empty counts'),
    values: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
      .describe('Words of the file and the values that replace them'),
    format: z.string().nullable().describe('Format of dates; null if it is recognised'),
    default: z.union([z.string(), z.number(), z.boolean()]).nullable().describe('The value if the cell is empty'),
    is_guessed: z.boolean().describe('Whether it was recognised by its name instead of named in a mapping'),
  })
  .meta({ id: 'ImportField' })

const RefusedRow = z
  .object({
    line: z.int().min(0).describe('Line of the file'),
    place: z.string().describe('Where it is, such as `line 3` or `record 2 (line 1)`'),
    reason: z.string().describe('Why it was refused'),
  })
  .meta({ id: 'RefusedRow' })

const counts = {
  rows: count.describe('Rows read so far'),
  inserted: count.describe('New records'),
  updated: count.describe('Records that got another value'),
  unchanged: count.describe('Records that already had the values of the file'),
  refused: count.describe('Rows that were refused'),
  superseded: count.describe('Rows with an earlier state of a record that a later row has'),
  kept: count.describe('Records that keep values that were edited here'),
  stubs: count.describe('Unknown changes that incidents name, created as stubs'),
}

/** An import in the list of imports. */
export const ImportEntry = z.object({
  id: z.string().describe('Identifier of the import'),
  kind: oneOf(importKinds).describe('Kind of the records'),
  source: oneOf(importSources).describe('How it was made'),
  file_name: z.string().describe('Name of the file'),
  size: count.describe('Size of the file in bytes'),
  status: oneOf(importStatuses).describe('Its state: `draft` until somebody runs it, then `queued` and `running`'),
  dry_run: z.boolean().describe('Whether it only reports what would happen'),
  ...counts,
  error: z.string().nullable().describe('Why it failed'),
  created_by: z.string().describe('Name of the person or token that sent it, or that ran it last'),
  created_at: Timestamp.describe('When the file came'),
  started_at: Timestamp.nullable().describe('When it last started to run'),
  finished_at: Timestamp.nullable().describe('When it ended'),
  undone_at: Timestamp.nullable().describe('When it was undone'),
  undone_by: z.string().nullable().describe('Who undid it'),
})
export type ImportEntry = z.infer<typeof ImportEntry>

export const ImportRecord = ImportEntry.extend({
  options: ImportOptions.describe('How the file is read'),
  progress: z
    .object({
      phase: oneOf(['looking', 'reading', 'writing']).describe('What it does now'),
      done: count.describe('Bytes read, or records written'),
      total: count.describe('The value of `done` at the end of the phase'),
    })
    .nullable()
    .describe('How far it is; null unless it runs'),
  format: z.string().nullable().describe('Format of the file; null until the import is done'),
  encoding: z.string().nullable().describe('Encoding in which the file was read; null until the import is done'),
  fields: z.array(ImportField).describe('Which columns fill which fields'),
  unused_columns: z.array(z.string()).describe('Columns that fill no field'),
  remarks: z.array(z.string()).describe('What was assumed and noticed, as sentences'),
  decisions: z
    .object({
      opened: count.describe('Reviews that it opened'),
      not_required: count.describe('Closed changes that got no review'),
      undecided: count.describe('Changes on which it is still to decide'),
    })
    .nullable()
    .describe('What the policy decided on the imported changes; null for other kinds and until the import is done'),
  refusals: z.array(RefusedRow).describe(`The first ${maxListedRefusals} refused rows`),
}).meta({ id: 'ImportRecord' })
export type ImportRecord = z.infer<typeof ImportRecord>

/** The result of a finished import. */
export type ImportResult = Pick<
  ImportRecord,
  | Exclude<keyof typeof counts, 'rows' | 'refused'>
  | 'format'
  | 'encoding'
  | 'fields'
  | 'unused_columns'
  | 'remarks'
  | 'refusals'
>

export const ImportId = z.object({ id: z.string().min(1).max(64).describe('Identifier of the import') })
