import { randomBytes } from 'node:crypto'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { buildDatabaseUrl, executeOn } from './databases.ts'
import { openDatabase } from './open.ts'
import { createTestDatabase } from './testing.ts'

const limits = { poolSize: 3, statementTimeout: 5_000, isProduction: false, plainHosts: [] }

test('opens the database of DATABASE_URL', async () => {
  const { url, drop } = await createTestDatabase()
  onTestFinished(drop)
  const opened = await openDatabase({ databaseUrl: url, dataDir: undefined, ...limits })
  const { rows } = await opened.pool.query('select count(*)::int as count from changes')
  expect(rows).toEqual([{ count: 0 }])
  expect(opened.url).toBe(url)
  await opened.close()
})

test('names the reason for each IP address of the host, and what to do', async () => {
  const databaseUrl = 'postgresql://someone@localhost:1/nowhere'
  await expect(openDatabase({ databaseUrl, dataDir: undefined, ...limits })).rejects.toThrow(
    /\(localhost:1\/nowhere\) cannot be used: connect ECONNREFUSED .*Start PostgreSQL there, or correct host and port\./,
  )
})

test('rejects a database that is not in UTF-8, and explains how to create one', async () => {
  const { serverUrl } = inject('testDatabase')
  const name = `hindsight_test_${randomBytes(6).toString('hex')}`
  await executeOn(
    serverUrl,
    `create database ${name} template template0 encoding 'LATIN1' locale_provider libc locale 'C'`,
  )
  onTestFinished(() => executeOn(serverUrl, `drop database ${name}`))
  const opening = openDatabase({ databaseUrl: buildDatabaseUrl(serverUrl, name), dataDir: undefined, ...limits })
  await expect(opening).rejects.toThrow(/cannot be used: it is encoded in LATIN1, .*encoding 'UTF8'/)
})

describe('in production', () => {
  const production = { ...limits, dataDir: undefined, isProduction: true, plainHosts: ['database.invalid'] }
  const tlsError = /DATABASE_URL .* would be reached without TLS: add sslmode=verify-full .* HINDSIGHT_PLAIN_HOSTS/
  const fault = (databaseUrl: string) =>
    openDatabase({ ...production, databaseUrl }).then(
      () => 'none',
      (error: Error) => error.message,
    )

  test.each([
    'postgresql://someone:hidden-word@db.invalid/x',
    'postgresql://someone:hidden-word@db.invalid/x?sslmode=disable',
  ])('rejects a remote database without TLS: %s', async (url) => {
    const message = await fault(url)
    expect(message).toMatch(tlsError)
    expect(message).not.toContain('hidden-word')
  })

  test.each([
    'postgresql://db.invalid/x?sslmode=verify-full',
    'postgresql://DATABASE.invalid/x',
    'postgresql://127.0.0.1:1/x',
    'postgresql://localhost:1/x',
    'postgresql://[::1]:1/x',
    'postgresql:///x?host=/nowhere',
  ])('accepts TLS, this machine, or a host that is listed as private: %s', async (url) => {
    expect(await fault(url)).toMatch(/cannot be used/)
  })
})
