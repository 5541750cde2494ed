import { createHash } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  lchownSync,
  mkdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { describeFileFault, findErrorCode } from '#server/platform/describe-error.ts'
import { projectDir } from '#server/platform/project-dir.ts'
import { chooseServerUser, findClosedFolder, type ServerUser } from './server-user.ts'
import { applicationRole } from './socket.ts'
import { type StateFolders, stateFolders } from './state-folders.ts'

/** Parent of the state folders of root's projects; others may pass through it. */
const rootState = '/var/lib/hindsight'

/**
 * The state folder of Hindsight: `HINDSIGHT_DATA_DIR`, else `.data` in the project. For root with a project that no
 * other user can reach (under /root), it is a folder for that project in /var/lib/hindsight, since PostgreSQL does not
 * run as root.
 */
export function resolveDataDir(env: { readonly dataDir: string | undefined }, project = projectDir()): string {
  if (env.dataDir !== undefined) return resolve(env.dataDir)
  const dataFolder = join(project, '.data')
  if (process.geteuid?.() !== 0) return dataFolder
  if (findClosedFolder(chooseServerUser([stateFolders(dataFolder).data, dataFolder]), project) === undefined)
    return dataFolder
  const distinct = createHash('sha256').update(project).digest('hex').slice(0, 8)
  return join(rootState, `${basename(project)}-${distinct}`)
}

/** True if the embedded database exists. */
export const hasEmbeddedDatabase = (env: { readonly dataDir: string | undefined }): boolean =>
  existsSync(join(stateFolders(resolveDataDir(env)).data, 'PG_VERSION'))

/** Creates missing folders and checks that the server's user can reach them. */
export function prepareFolders(dataDir: string): { folders: StateFolders; user: ServerUser } {
  const folders = stateFolders(dataDir)
  try {
    const firstFolder = mkdirSync(dataDir, { recursive: true }) ?? dataDir
    const topmost = dataDir.startsWith(`${rootState}/`) ? rootState : firstFolder
    const user = chooseServerUser([folders.data, dataDir])
    if (user.isOther && findClosedFolder(user, dataDir) !== undefined) openWay(topmost, dataDir)
    refuseUnreachable(dataDir, user)
    mkdirSync(folders.home, { recursive: true, mode: 0o710 })
    refuseStranger(folders.home)
    if (user.isOther) {
      chownSync(folders.home, statSync(dataDir).uid, user.gid)
      chmodSync(folders.home, 0o710)
    }
    accessSync(folders.home, constants.R_OK | constants.W_OK | constants.X_OK)
    for (const file of [folders.lockFile, folders.logFile]) provideFile(file, user)
    return { folders, user }
  } catch (error) {
    if (findErrorCode(error) === undefined) throw error
    throw new Error(
      `Hindsight cannot store its database in ${dataDir}: ${describeFileFault(error)}. Set HINDSIGHT_DATA_DIR to a writable folder.`,
      { cause: error },
    )
  }
}

/** Lets other users pass through, without listing, from the topmost of our own folders to the state folder. */
function openWay(topmost: string, dataDir: string): void {
  for (let folder = dataDir; folder.startsWith(topmost); folder = dirname(folder)) {
    const { mode } = statSync(folder)
    if ((mode & 0o111) !== 0o111) chmodSync(folder, mode | 0o111)
  }
}

/** Creates an empty file if missing. Root gives it to the owner of the folder, who may run Hindsight next time. */
function provideFile(file: string, user: ServerUser): void {
  if (!existsSync(file)) writeFileSync(file, '', { flag: 'a', mode: 0o600 })
  if (user.isOther) lchownSync(file, statSync(dirname(file)).uid, user.gid)
}

/**
 * Writes the login rules: only the application's role, through a socket in a folder that only the server's user may
 * enter. The superuser cannot log in at all. The server may read the file but not change it.
 */
export function writeAccessRules({ accessFile }: StateFolders, user: ServerUser): void {
  rmSync(accessFile, { force: true })
  writeFileSync(accessFile, `local all ${applicationRole} trust\n`, { flag: 'wx', mode: 0o640 })
  chmodSync(accessFile, 0o640)
  provideFile(accessFile, user)
}

function refuseUnreachable(dataDir: string, user: ServerUser): void {
  const closed = user.isOther ? findClosedFolder(user, dataDir) : undefined
  if (closed === undefined) return
  throw new Error(
    `PostgreSQL does not run as root, and its own user (id ${user.uid}) may not enter ${closed}. ` +
      `Set HINDSIGHT_DATA_DIR to a folder that others can reach, such as /var/lib/hindsight, instead of ${dataDir}.`,
  )
}

function refuseStranger(home: string): void {
  const { uid } = statSync(home)
  const self = process.geteuid?.()
  if (self === 0 || uid === self) return
  throw new Error(
    `The database in ${home} belongs to the user with id ${uid}, and this process runs as ${self}. ` +
      'Run Hindsight as that user, or set HINDSIGHT_DATA_DIR to a folder of your own.',
  )
}
