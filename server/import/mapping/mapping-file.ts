import { readFile } from 'node:fs/promises'
import { Mapping } from '#lib/contracts/import-records.ts'
import { AppError } from '#server/platform/errors.ts'

/** Reads a mapping file. Throws `invalid_request` with each fault and its place. */
export async function readMappingFile(path: string): Promise<Mapping> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new AppError('invalid_request', `The mapping ${path} cannot be read.`)
  })
  return parseMapping(text)
}

export const parseMapping = (text: string): Mapping => checkMapping(parseJson(text))

export function checkMapping(value: unknown): Mapping {
  const result = Mapping.safeParse(value)
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
