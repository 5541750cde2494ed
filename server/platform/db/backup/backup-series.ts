import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const pattern = /^hindsight-\d{8}T\d{6}Z\.backup$/

/** The name of a backup in a folder of backups: `hindsight-20260305T021500Z.backup`. Names sort by age. */
export const formatBackupName = (created: Date): string =>
  `hindsight-${created.toISOString().replace(/[-:]|\.\d+/g, '')}.backup`

/**
 * Removes the oldest backups of a folder until `keep` are left, ignoring other files. Returns the names of the removed
 * ones.
 */
export function removeOldBackups(folder: string, keep: number): string[] {
  const backups = readdirSync(folder).filter((name) => pattern.test(name))
  const old = backups.toSorted().slice(0, Math.max(0, backups.length - keep))
  for (const name of old) rmSync(join(folder, name))
  return old
}
