import { statfsSync } from 'node:fs'
import { EmbeddedPostgresError, type EmbeddedPostgresErrorCode } from './errors.ts'

/** A new database takes 40 MB, and its log of changes grows by 16 MB at a time. */
const LEAST_FREE = 64e6

/** What a program's output says of its failure, in a message that begins with `what` and ends with `advice`. */
export function describeFailure(
  code: EmbeddedPostgresErrorCode,
  folder: string,
  { what, output, advice }: { what: string; output: string; advice: string },
): EmbeddedPostgresError {
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize < LEAST_FREE) {
    const free = Math.floor((bavail * bsize) / 1e6)
    return new EmbeddedPostgresError(
      'not_writable',
      `${what} The disk is too full: only ${free} MB are free in ${folder}.`,
    )
  }
  const lines = output.trim().split('\n')
  const telling = lines.filter((line) => /\b(FATAL|PANIC|HINT|error)\b/.test(line))
  const said = (telling.length > 0 ? telling : lines).slice(-5).join('\n  ')
  return new EmbeddedPostgresError(code, `${what} PostgreSQL says:\n  ${said}\n${advice}`)
}
