import { type ExecFileException, execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  lchownSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { type Binaries, toSpawnError } from './binaries.ts'
import { toProgramError } from './failure.ts'
import { chooseInitUser, type ServerUser } from './server-user.ts'
import { applicationRole, databaseName } from './socket.ts'
import type { StateFolders } from './state-folders.ts'

/** Written to postgresql.conf once, so that operators can tune them. Statements and values are not logged. */
const serverSettings: Readonly<Record<string, string>> = {
  max_connections: '100',
  shared_buffers: '128MB',
  maintenance_work_mem: '64MB',
  effective_cache_size: '512MB',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'log',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
}

const setupSql = `create role ${applicationRole} login createdb
create database ${databaseName} owner ${applicationRole}
select datname from pg_database where datname = '${databaseName}'
`

/** The row of the last statement, as single-user mode prints it: that mode exits with 0 even after a failure. */
const setupDone = `datname = "${databaseName}"`

const creationFailed = 'A new database could not be created.'

type Cluster = { readonly folders: StateFolders; readonly user: ServerUser; readonly binaries: Binaries }

/** Creates a cluster beside its final place and moves it there when complete: an incomplete one is never started. */
export async function createCluster({ folders, user, binaries }: Cluster, isDurable: boolean): Promise<void> {
  for (const name of readdirSync(folders.home).filter((known) => /^data\..*\.partial$/.test(known))) {
    // An initdb whose parent was killed may still be writing into it.
    rmSync(join(folders.home, name), { recursive: true, force: true, maxRetries: 10 })
  }
  const unfinished = `${folders.data}.${randomBytes(4).toString('hex')}.partial`
  try {
    await fillCluster(unfinished, { folders, user, binaries }, isDurable)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    throw error
  }
  renameSync(unfinished, folders.data)
  if (!isDurable) return
  const handle = openSync(folders.home, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

async function fillCluster(unfinished: string, { folders, user, binaries }: Cluster, isDurable: boolean) {
  const initUser = chooseInitUser(user)
  mkdirSync(unfinished, { mode: 0o700 })
  if (user.isOther) chownSync(unfinished, initUser.uid, initUser.gid)
  const settings = Object.entries(serverSettings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  await run(initUser, folders.home, binaries.initdb, [
    '-D',
    unfinished,
    '--username=postgres',
    '--encoding=UTF8',
    '--data-checksums',
    '--no-instructions',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--auth-local=reject',
    '--auth-host=reject',
    '--no-sync',
    ...settings,
  ])
  const singleUser = ['--single', '-F', '-D', unfinished, 'postgres']
  const output = await run(initUser, folders.home, binaries.postgres, singleUser, setupSql)
  if (!output.includes(setupDone)) {
    throw toProgramError(folders.home, creationFailed, output)
  }
  if (isDurable) await run(initUser, folders.home, binaries.initdb, ['--sync-only', '-D', unfinished])
  if (initUser.uid !== user.uid) changeOwner(unfinished, user)
}

/** Rejects a data folder that this PostgreSQL cannot use, and restores the owner of one that root copied there. */
export function checkCluster({ folders, user, binaries }: Cluster): void {
  const version = join(folders.data, 'PG_VERSION')
  if (!existsSync(version) || !existsSync(join(folders.data, 'global', 'pg_control'))) {
    throw new Error(
      `${folders.data} is not a complete PostgreSQL data folder. Restore your copy of it, or move the folder away: ` +
        'Hindsight then creates an empty database, into which "npm run db:restore" restores a backup.',
    )
  }
  const major = readFileSync(version, 'utf8').trim()
  if (major !== binaries.major) {
    throw new Error(
      `The data in ${folders.data} is from PostgreSQL ${major}, and this Hindsight includes PostgreSQL ${binaries.major}. ` +
        'Create a backup with the Hindsight that created it ("npm run db:backup -- FILE"), move the folder away, ' +
        'and restore the backup with this one ("npm run db:restore -- FILE").',
    )
  }
  const { uid, mode } = statSync(folders.data)
  if (user.isOther && uid !== user.uid) changeOwner(folders.data, user)
  if ((mode & 0o077) !== 0) chmodSync(folders.data, 0o700)
}

function changeOwner(folder: string, { uid, gid }: ServerUser): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    lchownSync(join(folder, name), uid, gid)
  lchownSync(folder, uid, gid)
}

/** The environment of PostgreSQL's programs: without our locale and secrets. */
export const serverEnv = { NODE_ENV: process.env.NODE_ENV, PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

/** Options to start a program as another user, or as the current one. */
export const asUser = ({ uid, gid, isOther }: ServerUser) => (isOther ? { uid, gid } : {})

/** Runs a program of PostgreSQL and returns its output. */
function run(user: ServerUser, cwd: string, program: string, args: string[], input = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { cwd, env: serverEnv, ...asUser(user) }
    const child = execFile(program, args, options, (error: ExecFileException | null, stdout, stderr) => {
      if (error === null) resolve(`${stdout}${stderr}`)
      else if (error.syscall?.startsWith('spawn')) reject(toSpawnError(program, error))
      else reject(toProgramError(cwd, creationFailed, `${stdout}${stderr}`))
    })
    child.stdin?.on('error', () => {})
    child.stdin?.end(input)
  })
}
