import { existsSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { EmbeddedPostgresError, type EmbeddedPostgresErrorCode } from './errors.ts'

/** A new database takes 40 MB, and its log of changes grows by 16 MB at a time. */
const LEAST_FREE = 64e6

/** That the disk of a folder is full, by its free space or by what a program says; undefined where it is not. */
export function describeFullDisk(folder: string, output = ''): string | undefined {
  const existing = nearestExisting(folder)
  const { bavail, bsize } = statfsSync(existing)
  if (bavail * bsize >= LEAST_FREE && !/No space left on device|ENOSPC/.test(output)) return undefined
  const free = Math.floor((bavail * bsize) / 1e6)
  return `The disk is too full: only ${free} MB are free in ${existing}, and the database needs at least 200 MB.`
}

function nearestExisting(folder: string): string {
  return existsSync(folder) ? folder : nearestExisting(dirname(folder))
}

/** What a program's output says of its failure, in a message that begins with `what` and ends with `advice`. */
export function describeFailure(
  code: EmbeddedPostgresErrorCode,
  folder: string,
  { what, output, advice }: { what: string; output: string; advice: string },
): EmbeddedPostgresError {
  const full = describeFullDisk(folder, output)
  if (full !== undefined) return new EmbeddedPostgresError('not_writable', `${what} ${full}`)
  const lines = output.trim().split('\n')
  const telling = lines.filter((line) => /\b(ERROR|FATAL|PANIC|HINT|error)\b/.test(line))
  const said = (telling.length > 0 ? telling : lines).slice(-5).join('\n  ')
  return new EmbeddedPostgresError(code, `${what} PostgreSQL says:\n  ${said}\n${advice}`)
}
