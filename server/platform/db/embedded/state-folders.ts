import { join } from 'node:path'

export type StateFolders = Readonly<ReturnType<typeof stateFolders>>

/** The paths of an embedded server. Only `data` and `run` belong to the server's own user. */
export function stateFolders(dataDir: string) {
  const home = join(dataDir, 'postgres')
  return {
    home,
    data: join(home, 'data'),
    run: join(home, 'run'),
    lockFile: join(home, 'start.lock'),
    logFile: join(home, 'server.log'),
    accessFile: join(home, 'pg_hba.conf'),
  }
}
