import { z } from 'zod'
import { readMoment } from '../cells/moment.ts'
import { readCount } from '../cells/text.ts'
import type { FieldSpecs } from './field-spec.ts'
import type { StagedColumn } from './target.ts'

/** Fields that only decide which of several rows for one record is its last state. */
export const logFields = {
  updated_at: {
    read: readMoment,
    guesses: [
      ...['sys_updated_on', 'sys_updated_at', 'updated_at', 'updated', 'last_updated', 'last_modified', 'modified_at'],
      ...['modified', 'last_modified_date'],
    ],
    isDate: true,
    isLenient: true,
  },
  mod_count: { read: readCount, guesses: ['sys_mod_count', 'mod_count'], isLenient: true },
} as const satisfies FieldSpecs

export const logLimits = {
  updated_at: z.string().nullable().default(null),
  mod_count: z.number().nullable().default(null),
}

/** The columns of the staging table that hold them; the later of two rows has the greater value. */
export const logColumns: readonly StagedColumn[] = [
  { name: 'row_updated_at', type: 'timestamptz', field: 'updated_at' },
  { name: 'row_mod_count', type: 'integer', field: 'mod_count' },
]
