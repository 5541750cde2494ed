import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SentRequest } from './request-line.ts'
import type { FuzzRequest, Temperament } from './requests.ts'

/** A case that once failed: a request and how it was meant, or a relation and what it was tried with. */
export type KeptCase =
  | { readonly operation: string; readonly temperament: Temperament; readonly request: SentRequest }
  | { readonly relation: string; readonly input: unknown }

const file = join(import.meta.dirname, 'kept-cases.json')
/** New ones that a run keeps at most: one defect fails many. */
const mostAtOnce = 10

/** The cases that every run begins with. */
export const readKeptCases = (): KeptCase[] => JSON.parse(readFileSync(file, 'utf8'))

/** Adds what is not there yet; it is committed with the mending. Gives the number of those added. */
export function keepCases(failed: readonly KeptCase[]): number {
  const kept = readKeptCases()
  const texts = new Set(kept.map((one) => JSON.stringify(one)))
  const added = failed.filter((one) => !texts.has(JSON.stringify(one))).slice(0, mostAtOnce)
  if (added.length > 0) writeFileSync(file, `${JSON.stringify([...kept, ...added], null, 2)}\n`)
  return added.length
}

/** A request as it is kept: without its operation's description, and without a credential. */
export function caseOf({ operation, temperament, method, address, headers, body }: FuzzRequest): KeptCase {
  return { operation: operation.name, temperament, request: { method, address, headers, body } }
}
