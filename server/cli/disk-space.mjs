import { statfsSync } from 'node:fs'

/** Bytes that the first start writes: packages, built pages, and the database with its log and demo data. */
export const needed = { install: 0.9e9, build: 0.3e9, data: 0.2e9 }

/** With less free after a step has written its files, some of them may be incomplete. */
const nearlyNothing = 50e6

const freeBytes = (folder) => {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

const describe = (bytes) => (bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.floor(bytes / 1e6)} MB`)

/** Why there is not enough space in a folder; undefined where there is. */
export function describeLack(folder, bytes) {
  const free = freeBytes(folder)
  if (free >= bytes) return undefined
  return `Not enough disk space: ${describe(free)} free in ${folder}, and about ${describe(bytes)} is needed.`
}

/** That the disk is full; undefined where it is not. */
export function describeFullDisk(folder) {
  const free = freeBytes(folder)
  return free < nearlyNothing ? `The disk is full: ${describe(free)} free in ${folder}.` : undefined
}
