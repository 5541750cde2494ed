import { expect, test } from 'vitest'
import { joinHeading, splitHeading } from './article-heading.ts'

test.each([
  ['# Title\n\nText.', 'Title', 'Text.'],
  ['\n## A *title* ##\r\n\r\n\r\n    code', 'A *title* ##', '    code'],
  ['# Title', 'Title', ''],
  ['# Title\n', 'Title', ''],
  ['# Title  \nText', 'Title', 'Text'],
  ['Text.\n\n# Later', '', 'Text.\n\n# Later'],
  ['# \n\n# Title', '', '# \n\n# Title'],
  ['    # code', '', '    # code'],
  ['#tag', '', '#tag'],
  ['', '', ''],
])('%j has the title %j and the body %j, and stays as it is', (content, title, body) => {
  const parts = splitHeading(content)
  expect(parts).toMatchObject({ title, body })
  expect(joinHeading(parts)).toBe(content)
})

test.each([
  ['Text.', { title: 'New' }, '# New\n\nText.'],
  ['# Old', { body: 'Text.' }, '# Old\n\nText.'],
  ['## Old\nText.', { title: 'New' }, '## New\nText.'],
  ['# Old\n\nText.', { title: ' ' }, 'Text.'],
])('%j with %j is %j', (content, change, written) => {
  expect(joinHeading({ ...splitHeading(content), ...change })).toBe(written)
})
