import { hash } from 'node:crypto'
import { canonicalJson } from '#lib/text/canonical-json.ts'

/** SHA-256 of the canonical JSON of a row: of the list of its cells, or of its object. In hexadecimal digits. */
export const digestRow = (row: unknown): string => hash('sha256', canonicalJson(row), 'hex')
