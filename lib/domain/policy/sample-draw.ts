/**
 * Returns a number in [0, 100) for a change and a rule, uniformly distributed and deterministic, so that a new decision
 * selects the same sample. FNV-1a over number and rule, mixed by the finalizer of MurmurHash3.
 */
export function drawNumber(changeNumber: string, ruleId: string): number {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(`${changeNumber}\n${ruleId}`)) {
    hash = Math.imul(hash ^ byte, 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32) * 100
}
