import { expect, test } from 'vitest'
import { allEndpoints } from '#lib/contracts/all-endpoints.ts'
import { listPageRoutes } from '#server/pages/serve-page.ts'
import { toLoggedPath } from './exchange.ts'

/** Every path with a secret part. */
const keyed = [...allEndpoints.map(({ path }) => path), ...listPageRoutes()].filter((path) =>
  /[[{](?:secret|token)[\]}]/.test(path),
)

test('omits the secret part of every page and endpoint', () => {
  expect(keyed.length).toBeGreaterThanOrEqual(4)
  for (const path of keyed) {
    const keyedPath = path.replace(/[[{](\w+)[\]}]/g, 'the-key')
    for (const sent of [
      keyedPath,
      `${keyedPath}/`,
      `${keyedPath}/more`,
      `${keyedPath}?a=b`,
      `https://h.example${keyedPath}`,
    ]) {
      expect(toLoggedPath(sent)).not.toContain('the-key')
    }
  }
})
