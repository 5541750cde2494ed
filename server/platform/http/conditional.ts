import { hash } from 'node:crypto'
import type { HeaderFields } from './api-request.ts'

/** The ETag of a record's version. */
export const buildVersionTag = (version: number): string => `"v${version}"`

/** The ETag of a body. It is weak, since the same text may be sent compressed. */
export const hashBodyTag = (body: string): string => `W/${hashStrongBodyTag(body)}`

/** The ETag of a body whose encodings have separate tags. */
export const hashStrongBodyTag = (body: string): string => `"${hash('sha1', body, 'base64url')}"`

const opaque = (tag: string) => tag.replace(/^W\//, '')
const listed = (field: string): readonly string[] => field.match(/(?:W\/)?"[^"]*"|\*/g) ?? []

/** True if `If-None-Match` names this ETag (weak comparison, RFC 9110 section 13.1.2). */
export function isNotModified(headers: HeaderFields, etag: string): boolean {
  const field = headers.get('if-none-match')
  return field !== null && (field === etag || listed(field).some((tag) => tag === '*' || opaque(tag) === opaque(etag)))
}

/**
 * True if the record of a PUT must exist (`If-Match`), false if it must not (`If-None-Match: *`); undefined without
 * either header.
 */
export function mustExist(headers: HeaderFields): boolean | undefined {
  if (headers.get('if-match') !== null) return true
  return headers.get('if-none-match')?.trim() === '*' ? false : undefined
}

/**
 * The versions that `If-Match` accepts (strong comparison, RFC 9110 section 13.1.1): undefined when any is accepted,
 * empty when none can match.
 */
export function readExpectedVersions(headers: HeaderFields): number[] | undefined {
  const field = headers.get('if-match')
  if (field === null) return undefined
  const tags = listed(field)
  return tags.includes('*')
    ? undefined
    : tags.flatMap((tag) => Number(/^"v(\d{1,9})"$/.exec(tag)?.[1] ?? Number.NaN) || [])
}
