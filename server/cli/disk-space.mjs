import { statfsSync } from 'node:fs'

/** Bytes that the first start writes: packages, built pages, and the database with its log and demo data. */
export const needed = { install: 0.9e9, build: 0.3e9, data: 0.2e9 }

/** With less space left after a step, some of its files may be incomplete. */
const almostFullBytes = 50e6

const freeBytes = (folder) => {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

const describe = (bytes) => (bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.floor(bytes / 1e6)} MB`)

/** A message if a folder has too little space, else undefined. */
export function describeLack(folder, bytes) {
  const free = freeBytes(folder)
  if (free >= bytes) return undefined
  return `Not enough disk space: ${describe(free)} free in ${folder}, about ${describe(bytes)} needed.`
}

/** A message if the disk is full, else undefined. */
export function describeFullDisk(folder) {
  const free = freeBytes(folder)
  return free < almostFullBytes ? `The disk is full: ${describe(free)} free in ${folder}.` : undefined
}
