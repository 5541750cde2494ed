import { chownSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withFolder, withProgram } from '#e2e/support/resources.ts'
import { freePort, waitUntilAccepted } from '#e2e/support/server-process.ts'

export type PoolMode = 'session' | 'transaction'

/** Runs a PgBouncer with its default settings for the database of a URL while `use` runs. */
export const withPgBouncer = <Result>(
  program: string,
  databaseUrl: string,
  mode: PoolMode,
  use: (url: string) => Promise<Result>,
): Promise<Result> =>
  withFolder('pgbouncer', async (folder) => {
    const url = new URL(databaseUrl)
    const port = await freePort()
    const file = join(folder, 'pgbouncer.ini')
    writeFileSync(file, settings(url, mode, port), { mode: 0o600 })
    const user = serverUser(url)
    if (user) for (const path of [folder, file]) chownSync(path, user.uid, user.gid)
    return withProgram(
      [program, '--quiet', file],
      async () => {
        await waitUntilAccepted(port)
        url.search = ''
        url.password = ''
        url.host = `127.0.0.1:${port}`
        return use(url.href)
      },
      { stdio: 'ignore', ...user },
    )
  })

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
  // In session mode a client uses a connection for its whole duration.
  return `[databases]
* = ${quoted.join(' ')}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = ${mode === 'session' ? 60 : poolSize}
max_client_conn = 400
`
}

/** The user of PgBouncer, which does not run as root but must reach the socket of the embedded server. */
function serverUser(url: URL): { uid: number; gid: number } | undefined {
  if (process.geteuid?.() !== 0) return undefined
  const socketDir = url.searchParams.get('host')
  const { uid, gid } = socketDir?.startsWith('/') ? statSync(socketDir) : { uid: 0, gid: 0 }
  return uid === 0 ? { uid: 65_534, gid: 65_534 } : { uid, gid }
}
