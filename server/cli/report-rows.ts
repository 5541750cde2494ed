import type { BackupProgress } from '#server/platform/db/backup/write-backup.ts'

/** Writes a line for each table to a terminal, which counts up; a journal gets none. */
export function printRows({ table, rows, isDone }: BackupProgress): void {
  if (!process.stderr.isTTY) return
  const text = `${table.padEnd(24)} ${rows.toLocaleString('en').padStart(12)} rows`
  process.stderr.write(`\r${text}${isDone ? '\n' : ''}`)
}
