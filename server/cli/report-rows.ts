import type { BackupProgress } from '#server/platform/db/backup/write-backup.ts'

/** Writes one line per table to standard error; on a terminal the line counts up. */
export function printRows({ table, rows, isDone }: BackupProgress): void {
  if (!isDone && !process.stderr.isTTY) return
  const text = `${table.padEnd(24)} ${rows.toLocaleString('en').padStart(12)} rows`
  process.stderr.write(isDone ? `${process.stderr.isTTY ? '\r' : ''}${text}\n` : `\r${text}`)
}
