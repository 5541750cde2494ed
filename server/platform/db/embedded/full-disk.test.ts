import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { listPostgresOf } from './processes.ts'
import { startEmbeddedPostgres } from './start.ts'
import { stateFolders } from './state-folders.ts'
import { makeStateDir } from './testing-process.ts'

/** Whether this user may mount a small disk: root usually may, in a container often not. */
const mayMount = spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0

/** A state folder on a disk of its own of that many megabytes, and a way to enlarge the disk. */
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

// From 36 to 44 MB initdb has the space that it needs, and "create database" has not.
it.skipIf(!mayMount).each([2, 20, 36, 40, 44])(
  'says that a disk of %d MB is too full, keeps no half-made database, and makes it when there is space',
  async (megabytes) => {
    const { folder, enlarge } = makeSmallDisk(megabytes)
    const { home, data } = stateFolders(folder)
    const start = () => startEmbeddedPostgres({ dataDir: folder, isDurable: false })

    await expect(start()).rejects.toThrow(/disk is (?:too )?full/)
    expect(existsSync(home) ? readdirSync(home).filter((name) => name.startsWith('data')) : []).toEqual([])
    expect(listPostgresOf(data)).toEqual([])

    enlarge(400)
    const server = await start()
    expect(await server.stop()).toBe('stopped')
  },
)
