import { setTimeout as sleep } from 'node:timers/promises'

type WaitOptions = { readonly timeoutMs?: number; readonly pollMs?: number }

/**
 * Waits until a condition holds, and returns the milliseconds that it took. Throws after ten minutes, far beyond the
 * usual time on a busy machine, or `timeoutMs`.
 */
export async function waitUntil(
  what: string | (() => string),
  isSo: () => boolean | Promise<boolean>,
  { timeoutMs = 600_000, pollMs = 50 }: WaitOptions = {},
): Promise<number> {
  const began = performance.now()
  for (;;) {
    if (await isSo()) return performance.now() - began
    if (performance.now() - began > timeoutMs)
      throw new Error(`Timed out waiting until ${typeof what === 'string' ? what : what()}.`)
    await sleep(pollMs)
  }
}
