import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#e2e/server-process.ts'

const debianFolder = '/usr/lib/postgresql'

/** The programs of Debian's newest PostgreSQL here, of version 15 or later; undefined without one. */
export function findPostgresPrograms(): string | undefined {
  if (!existsSync(debianFolder)) return undefined
  const versions = readdirSync(debianFolder)
    .map(Number)
    .filter((version) => version >= 15)
  const folders = versions
    .sort((one, other) => other - one)
    .map((version) => join(debianFolder, String(version), 'bin'))
  return folders.find((folder) => ['initdb', 'pg_ctl', 'pg_dump'].every((name) => existsSync(join(folder, name))))
}

/** PostgreSQL does not run as root. */
const nobody = process.geteuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

/**
 * A PostgreSQL server of these programs while `use` runs, on a loopback port, with the superuser `postgres` and the
 * ordinary role `hindsight`. `urlOf` is the address of a database for a role.
 */
export async function withPostgres<Result>(
  programs: string,
  use: (urlOf: (role: string, database: string) => string) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'hindsight-postgres-'))
  if (nobody.uid !== undefined) chownSync(folder, nobody.uid, nobody.gid)
  const data = join(folder, 'data')
  const run = (program: string, ...args: string[]) =>
    execFileSync(join(programs, program), args, { ...nobody, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  const port = await freePort()
  try {
    run('initdb', '--username=postgres', '--auth=trust', '--encoding=UTF8', '--no-locale', '--no-sync', '-D', data)
    const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`
    run('pg_ctl', '-D', data, '-l', join(folder, 'log'), '-o', options, '--wait', 'start')
    run('createuser', '--host=127.0.0.1', `--port=${port}`, '--username=postgres', 'hindsight')
    return await use((role, database) => `postgresql://${role}@127.0.0.1:${port}/${database}`)
  } finally {
    spawnSync(join(programs, 'pg_ctl'), ['-D', data, '--mode=immediate', 'stop'], nobody)
    rmSync(folder, { recursive: true, force: true })
  }
}
