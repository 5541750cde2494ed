import { chmodSync, cpSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startEmbeddedPostgres } from './start.ts'
import { stateFolders } from './state-folders.ts'
import { isProjectOpen, isRoot, makeStateDir, normalUser, spawnApp } from './testing-process.ts'

async function makeStopped(): Promise<string> {
  const dataDir = makeStateDir()
  await (await startEmbeddedPostgres({ dataDir, isDurable: false })).stop()
  return dataDir
}

describe('a start that cannot succeed explains', () => {
  test('that the data is from another PostgreSQL major version', async () => {
    const dataDir = await makeStopped()
    writeFileSync(join(stateFolders(dataDir).data, 'PG_VERSION'), '15\n')
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toMatchObject({
      message: expect.stringMatching(/PostgreSQL 15, and this Hindsight includes PostgreSQL 18.*db:backup/s),
    })
  })

  test("that the data is damaged, with PostgreSQL's message", async () => {
    const dataDir = await makeStopped()
    const { data } = stateFolders(dataDir)
    rmSync(join(data, 'pg_wal'), { recursive: true })
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toMatchObject({
      message: expect.stringMatching(/FATAL.*db:restore/s),
    })
  })

  test.runIf(isProjectOpen)('that the folder is not writable', async () => {
    const dataDir = makeStateDir('state', normalUser)
    chmodSync(dirname(dataDir), 0o555)
    const app = spawnApp(dataDir, normalUser)
    expect(await app.next('failed')).toMatchObject({
      message: expect.stringMatching(
        new RegExp(`${dataDir}: this user may not read or write there.*HINDSIGHT_DATA_DIR`),
      ),
    })
  })

  test.runIf(isRoot)("that the server's user cannot reach root's folder", async () => {
    const dataDir = makeStateDir()
    chmodSync(dirname(dataDir), 0o700)
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toMatchObject({
      message: expect.stringContaining(`may not enter ${dirname(dataDir)}`),
    })
  })
})

describe('a start that repairs', () => {
  test('restricts the permissions of a data folder that was copied back', async () => {
    const dataDir = await makeStopped()
    const { data } = stateFolders(dataDir)
    cpSync(data, `${data}.copy`, { recursive: true })
    rmSync(data, { recursive: true })
    cpSync(`${data}.copy`, data, { recursive: true })
    chmodSync(data, 0o755)
    const server = await startEmbeddedPostgres({ dataDir, isDurable: false })
    expect(statSync(data).mode & 0o777).toBe(0o700)
    await server.stop()
  })

  test.runIf(isRoot && isProjectOpen)(
    'runs the server as the owner of the state folder, who can start it too',
    async () => {
      const dataDir = makeStateDir('state', normalUser)
      const first = spawnApp(dataDir, normalUser)
      await first.next('up')
      await first.stop()
      const asRoot = await startEmbeddedPostgres({ dataDir, isDurable: false })
      await asRoot.stop()
      const last = spawnApp(dataDir, normalUser)
      expect(await last.next('up')).toMatchObject({ isLaunched: true })
      expect(await last.stop()).toBe('stopped')
    },
  )
})
