import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/** Reports the parts of a file that are loaded on demand without a fallback of their own. */
const listBareParts = (file: string) =>
  readFileSync(file, 'utf8')
    .split(/\bdynamic\(/)
    .slice(1)
    .filter((call) => !/^[^;]*?\bloading\b/.test(call.split('\nconst ', 1)[0] ?? ''))

// Without a fallback the section around a part is hidden until the part is loaded, and loses the focus and clicks.
// The steps of a review are the exception: they are loaded before they are shown.
test('each part that is loaded on demand has a fallback of its own', () => {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const files = globSync('{app,components}/**/*.tsx', { cwd: root })
  expect(files.length).toBeGreaterThan(300)
  const bare = files.filter((file) => listBareParts(root + file).length > 0)
  expect(bare).toEqual(['components/review/step-content.tsx'])
})
