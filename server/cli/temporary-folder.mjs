// Plain JavaScript: `npm test` runs it on the machine's Node.
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const owner = 'pid'

/**
 * Creates a folder for temporary files of this process. When the process ends, processes that still run in the folder
 * are killed and the folder is deleted. Folders left behind by killed processes are deleted first.
 * @param {string} prefix start of its name
 * @param {string} parent folder that contains it
 * @returns {string} its path
 */
export function makeTemporaryFolder(prefix, parent = tmpdir()) {
  removeAbandoned(prefix, parent)
  const folder = mkdtempSync(join(parent, prefix))
  writeFileSync(join(folder, owner), String(process.pid))
  // If this process is root, PostgreSQL and some tests run as another user and create files here.
  chmodSync(folder, 0o1777)
  process.on('exit', () => remove(folder))
  return folder
}

function removeAbandoned(prefix, parent) {
  for (const name of readdirSync(parent).filter((known) => known.startsWith(prefix))) {
    const folder = join(parent, name)
    try {
      const pid = Number(readFileSync(join(folder, owner), 'utf8'))
      if (Number.isInteger(pid) && pid > 0 && !isAlive(pid)) remove(folder)
    } catch {
      // Another user's folder, or one that is being created.
    }
  }
}

function remove(folder) {
  endProcessesIn(realpathSync(folder))
  rmSync(folder, { recursive: true, force: true })
}

/** Kills processes that run in a folder, such as the embedded database of an interrupted test. */
function endProcessesIn(folder) {
  if (!existsSync('/proc/self/cwd')) return
  for (const pid of readdirSync('/proc').map(Number)) {
    try {
      if (pid > 0 && readlinkSync(`/proc/${pid}/cwd`).startsWith(`${folder}/`)) process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended, or belongs to another user.
    }
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
