import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getArticleTitle } from './article-title.ts'

test.each([
  ['a heading', '# Measure an upgrade on a full copy\n\nText.', 'Measure an upgrade on a full copy'],
  ['a heading of any level', 'Preface.\n\n### Rotate early ###\n', 'Rotate early'],
  ['no heading', '\n\nRestart the broker last.\nThen wait.', 'Restart the broker last.'],
  [
    'a heading with marks',
    '# **Never** drop `pg_stat_*` on a [live](https://example.org) _primary_',
    'Never drop pg_stat_* on a live primary',
  ],
  ['names with underscores', '# Set max_wal_size and min_wal_size', 'Set max_wal_size and min_wal_size'],
  ['escaped marks', '# 2 \\* 3', '2 * 3'],
  ['code before the heading', '```sh\n# not this\n```\n# This', 'This'],
  ['other code within code', '~~~\n```\n# not this\n~~~\n# This', 'This'],
  ['a hash without a heading', '#hashtag first\n# Heading', 'Heading'],
  ['an empty heading', '#  \n## Second', 'Second'],
  ['a list', '- Check the load balancer', 'Check the load balancer'],
  ['Windows line ends', '# One\r\nTwo\r\n', 'One'],
  ['no text', '---\n\n***\n', 'Untitled'],
])('reads %s', (_, content, title) => {
  expect(getArticleTitle(content)).toBe(title)
})

test('returns a displayable line for any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (content) => {
      const title = getArticleTitle(content)
      expect(title.trim()).not.toBe('')
      expect(title).not.toMatch(/\n/)
    }),
  )
})
