// Plain JavaScript: `npm test` runs it on the machine's own Node.
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const owner = 'pid'

/**
 * A folder for temporary files of this process, deleted when the process ends. Folders that killed processes left behind
 * are deleted first.
 * @param {string} prefix beginning of its name
 * @param {string} parent where it is made
 * @returns {string} its path
 */
export function makeTemporaryFolder(prefix, parent = tmpdir()) {
  removeAbandoned(prefix, parent)
  const folder = mkdtempSync(join(parent, prefix))
  writeFileSync(join(folder, owner), String(process.pid))
  // PostgreSQL runs as another user where this process is root: it must be able to pass through.
  chmodSync(folder, 0o711)
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function removeAbandoned(prefix, parent) {
  for (const name of readdirSync(parent).filter((known) => known.startsWith(prefix))) {
    const folder = join(parent, name)
    try {
      const pid = Number(readFileSync(join(folder, owner), 'utf8'))
      if (Number.isInteger(pid) && pid > 0 && !isAlive(pid)) rmSync(folder, { recursive: true, force: true })
    } catch {
      // Another user's folder, or one that is being made: not ours to delete.
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
