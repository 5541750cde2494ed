import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { LinkedText } from './linked-text.tsx'

test.each([
  ['See https://ci.example/runs/12.', ['https://ci.example/runs/12']],
  ['(http://a.example/x?y=1&z=2), https://b.example!', ['http://a.example/x?y=1&amp;z=2', 'https://b.example']],
  ['javascript:alert(1) and ftp://c.example', []],
  ['<b>https://d.example</b>', ['https://d.example']],
  [
    'Caused INC0000107, inc0000108 and INCOME1234; see https://e.example/INC0000109',
    ['/incidents/INC0000107', '/incidents/INC0000108', 'https://e.example/INC0000109'],
  ],
  [
    'CHG0030041 was reviewed in PIR-2026-0033, chg0030042 was not; XCHG0030043, CHG12 and PIR-26-1 are no numbers',
    ['/changes/CHG0030041', '/reviews/PIR-2026-0033', '/changes/CHG0030042'],
  ],
  ['nothing', []],
])('links the web addresses and numbers of %s', (text, addresses) => {
  const html = renderToStaticMarkup(<LinkedText text={text} />)
  expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual(addresses)
})

test('a text that repeats a number many times has at most 200 links, and loses nothing', () => {
  const text = 'CHG0030041 '.repeat(1_000)
  const html = renderToStaticMarkup(<LinkedText text={text} />)
  expect(html.match(/<a /g)).toHaveLength(200)
  expect(html.replaceAll(/<[^>]*>/g, '')).toBe(text)
})
