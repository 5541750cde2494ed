import { hash } from 'node:crypto'
import { writeCanonicalJson } from '#lib/text/canonical-json.ts'

/**
 * Returns the SHA-256 of the canonical JSON of a row, in hexadecimal digits; a row is the list of its cells or its
 * object.
 */
export const digestRow = (row: unknown): string => hash('sha256', writeCanonicalJson(row), 'hex')
