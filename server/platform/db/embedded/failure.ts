import { existsSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'

/** A new database needs 40 MB, and its write-ahead log grows in steps of 16 MB. */
const minFreeBytes = 64e6

/** Describes a full disk, detected by its free space or a program's output; undefined if it is not full. */
export function describeFullDisk(folder: string, output = ''): string | undefined {
  if (!existsSync(folder)) return describeFullDisk(dirname(folder), output)
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize >= minFreeBytes && !/No space left on device|ENOSPC/.test(output)) return undefined
  const free = Math.floor((bavail * bsize) / 1e6)
  return `The disk is too full: only ${free} MB are free in ${folder}; the database needs at least 200 MB.`
}

/** Creates the error for a failed program: `what`, the relevant lines of its output, and `advice`. */
export function toProgramError(folder: string, what: string, output: string, advice = ''): Error {
  const full = describeFullDisk(folder, output)
  if (full !== undefined) return new Error(`${what} ${full}`)
  const lines = output.trim().split('\n')
  const relevant = lines.filter((line) => /\b(ERROR|FATAL|PANIC|HINT|error)\b/.test(line))
  const excerpt = (relevant.length > 0 ? relevant : lines).slice(-5).join('\n  ')
  return new Error(`${what} Message of PostgreSQL:\n  ${excerpt}\n${advice}`)
}
