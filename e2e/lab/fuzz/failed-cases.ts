import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SentRequest } from './ask.ts'
import type { FuzzRequest, Temperament } from './requests.ts'

/** A case that once failed: a request and its intent, or a relation and its input. */
export type FailedCase =
  | { readonly operation: string; readonly temperament: Temperament; readonly request: SentRequest }
  | { readonly relation: string; readonly input: unknown }

const file = join(import.meta.dirname, 'failed-cases.json')
/** Maximum of new cases per run: one defect fails many. */
const maxNewCases = 10

/** The cases that every run tries first. */
export const readFailedCases = (): FailedCase[] => JSON.parse(readFileSync(file, 'utf8'))

/** Adds new cases, to be committed with the fix. */
export function saveFailedCases(failed: readonly FailedCase[]): void {
  const savedCases = readFailedCases()
  const texts = new Set(savedCases.map((one) => JSON.stringify(one)))
  const added = failed.filter((one) => !texts.has(JSON.stringify(one))).slice(0, maxNewCases)
  if (added.length > 0) writeFileSync(file, `${JSON.stringify([...savedCases, ...added], null, 2)}\n`)
}

/** A request as it is saved: without its operation's description and without credentials. */
export function toFailedCase({ operation, temperament, method, url, headers, body }: FuzzRequest): FailedCase {
  return { operation: operation.name, temperament, request: { method, url, headers, body } }
}
