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
  ['nothing', []],
])('links the web addresses and incidents of %s', (text, addresses) => {
  const html = renderToStaticMarkup(<LinkedText text={text} />)
  expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual(addresses)
})
