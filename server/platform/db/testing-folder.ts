import { existsSync, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
const gigabyte = 2 ** 30

function hasRoomInMemory(): boolean {
  if (!existsSync(memory) || process.availableMemory() < 8 * gigabyte) return false
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize > 4 * gigabyte
}

/** A new folder for the databases of a test run: in memory, where one is created in a tenth of the time, if there is room. */
export const makeDatabaseFolder = (prefix: string): string =>
  mkdtempSync(join(hasRoomInMemory() ? memory : tmpdir(), prefix))
