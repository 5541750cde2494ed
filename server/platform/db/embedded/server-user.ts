import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** The user id that the database server runs as; `isOther` if it is not the application's own. */
export type ServerUser = { readonly uid: number; readonly gid: number; readonly isOther: boolean }

/** A user id that neither Debian nor systemd assigns: nothing else on the machine can read its files. */
const reservedId = 60_710

/**
 * Chooses the user of the server. A normal user runs it as itself. PostgreSQL does not run as root: root runs it as the
 * owner of the first of `folders` that belongs to another user, else as a user id reserved for it.
 */
export function chooseServerUser(folders: readonly string[]): ServerUser {
  const { geteuid, getegid } = process
  if (geteuid === undefined || getegid === undefined) {
    throw new Error('The embedded PostgreSQL needs Linux or macOS. Set DATABASE_URL to your own PostgreSQL.')
  }
  if (geteuid() !== 0) return { uid: geteuid(), gid: getegid(), isOther: false }
  for (const folder of folders) {
    const owner = statSync(folder, { throwIfNoEntry: false })
    if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid, isOther: true }
  }
  return { uid: reservedId, gid: reservedId, isOther: true }
}

/** Chooses the user for initdb, which needs a name: the server's user, else `nobody` with the server's group. */
export function chooseInitUser(user: ServerUser, passwd = readFileSync('/etc/passwd', 'utf8')): ServerUser {
  const users = passwd.split('\n').map((line) => line.split(':'))
  if (users.some(([, , uid]) => uid === String(user.uid))) return user
  const nobody = users.find(([name]) => name === 'nobody')
  if (user.isOther && nobody !== undefined) return { ...user, uid: Number(nobody[2]) }
  throw new Error(
    `PostgreSQL cannot set up its data as user id ${user.uid}, which has no name in /etc/passwd. ` +
      'Add one, or set DATABASE_URL to your own PostgreSQL.',
  )
}

const readableBy = (user: ServerUser, path: string, wanted: number): boolean => {
  const { uid, gid, mode } = statSync(path)
  const granted = uid === user.uid ? mode >> 6 : gid === user.gid ? mode >> 3 : mode
  return (granted & wanted) === wanted
}

/** The nearest folder from `path` upwards that the user may not enter; undefined if there is none. */
export function findClosedFolder(user: ServerUser, path: string): string | undefined {
  for (let folder = path; ; folder = dirname(folder)) {
    if (!readableBy(user, folder, 0o1)) return folder
    if (folder === dirname(folder)) return undefined
  }
}

/** True if the user may read and run the file at `path`. */
export const canRun = (user: ServerUser, path: string): boolean =>
  readableBy(user, path, 0o5) && findClosedFolder(user, dirname(path)) === undefined
