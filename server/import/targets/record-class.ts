import { z } from 'zod'
import { Fault, quoteCell } from '#server/import/cells/fault.ts'
import { readStoredValue } from '#server/import/cells/servicenow-value.ts'
import { readText } from '#server/import/cells/text.ts'
import type { TargetField } from './target.ts'

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
