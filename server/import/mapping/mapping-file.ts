import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { AppError } from '#server/platform/errors.ts'

const column = z.string().min(1)
const value = z.union([z.string(), z.number(), z.boolean()])

const FieldMapping = z.strictObject({
  /** The column, or several of which the first that is not empty counts. */
  column: z.union([column, z.array(column).min(1)]).optional(),
  /** Columns whose texts are joined, and their separator (default: a blank). */
  join: z.array(column).min(1).optional(),
  with: z.string().optional(),
  /** Replaces words of the file by values; null for empty. Case-insensitive. */
  values: z.record(z.string(), value.nullable()).optional(),
  /** The format of dates, such as `dd-MM-yyyy HH:mm`; see findDateFormat. */
  format: z.string().optional(),
  /** The value if the cell is empty, or of every row if no column is named. */
  default: value.optional(),
})
export type FieldMapping = z.infer<typeof FieldMapping>

/**
 * A mapping file; docs/import.md explains it. All parts are optional: fields that are not named are guessed from the
 * header, null leaves a field out. `empty` lists the cells that mean nothing. With `last_state` the last of several rows
 * for one record counts; without it the first one does and the others are refused.
 */
export const Mapping = z.strictObject({
  fields: z.record(z.string(), z.union([column, z.null(), FieldMapping])).optional(),
  empty: z.array(z.string()).optional(),
  last_state: z.boolean().optional(),
  time_zone: z.string().optional(),
  encoding: z.string().optional(),
  delimiter: z.string().length(1).optional(),
})
export type Mapping = z.infer<typeof Mapping>

/** Reads a mapping file. Throws `invalid_request` with what is wrong and where. */
export async function readMappingFile(path: string): Promise<Mapping> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new AppError('invalid_request', `The mapping ${path} cannot be read.`)
  })
  return parseMapping(text)
}

/** Reads the text of a mapping. Throws `invalid_request`. */
export function parseMapping(text: string): Mapping {
  const result = Mapping.safeParse(parseJson(text))
  if (result.success) return result.data
  const faults = result.error.issues.map((issue) => `${issue.path.join('.') || 'it'}: ${issue.message}`)
  throw new AppError('invalid_request', `The mapping is invalid: ${faults.join('; ')}`)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new AppError('invalid_request', `The mapping is not JSON: ${error instanceof Error ? error.message : ''}`)
  }
}
