import { lowerFirst } from '#lib/text/first-letter.ts'

/** Bytes used by all callers and by one, the limit, and the free space on the disk of the database, if known. */
type FileSpace = {
  readonly stored: number
  readonly own: number
  readonly limit: number
  readonly free: number | undefined
}

/** Words for the kind of files, the caller's own, and how to make room by deleting or by a higher limit. */
export type FileKind = {
  readonly all: string
  readonly own: string
  readonly remedy: string
  readonly more: string
}

/**
 * The reason why a caller may store no more; undefined if there is room. Besides the limit, stored files leave as much
 * free on the disk as they take, since the database writes everything to its log too. The files of one caller leave as
 * much room to the others as they take, so that one caller cannot fill it alone.
 */
export function describeFullSpace({ stored, own, limit, free }: FileSpace, kind: FileKind): string | undefined {
  const { remedy, more } = kind
  if (stored >= limit) {
    return `${kind.all} take ${formatMegabytes(stored)} MB of the ${formatMegabytes(limit)} MB that they may take together. ${remedy}, or ${more}.`
  }
  if (free !== undefined && stored >= free) {
    return `The disk of the database has ${formatMegabytes(free)} MB free, and ${lowerFirst(kind.all)} take ${formatMegabytes(stored)} MB, of which they must leave as much free. ${remedy}, or free disk.`
  }
  const room = Math.min(limit, free ?? limit) - stored
  if (own < room) return undefined
  return `${kind.own} take ${formatMegabytes(own)} MB, of which they must leave as much to others; ${formatMegabytes(room)} MB are left. ${remedy}, or ${more}.`
}

/** Bytes as whole megabytes: "1,204". */
export const formatMegabytes = (bytes: number): string => Math.floor(bytes / 1e6).toLocaleString('en')
