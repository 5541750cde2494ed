// Plain JavaScript: `npm test` runs it on the machine's Node.
import { chmodSync, existsSync, mkdtempSync, readdirSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Creates a folder for temporary files of this process. When the process ends, processes that still run in the folder
 * are killed, such as the embedded database of an interrupted test, and the folder is deleted.
 * @param {string} prefix start of its name
 * @returns {string} its path
 */
export function makeTemporaryFolder(prefix) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), prefix)))
  // If this process is root, PostgreSQL and some tests run as another user and create files here.
  chmodSync(folder, 0o1777)
  process.on('exit', () => {
    endProcessesIn(folder)
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}

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
