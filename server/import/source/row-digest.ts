import { hash } from 'node:crypto'
import { canonicalJson } from '#lib/text/canonical-json.ts'

/**
 * Returns the SHA-256 of the canonical JSON of a row, in hexadecimal digits; a row is the list of its cells or its
 * object.
 */
export const digestRow = (row: unknown): string => hash('sha256', canonicalJson(row), 'hex')
