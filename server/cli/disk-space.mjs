import { existsSync, statfsSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

/**
 * Bytes that the first start writes, measured on Linux x64: packages, npm's cache of them, built pages, and the
 * database with its log and demo data. npm 9 also installs packages for another C library, about 0.15 GB more.
 */
export const needed = { packages: 1.01e9, cache: 0.43e9, build: 0.05e9, data: 0.08e9 }

/** Bytes that the first start writes to the disk of the project, where npm's cache usually is too. */
export function measureFirstStart(projectDir) {
  const cache = findExisting(process.env.npm_config_cache || join(homedir(), '.npm'))
  const isSameDisk = statSync(cache).dev === statSync(projectDir).dev
  return needed.packages + needed.build + needed.data + (isSameDisk ? needed.cache : 0)
}

const findExisting = (path) => (existsSync(path) ? path : findExisting(dirname(path)))

/** Bytes of free space below which some files of a step may be incomplete. */
const almostFullBytes = 50e6

const getFreeBytes = (folder) => {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

const describe = (bytes) => (bytes >= 1e9 ? `${(bytes / 1e9).toFixed(2)} GB` : `${Math.floor(bytes / 1e6)} MB`)

/** Returns a message if a folder has too little space, else undefined. */
export function describeMissingSpace(folder, bytes) {
  const free = getFreeBytes(folder)
  if (free >= bytes) return undefined
  return `Not enough disk space: ${describe(free)} free in ${folder}, ${describe(bytes)} needed.`
}

/** Returns a message if the disk is full, else undefined. */
export function describeFullDisk(folder) {
  const free = getFreeBytes(folder)
  return free < almostFullBytes ? `The disk is full: ${describe(free)} free in ${folder}.` : undefined
}
