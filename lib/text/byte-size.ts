import { groupWithDecimal } from './grouped.ts'

/** Formats a size in bytes, with a space that does not break: `512 B`, `47.1 kB`, `1.2 MB`. */
export function formatByteSize(bytes: number): string {
  if (bytes < 1000) return `${bytes}\u00a0B`
  return bytes < 1_000_000
    ? `${groupWithDecimal(bytes / 1000)}\u00a0kB`
    : `${groupWithDecimal(bytes / 1_000_000)}\u00a0MB`
}
