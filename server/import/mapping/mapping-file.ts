import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { AppError } from '#server/platform/errors.ts'

const column = z.string().min(1)
const value = z.union([z.string(), z.number(), z.boolean()])

const FieldMapping = z.strictObject({
  /** The column, or several of which the first that is not empty counts. */
  column: z.union([column, z.array(column).min(1)]).optional(),
  /** Columns whose texts are joined, and what stands between them (a blank unless told). */
  join: z.array(column).min(1).optional(),
  with: z.string().optional(),
  /** What the words of the file mean here; null for empty. Case does not count. */
  values: z.record(z.string(), value.nullable()).optional(),
  /** How dates are written, such as `dd-MM-yyyy HH:mm`; see findDateFormat. */
  format: z.string().optional(),
  /** What counts where the cell is empty, or in every row when no column is told. */
  default: value.optional(),
})
export type FieldMapping = z.infer<typeof FieldMapping>

/**
 * What a mapping file tells. Every part may be left out: a field that is not named is guessed from the header.
 *
 *     {
 *       "fields": {
 *         "number": "Ticket",
 *         "affected_service": { "column": ["Service", "Configuration item"] },
 *         "short_description": { "join": ["Area", "Symptom"], "with": " / " },
 *         "state": { "column": "Status", "values": { "Afsluttet": "closed" }, "default": "new" },
 *         "opened_at": { "column": "Opened", "format": "dd-MM-yyyy HH:mm" },
 *         "priority": null
 *       },
 *       "empty": ["?", "n/a"],
 *       "last_state": true,
 *       "time_zone": "Europe/Copenhagen", "encoding": "latin1", "delimiter": ";"
 *     }
 *
 * A field that is null is left out. `empty` names the cells that mean nothing. `last_state`: of several rows for one
 * record the last is its state; without it only the first of them is taken and the others are refused.
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

/** Reads a mapping file. Throws `invalid_request` that tells what is wrong with it and where. */
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
  throw new AppError('invalid_request', `The mapping is not usable. ${faults.join('; ')}`)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new AppError('invalid_request', `The mapping is not JSON: ${error instanceof Error ? error.message : ''}`)
  }
}
