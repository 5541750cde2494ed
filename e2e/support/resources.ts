import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { createDatabase, type Database } from '#server/platform/db/client.ts'

/** Creates a folder in `place` for `use`, and then removes it with its content. */
export async function withFolder<Result>(
  name: string,
  use: (folder: string) => Result | Promise<Result>,
  place = tmpdir(),
): Promise<Result> {
  const folder = mkdtempSync(join(place, `hindsight-${name}-`))
  // Like a folder of a person: PostgreSQL, which does not run as root, passes through it.
  chmodSync(folder, 0o755)
  try {
    return await use(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
}

/** Runs a program while `use` runs, and then ends it. */
export async function withProgram<Result>(
  command: readonly [string, ...string[]],
  use: (child: ChildProcess) => Promise<Result>,
  options: SpawnOptions = { stdio: 'ignore' },
): Promise<Result> {
  const [program, ...args] = command
  const child = spawn(program, args, options)
  const exited = once(child, 'exit')
  try {
    return await use(child)
  } finally {
    child.kill('SIGTERM')
    await exited
  }
}

/** Opens one connection to a database for `use`; its statements may take as long as by default, or longer. */
export async function withConnection<Result>(
  url: string,
  use: (connection: { readonly db: Database; readonly pool: Pool }) => Promise<Result>,
  options: { readonly statementTimeout?: number } = {},
): Promise<Result> {
  const { db, pool } = createDatabase(url, { poolSize: 1, ...options })
  try {
    return await use({ db, pool })
  } finally {
    await pool.end()
  }
}

/** Serves HTTP on a free loopback port. */
export async function serveHttp(
  handle: RequestListener,
): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const server = createServer(handle)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
