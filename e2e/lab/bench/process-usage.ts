import { readdirSync, readFileSync } from 'node:fs'

/** Milliseconds of a tick of /proc, the same on every Linux. */
const tick = 10

const readProc = (pid: number, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

/** The fields of /proc/PID/stat after the name, which may contain spaces; the first is the state. */
const readStat = (pid: number) => readProc(pid, 'stat').split(') ').at(-1)?.split(' ') ?? []

export const getParent = (pid: number): number => Number(readStat(pid)[1] ?? 0)

/** Processor time in milliseconds of a process and its children, including ended ones; 0 without /proc. */
export function processorTime(pid: number): number {
  const own = readStat(pid)
    .slice(11, 15)
    .reduce((sum, ticks) => sum + Number(ticks) * tick, 0)
  return listChildren(pid).reduce((sum, child) => sum + processorTime(child), own)
}

const listChildren = (pid: number): number[] =>
  readProc(pid, `task/${pid}/children`).split(' ').filter(Boolean).map(Number)

/** Resident memory in megabytes of a process and its children, without a database; 0 without /proc. */
export function residentMemory(pid: number): number {
  const own = Number(/VmRSS:\s+(\d+) kB/.exec(readProc(pid, 'status'))?.[1] ?? 0) / 1024
  const children = listChildren(pid).filter((child) => !readProc(child, 'comm').startsWith('postgres'))
  return children.reduce((sum, child) => sum + residentMemory(child), own)
}

/** Peak memory in megabytes of a process; 0 without /proc or after it ended. */
export function highestMemory(pid: number): number {
  return Number(/VmHWM:\s+(\d+) kB/.exec(readProc(pid, 'status'))?.[1] ?? 0) / 1024
}

/** Open files and connections of a process; needs /proc. */
export const openDescriptors = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length
export const mostDescriptors = (pid: number): number =>
  Number(/Max open files\s+(\d+)/.exec(readProc(pid, 'limits'))?.[1] ?? 4_096)
