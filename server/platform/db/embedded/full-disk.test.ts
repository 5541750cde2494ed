import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { listPostgresProcesses } from './processes.ts'
import { startEmbeddedPostgres } from './start.ts'
import { stateFolders } from './state-folders.ts'
import { makeStateDir } from './testing-process.ts'

/** True if this user may mount a small disk: root usually may, but often not in a container. */
const mayMount = spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0

/** A state folder on a small disk of that many megabytes, and a function that enlarges the disk. */
function makeSmallDisk(megabytes: number): { folder: string; enlarge(to: number): void } {
  const folder = makeStateDir()
  const parent = dirname(folder)
  mkdirSync(parent, { recursive: true })
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'hindsight-test', parent])
  onTestFinished(() => void execFileSync('umount', ['--lazy', parent]))
  return {
    folder,
    enlarge: (to) => void execFileSync('mount', ['-o', `remount,size=${to}m`, parent]),
  }
}

// From 36 to 44 MB initdb has enough space, but "create database" has not.
test.skipIf(!mayMount).each([2, 20, 36, 40, 44])(
  'reports that a disk of %d MB is too full, keeps no incomplete database, and creates it when there is space',
  async (megabytes) => {
    const { folder, enlarge } = makeSmallDisk(megabytes)
    const { home, data } = stateFolders(folder)
    const start = () => startEmbeddedPostgres({ dataDir: folder, isDurable: false })

    await expect(start()).rejects.toThrow(/disk is (?:too )?full/)
    expect(existsSync(home) ? readdirSync(home).filter((name) => name.startsWith('data')) : []).toEqual([])
    expect(listPostgresProcesses(data)).toEqual([])

    enlarge(400)
    const server = await start()
    expect(await server.stop()).toBe('stopped')
  },
)
