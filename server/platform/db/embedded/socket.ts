import { createHash } from 'node:crypto'
import { chmodSync, chownSync, lstatSync, mkdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findErrorCode } from '#server/platform/describe-error.ts'
import type { ServerUser } from './server-user.ts'
import type { StateFolders } from './state-folders.ts'

export const socketPort = 5432
export const databaseName = 'hindsight'
/** Owns the database and may create others, but is no superuser: an injected statement cannot run programs. */
export const applicationRole = 'hindsight'

/** Maximum bytes of the path of a Unix socket: sun_path without its closing NUL. */
const maxSocketPathBytes = process.platform === 'darwin' ? 103 : 107

/**
 * The folder of the server's socket: `run` in the state folder or, if its path is too long for a socket, one in the
 * temporary folder. That name is derived from the cluster's identifier and path: the same for all who share the
 * cluster, and not guessable by others on the machine. The cluster must exist.
 */
export function chooseSocketDir(folders: StateFolders): string {
  if (fitsSocket(folders.run)) return folders.run
  const identifier = readFileSync(join(folders.data, 'global', 'pg_control')).subarray(0, 8)
  const name = `hindsight-${createHash('sha256').update(identifier).update(folders.data).digest('hex').slice(0, 16)}`
  return join([tmpdir(), '/tmp'].find((parent) => fitsSocket(join(parent, name))) ?? '/tmp', name)
}

const fitsSocket = (folder: string) => Buffer.byteLength(socketFile(folder)) <= maxSocketPathBytes

/** The socket file of a server that listens in a folder. */
export const socketFile = (folder: string): string => join(folder, `.s.PGSQL.${socketPort}`)

/**
 * Creates the socket's folder if missing, for the server's user alone. Anyone who can enter it can log in without a
 * password, so a link or a folder of another user is rejected.
 */
export function prepareSocketDir(folder: string, user: ServerUser): void {
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if (findErrorCode(error) !== 'EEXIST') throw error
  }
  const isOwn = lstatSync(folder).isDirectory() && lstatSync(folder).uid === process.geteuid?.()
  if (isOwn && user.isOther) chownSync(folder, user.uid, user.gid)
  const stats = lstatSync(folder)
  if (!stats.isDirectory() || stats.uid !== user.uid) {
    throw new Error(
      `${folder} is needed for the socket of the database, but is not a folder of user id ${user.uid}. Remove it.`,
    )
  }
  if ((stats.mode & 0o077) !== 0) chmodSync(folder, 0o700)
}

/** The connection string of a server that listens in `socketDir`, as pg, drizzle-kit and psql understand it. */
export const socketUrl = (socketDir: string) =>
  `postgresql://${applicationRole}@localhost/${databaseName}?host=${encodeURIComponent(socketDir)}`
