import { readFile } from 'node:fs/promises'

/**
 * Reads the memory of a process in megabytes, including swapped memory: objects, buffers and libraries. Returns
 * undefined for an ended process, and on systems other than Linux.
 */
export async function readResidentMegabytes(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kilobytes = [...status.matchAll(/^Vm(?:RSS|Swap):\s+(\d+) kB$/gm)].map(([, value]) => Number(value))
  return kilobytes.length === 0 ? undefined : kilobytes.reduce((sum, value) => sum + value) / 1024
}
