import { z } from 'zod'
import { identifier } from '#lib/contracts/primitives.ts'
import { readMoment } from '#server/import/cells/moment.ts'
import { readCount, readText } from '#server/import/cells/text.ts'
import type { Target, TargetFields } from './target.ts'

/**
 * Fields that only decide which of several rows for one record is its last state: the later of two rows has the greater
 * value. Rows with different `sys_id` belong to different records, whatever their numbers, unless the `sys_id`
 * identifies rows.
 */
export const logFields = {
  updated_at: {
    read: readMoment,
    guesses: [
      'sys_updated_on',
      'sys_updated_at',
      'updated_at',
      'updated',
      'last_updated',
      'last_modified',
      'modified_at',
      'modified',
      'last_modified_date',
    ],
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
