import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { findErrorCode } from '#server/platform/describe-error.ts'

const hasProc = existsSync('/proc/self/cwd')

/** True if a process with this id exists, of any owner. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return findErrorCode(error) === 'EPERM'
  }
}

/** True if the process is a PostgreSQL with this data folder, so that a reused process id is not mistaken for one. */
export function isPostgresProcess(pid: number, dataDir: string): boolean {
  try {
    if (!hasProc)
      return execFileSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' }).includes('postgres')
    return (
      readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres' &&
      readlinkSync(`/proc/${pid}/cwd`) === realpathSync(dataDir)
    )
  } catch {
    return false
  }
}

/** Every PostgreSQL process with this data folder; empty if the system has no /proc. */
export function listPostgresProcesses(dataDir: string): number[] {
  if (!hasProc) return []
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && isPostgresProcess(pid, dataDir))
}

/** Sends a signal, ignoring that the process has already ended. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (findErrorCode(error) !== 'ESRCH') throw error
  }
}
