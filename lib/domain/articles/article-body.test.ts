import { expect, test } from 'vitest'
import { getArticleBody } from './article-body.ts'

test.each([
  ['# Title\n\nText.', '\nText.'],
  ['\n## Title ##\r\nText.', 'Text.'],
  ['# Title', ''],
  ['Text.\n\n# Later', 'Text.\n\n# Later'],
  ['# \n\n# Title', '# \n\n# Title'],
  ['#tag\nText.', '#tag\nText.'],
])('of %j is %j', (content, body) => {
  expect(getArticleBody(content)).toBe(body)
})
