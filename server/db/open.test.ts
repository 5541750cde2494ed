import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openDatabase } from './open.ts'
import { createTestDatabase } from './testing.ts'

const limits = { poolSize: 3, statementTimeout: 5_000 }

it('opens the database of DATABASE_URL', async () => {
  const { url, drop } = await createTestDatabase()
  onTestFinished(drop)
  const opened = await openDatabase({ databaseUrl: url, dataDir: undefined, ...limits })
  const { rows } = await opened.pool.query('select count(*)::int as count from changes')
  expect(rows).toEqual([{ count: 0 }])
  expect(opened.url).toBe(url)
  await opened.close()
})

it('says which database cannot be reached, without its password', async () => {
  const databaseUrl = 'postgresql://someone:hidden-word@127.0.0.1:1/nowhere'
  const opening = openDatabase({ databaseUrl, dataDir: undefined, ...limits })
  await expect(opening).rejects.toThrow('DATABASE_URL (127.0.0.1:1/nowhere) cannot be used: connect ECONNREFUSED')
  await expect(opening).rejects.not.toThrow('hidden-word')
})

it('starts the embedded server of the state folder, and stops it on close', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'hindsight-open-'))
  chmodSync(dataDir, 0o755)
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const opened = await openDatabase({ databaseUrl: undefined, dataDir, ...limits })
  const { rows } = await opened.pool.query('select 1 as one')
  expect(rows).toEqual([{ one: 1 }])
  await opened.close()
  await expect(openDatabase({ databaseUrl: opened.url, dataDir: undefined, ...limits })).rejects.toThrow('ENOENT')
})
