import { readFile } from 'node:fs/promises'

/**
 * Megabytes of memory, swapped out ones included, that a process has: objects, buffers and libraries. Undefined for an
 * ended process, and where the system does not say (Linux does).
 */
export async function readResidentMegabytes(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kilobytes = [...status.matchAll(/^Vm(?:RSS|Swap):\s+(\d+) kB$/gm)].map(([, value]) => Number(value))
  return kilobytes.length === 0 ? undefined : kilobytes.reduce((sum, value) => sum + value) / 1024
}
