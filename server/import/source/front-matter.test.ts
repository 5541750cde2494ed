import { expect, test } from 'vitest'
import { readFrontMatter } from './markdown-source.ts'

test.each([
  ['no front matter', '# Title\n\nText', {}, '# Title\n\nText'],
  [
    'fields as written',
    '---\nid: 0012\ndate: 2025-02-30\ndone: yes\n---\nText',
    { id: '0012', date: '2025-02-30', done: 'yes' },
    'Text',
  ],
  [
    'lists, maps and null',
    '---\ntags: [a, "b"]\nmeta:\n  by: Ada\nauthor:\nnote: null\n---\nText',
    { tags: ['a', 'b'], meta: { by: 'Ada' }, author: null, note: null },
    'Text',
  ],
  ['line ends of Windows', '---\r\nid: KB7\r\n---\r\nText\r\n', { id: 'KB7' }, 'Text\r\n'],
  ['an empty one', '---\n---\nText', {}, 'Text'],
  ['JSON', '---json\n{"id": "KB7"}\n---\nText', { id: 'KB7' }, 'Text'],
  ['no content after it', '---\nid: KB7\n---', { id: 'KB7' }, ''],
  ['a rule at the top', '---\nOnce upon a time\n---\nText', {}, '---\nOnce upon a time\n---\nText'],
  ['an unclosed rule', '---\nText', {}, '---\nText'],
])('%s', (_, text, fields, body) => {
  expect(readFrontMatter(text)).toEqual({ fields, body })
})

test.each([
  ['an unclosed list', '---\ntags: [open\n---\n'],
  ['code', '---js\n{ id: process.exit(7) }\n---\n'],
  ['a duplicate field', '---\nid: a\nid: b\n---\n'],
  [
    'exponentially growing aliases',
    `---\na: &a [x, x]\n${[...'bcdefgh'].map((it, at) => `${it}: &${it} [${`*${'abcdefgh'[at]},`.repeat(9)}]`).join('\n')}\n---\n`,
  ],
])('%s is rejected', (_, text) => {
  expect(() => readFrontMatter(text)).toThrow()
})
