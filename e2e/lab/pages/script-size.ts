import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright'

/** Kilobytes of compressed script that a page may load. */
export const scriptGoal = 235

/** Counts the scripts that a page loads from now on; the returned function gives their compressed size in kilobytes. */
export function countScripts(page: Page): () => Promise<number> {
  const sizes = new Map<string, Promise<number>>()
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return
    const size = response.body().then((body) => gzipSync(body).length)
    sizes.set(response.url(), size)
    size.catch(() => {})
  })
  return async () => (await Promise.all(sizes.values())).reduce((sum, size) => sum + size, 0) / 1000
}
