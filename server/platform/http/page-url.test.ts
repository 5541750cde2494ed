import { expect, test } from 'vitest'
import { escapePageUrl } from './page-url.ts'

test.each([
  ['/changes/%E0%A4%A', '/changes/%25E0%25A4%25A'],
  ['/changes/%/review', '/changes/%25/review'],
  ['/changes/%zz?query=%zz', '/changes/%25zz?query=%zz'],
  ['/users/%ff', '/users/%25ff'],
])('%s is read as %s', (broken, readable) => {
  expect(escapePageUrl(broken)).toBe(readable)
  expect(() => decodeURIComponent(readable.split('?')[0] ?? '')).not.toThrow()
})

test.each(['/', '/changes?sort=-number&query=%zz', '/users/%C3%A5sa%20b', '/a//b/%2F?x=1?y=2', '/changes/a%25b'])(
  '%s stays unchanged',
  (url) => expect(escapePageUrl(url)).toBe(url),
)
