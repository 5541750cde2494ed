import { z } from 'zod'

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
export const RowAnswer = z
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
    sheet: z.string().min(1).optional().describe('Sheet of a workbook; default: the first that is not hidden'),
  })
  .meta({ id: 'ImportMapping' })
export type Mapping = z.infer<typeof Mapping>
