import { utimesSync } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The names of the folders of this product in the folder for temporary files, before what makes them unique. */
const prefixes = { import: 'hindsight-import-', unpacked: 'hindsight-unpacked-' } as const
type FolderPurpose = keyof typeof prefixes

/** Milliseconds between two signs of use, and without one until a folder counts as abandoned. */
const touchEveryMs = 10_000
const abandonedAfterMs = 5 * 60_000

/** Calls `work` with a new folder that only this user may read, and deletes it afterwards. */
export async function withTemporaryFolder<Result>(purpose: FolderPurpose, work: (folder: string) => Promise<Result>) {
  const folder = await mkdtemp(join(/* turbopackIgnore: true */ tmpdir(), prefixes[purpose]))
  const touch = setInterval(() => touchNow(folder), touchEveryMs).unref()
  try {
    return await work(folder)
  } finally {
    clearInterval(touch)
    await rm(folder, { recursive: true, force: true })
  }
}

function touchNow(folder: string): void {
  const now = new Date()
  try {
    utimesSync(folder, now, now)
  } catch {
    // An operator deleted the folder: the next read of a file in it fails.
  }
}

/** Deletes the folders of killed processes, by age: a process id means nothing in another container. */
export async function removeAbandonedFolders(now = new Date()): Promise<void> {
  const names = await readdir(/* turbopackIgnore: true */ tmpdir())
  for (const name of names.filter((known) => Object.values(prefixes).some((prefix) => known.startsWith(prefix)))) {
    const folder = join(/* turbopackIgnore: true */ tmpdir(), name)
    const stats = await stat(folder).catch(() => undefined)
    if (!stats?.isDirectory() || now.getTime() - stats.mtimeMs < abandonedAfterMs) continue
    // A folder of another user stays.
    await rm(folder, { recursive: true, force: true }).catch(() => {})
  }
}
