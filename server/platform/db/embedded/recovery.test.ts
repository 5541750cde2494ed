import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { isAlive } from './processes.ts'
import { stateFolders } from './state-folders.ts'
import {
  getPostmasterPid,
  killPostmaster,
  makeClusterDir,
  makeStateDir,
  spawnApp,
  type TestApp,
} from './testing-process.ts'

async function countIn(app: TestApp): Promise<number> {
  app.send('count')
  return (await app.next('counted')).count ?? -1
}

const listFiles = (folder: string) => (existsSync(folder) ? readdirSync(folder) : [])

async function writtenRow(app: TestApp): Promise<void> {
  app.send('write 1')
  await app.next('done')
}

test('after kill -9 of the application the next start uses the running server and stops it at the end', async () => {
  const folder = await makeClusterDir()
  const first = spawnApp(folder)
  await first.next('up')
  await writtenRow(first)
  const left = getPostmasterPid(folder)
  await first.kill()
  expect(isAlive(left)).toBe(true)

  const second = spawnApp(folder)
  expect(await second.next('up')).toMatchObject({ isLaunched: false })
  expect(getPostmasterPid(folder)).toBe(left)
  expect(await countIn(second)).toBe(1)
  expect(await second.stop()).toBe('stopped')
})

test.each([
  ['the lock was created', (home: string) => existsSync(join(home, 'start.lock'))],
  ['a database is being created', (home: string) => listFiles(home).some((name) => name.endsWith('.partial'))],
  ['the database was created', (home: string) => existsSync(join(home, 'data'))],
  ['the socket folder was created', (home: string) => existsSync(join(home, 'run'))],
  ['the server was launched', (home: string) => existsSync(join(home, 'data', 'postmaster.pid'))],
  ['the server listens', (home: string) => existsSync(join(home, 'run', '.s.PGSQL.5432'))],
])('after kill -9 of the application while it starts after %s, the next start succeeds', async (_, isReached) => {
  const folder = makeStateDir()
  const first = spawnApp(folder)
  await vi.waitUntil(() => isReached(stateFolders(folder).home), { timeout: 110_000, interval: 20 })
  await first.kill()
  const second = spawnApp(folder)
  await second.next('up')
  await writtenRow(second)
  expect(await countIn(second)).toBe(1)
  expect(await second.stop()).toBe('stopped')
  expect(listFiles(stateFolders(folder).home).filter((name) => name.endsWith('.partial'))).toEqual([])
})

describe('after kill -9 of the server', () => {
  test('it is restarted at the same URL, and every process reconnects', async () => {
    const folder = await makeClusterDir()
    const apps = [spawnApp(folder), spawnApp(folder), spawnApp(folder)]
    for (const app of apps) await app.next('up')
    await Promise.all(apps.map(writtenRow))
    await killPostmaster(folder)
    const messages = await Promise.all(
      apps.map(async (app) => {
        await app.next('log')
        return (await app.next('log')).message
      }),
    )
    expect(messages.toSorted()).toEqual([
      'The database is connected again.',
      'The database is connected again.',
      'The database was restarted.',
    ])
    expect(await Promise.all(apps.map(countIn))).toEqual([3, 3, 3])
    expect((await Promise.all(apps.map((app) => app.stop()))).toSorted()).toEqual([
      'left running',
      'left running',
      'stopped',
    ])
  })

  test('a process id that was reused by another program is not taken for the server', async () => {
    const folder = await makeClusterDir()
    const first = spawnApp(folder)
    await first.next('up')
    await writtenRow(first)
    await Promise.all([first.kill(), killPostmaster(folder)])
    const stranger = spawn('sleep', ['600'])
    onTestFinished(() => void stranger.kill('SIGKILL'))
    await once(stranger, 'spawn')
    const { data, run } = stateFolders(folder)
    for (const file of [join(data, 'postmaster.pid'), join(run, '.s.PGSQL.5432.lock')]) {
      writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(stranger.pid)))
    }

    const second = spawnApp(folder)
    expect(await second.next('up')).toMatchObject({ isLaunched: true })
    expect(await countIn(second)).toBe(1)
    expect(await second.stop()).toBe('stopped')
    expect(stranger.exitCode).toBeNull()
  })
})
