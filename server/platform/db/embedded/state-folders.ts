import { join } from 'node:path'

/** The paths of an embedded server. Only `data` and `run` belong to the server's own user. */
export type StateFolders = {
  readonly home: string
  readonly data: string
  readonly run: string
  readonly lockFile: string
  readonly logFile: string
  readonly accessFile: string
}

export function stateFolders(dataDir: string): StateFolders {
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
