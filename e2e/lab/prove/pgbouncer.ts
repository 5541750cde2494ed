import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#e2e/server-process.ts'
import { waitUntil } from '../wait-until.ts'

export type PoolMode = 'session' | 'transaction'
export type PgBouncer = { readonly url: string; stop(): Promise<void> }

/** The program, or undefined if it is not installed. */
export const findPgBouncer = (): string | undefined =>
  [...(process.env.PATH ?? '').split(':'), '/usr/sbin']
    .map((folder) => join(folder, 'pgbouncer'))
    .find((file) => existsSync(file))

/** Starts a PgBouncer with its default settings for the database of an address. */
export async function startPgBouncer(program: string, databaseUrl: string, mode: PoolMode): Promise<PgBouncer> {
  const url = new URL(databaseUrl)
  const folder = mkdtempSync(join(tmpdir(), 'hindsight-pgbouncer-'))
  const port = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(file, settings(url, mode, port), { mode: 0o600 })
  const user = serverUser(url)
  if (user) for (const path of [folder, file]) chownSync(path, user.uid, user.gid)
  chmodSync(folder, 0o755)
  const child = spawn(program, ['--quiet', file], { stdio: 'ignore', ...user })
  const exited = once(child, 'exit')
  await waitUntil('PgBouncer accepts connections', () => isListening(port), { timeoutMs: 10_000 })
  url.search = ''
  url.password = ''
  url.host = `127.0.0.1:${port}`
  return {
    url: url.href,
    async stop() {
      child.kill('SIGTERM')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Fewer connections than clients, so that they share them in transaction mode. */
const poolSize = 6

function settings(url: URL, mode: PoolMode, port: number): string {
  const target = {
    host: url.searchParams.get('host') ?? url.hostname,
    port: url.searchParams.get('port') ?? (url.port || '5432'),
    user: decodeURIComponent(url.username),
    ...(url.password ? { password: decodeURIComponent(url.password) } : {}),
  }
  const quoted = Object.entries(target).map(([name, value]) => `${name}='${value.replaceAll("'", "''")}'`)
  return [
    ...['[databases]', `* = ${quoted.join(' ')}`],
    ...['[pgbouncer]', 'listen_addr = 127.0.0.1', `listen_port = ${port}`, 'unix_socket_dir =', 'auth_type = any'],
    // A client session uses a connection for its whole duration.
    ...[`pool_mode = ${mode}`, `default_pool_size = ${mode === 'session' ? 60 : poolSize}`, 'max_client_conn = 400'],
    '',
  ].join('\n')
}

/** It does not run as root; the socket of an embedded server is accessible only to the server's user. */
function serverUser(url: URL): { uid: number; gid: number } | undefined {
  if (process.geteuid?.() !== 0) return undefined
  const socketDir = url.searchParams.get('host')
  const { uid, gid } = socketDir?.startsWith('/') ? statSync(socketDir) : { uid: 0, gid: 0 }
  return uid === 0 ? { uid: 65_534, gid: 65_534 } : { uid, gid }
}

function isListening(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => done(true))
    socket.once('error', () => done(false))
    socket.once('connect', () => socket.destroy())
  })
}
