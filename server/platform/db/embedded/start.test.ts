import { existsSync, readFileSync, statSync } from 'node:fs'
import { Client } from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startEmbeddedPostgres } from './start.ts'
import { stateFolders } from './state-folders.ts'
import {
  getPostmasterPid,
  isProjectOpen,
  isRoot,
  longName,
  makeClusterDir,
  makeStateDir,
  normalUser,
  spawnApp,
} from './testing-process.ts'

const users = [
  ...(isRoot ? [{ name: 'root', user: {} }] : []),
  ...(isProjectOpen ? [{ name: 'a normal user', user: normalUser }] : []),
]
// If other users cannot reach the project, PostgreSQL is copied into the folder, and initdb does not run below a double
// quote.
const oddName = isProjectOpen ? `quote's, comma & "more" %20 ü` : "quote's, comma & more %20 ü"

async function query(url: string, sql: string): Promise<string[]> {
  const client = new Client(url)
  try {
    await client.connect()
    const { rows } = await client.query({ text: sql, rowMode: 'array' })
    return rows.flat().map(String)
  } finally {
    await client.end()
  }
}

describe.each(users)('the embedded server of $name', ({ user }) => {
  test.each([[oddName], [longName()]])('keeps its data in %s', async (name) => {
    const folder = makeStateDir(name, user)
    const first = spawnApp(folder, user)
    const second = spawnApp(folder, user)
    const [one, two] = await Promise.all([first.next('up'), second.next('up')])
    expect([one.isLaunched, two.isLaunched].toSorted()).toEqual([false, true])
    expect(one.url).toBe(two.url)
    first.send('write 3')
    await first.next('done')
    expect([await first.stop(), await second.stop()].toSorted()).toEqual(['left running', 'stopped'])
    const third = spawnApp(folder, user)
    expect(await third.next('up')).toMatchObject({ isLaunched: true })
    third.send('count')
    expect(await third.next('counted')).toMatchObject({ count: 3 })
    await third.stop()
  })

  test('starts one server for ten concurrent processes, and the last one stops it', async () => {
    const folder = makeStateDir('state', user)
    const apps = Array.from({ length: 10 }, () => spawnApp(folder, user))
    const starts = await Promise.all(apps.map((app) => app.next('up')))
    expect(starts.filter(({ isLaunched }) => isLaunched)).toHaveLength(1)
    for (const app of apps) app.send('write 5')
    await Promise.all(apps.map((app) => app.next('done')))
    apps[0]?.send('count')
    expect(await apps[0]?.next('counted')).toMatchObject({ count: 50 })
    const results = await Promise.all(apps.map((app) => app.stop()))
    expect(results.toSorted()).toEqual([...Array(9).fill('left running'), 'stopped'])
    expect(existsSync(`${stateFolders(folder).data}/postmaster.pid`)).toBe(false)
  })
})

describe('the running server', () => {
  test("listens on no network, accepts only the application's role and is durable", async () => {
    const folder = makeStateDir()
    const server = await startEmbeddedPostgres({ dataDir: folder })
    onTestFinished(async () => void (await server.stop()))
    const settings = ['listen_addresses', 'fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums']
    expect(await query(server.url, `select ${settings.map((name) => `current_setting('${name}')`)}`)).toEqual([
      '',
      'on',
      'on',
      'on',
      'on',
    ])
    expect(
      await query(
        server.url,
        `select pg_encoding_to_char(encoding), datlocprovider, datlocale from pg_database where datname = current_database()`,
      ),
    ).toEqual(['UTF8', 'b', 'C.UTF-8'])
    expect(await query(server.url, 'select rolsuper from pg_roles where rolname = current_user')).toEqual(['false'])
    await expect(query(server.url.replace('hindsight@', 'postgres@'), 'select 1')).rejects.toThrow(
      'no pg_hba.conf entry',
    )

    const { data, run, home } = stateFolders(folder)
    const modes = [data, run, home].map((path) => statSync(path).mode & 0o7)
    expect(modes).toEqual([0, 0, 0])
    expect(statSync(data).uid).toBe(isRoot ? 60_710 : process.geteuid?.())
  })

  test('is shared by the callers of one process and stops with the last', async () => {
    const folder = await makeClusterDir()
    const options = { dataDir: folder, isDurable: false }
    const [one, two] = await Promise.all([startEmbeddedPostgres(options), startEmbeddedPostgres(options)])
    expect(one.url).toBe(two.url)
    expect(await one.stop()).toBe('left running')
    expect(await one.stop()).toBe('left running')
    expect(await query(two.url, 'select 1')).toEqual(['1'])
    expect(await two.stop()).toBe('stopped')
  })

  test('logs no statements and no row values', async () => {
    const folder = await makeClusterDir()
    const server = await startEmbeddedPostgres({ dataDir: folder, isDurable: false })
    await expect(query(server.url, `select 'private-value'::int`)).rejects.toThrow('private-value')
    await server.stop()
    const log = readFileSync(stateFolders(folder).logFile, 'utf8')
    expect(log).toContain('ready to accept connections')
    expect(log).not.toContain('private-value')
  })

  test('does not receive Ctrl+C, which a terminal sends to a whole process group', async () => {
    const folder = await makeClusterDir()
    const app = spawnApp(folder)
    await app.next('up')
    const before = getPostmasterPid(folder)
    process.kill(-(app.child.pid ?? 0), 'SIGINT')
    await app.next('interrupted')
    app.send('count')
    expect(await app.next('counted')).toMatchObject({ count: 0 })
    expect(getPostmasterPid(folder)).toBe(before)
    expect(await app.stop()).toBe('stopped')
  })
})
