import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Markdown } from './markdown.tsx'

const escapeHtml = (text: string) => text.replaceAll('>', '&gt;')
const render = (text: string) => renderToStaticMarkup(<Markdown>{text}</Markdown>)

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[x](javascript:alert(1))',
  '[x](data:text/html,alert(1))',
  '![x](javascript:alert(1))',
])('%s is harmless', (text) => {
  expect(render(text)).not.toMatch(/<script|onerror|javascript:|data:|<img/)
})

test.each([
  '[x](https://example.org)',
  '[x](//evil.example)',
  '[x](http://[)',
  '<https://example.org>',
  '[x]\n\n[x]: //evil.example',
  '![x](//evil.example/a.png)',
])('%s is external: it has no opener and says that it opens a new tab', (text) => {
  const html = render(text)
  expect(html).toContain('target="_blank" rel="noopener noreferrer"')
  expect(html).toContain('opens in a new tab')
})

test.each([
  '[x](/changes?page=2)',
  '[x](#part)',
  '[x](changes)',
  '[x](?page=2)',
  '[x](/\\evil.example)',
  '[x](\\\\\\\\evil.example)',
  '[x](</\t/evil.example>)',
])('%s is internal', (text) => {
  const html = render(text)
  expect(html).not.toContain('opens in a new tab')
  const [, href = ''] = /href="([^"]*)"/.exec(html) ?? []
  expect(new URL(href, 'https://own.example').origin).toBe('https://own.example')
})

test('an image is not loaded but becomes a link', () => {
  expect(render('![Graph](https://example.org/a.png)')).toMatch(/<a href="https:\/\/example.org\/a.png"[^>]*>Graph/)
})

test.each([
  ['# One\n\n###### Six', '<h2>One</h2><h3>Six</h3>'],
  ['## Two\n\n### Three\n\n## Two again', '<h2>Two</h2><h3>Three</h3><h2>Two again</h2>'],
  ['### Three\n\n# One\n\n> ### Quoted', '<h2>Three</h2><h2>One</h2><blockquote><h3>Quoted</h3></blockquote>'],
])('headings of %j start below the heading of the page and skip no level', (text, html) => {
  expect(render(text)).toContain(html)
})

test.each([
  ['a table', '|a|b|\n|:-|-:|\n|*c*|d|', '<td style="text-align:left"><em>c</em></td>'],
  ['strikethrough', '~~a~~', '<s>a</s>'],
  ['code', '```js\n<b>\n```\n\n`x`', '<code>&lt;b&gt;\n</code></pre><p><code>x</code>'],
  ['a list from 3', '3. a\n4. b', '<ol start="3"><li>a</li><li>b</li></ol>'],
  ['tasks', '- [x] a\n- [ ] b', 'aria-label="Done" checked=""/> a</li>'],
  ['breaks', 'a  \nb\n\n---', 'a<br/>b</p><hr/>'],
  ['a plain URL', 'See https://example.org/a.', 'href="https://example.org/a"'],
  ['an e-mail address', 'Ask a@example.org', '<a href="mailto:a@example.org" rel="noopener"'],
  ['no HTML', 'a <b>c</b>\n\n<!-- d -->\n\n<div>\ne\n</div>', '<div class="prose"><p>a c</p></div>'],
])('shows %s', (_, text, html) => {
  expect(render(text)).toContain(html)
})

test.each([
  ['quotes', `${'> '.repeat(20_000)}end`],
  ['lists on one line', `${'- '.repeat(3_000)}end`],
  ['lists', Array.from({ length: 400 }, (_, depth) => `${' '.repeat(depth * 2)}- x`).join('\n')],
  ['emphasis', `${'*a _b '.repeat(3_000)}end${' b_ a*'.repeat(3_000)}`],
  ['emphasis within emphasis', `${'**a *b '.repeat(80)}end${' b* a**'.repeat(80)}`],
  ['cells', `${'|a'.repeat(200)}\n${'|-'.repeat(200)}\n${`${'|b'.repeat(200)}\n`.repeat(100)}`],
])('excessive %s are shown as plain text', (_, text) => {
  expect(render(text)).toBe(`<div class="prose"><p class="whitespace-pre-wrap">${escapeHtml(text)}</p></div>`)
})

const part = fc.constantFrom(
  ...'ab1 \n[]()<>!*_~`|#-=:/."&@\\',
  'http://',
  'https://a.b',
  'mailto:',
  '<http://a>',
  '[a](b)',
  '![a](b)',
  '<a@b.c>',
  '|-|\n',
  '- [ ] ',
  '```\n',
)
const length = 30_000

test('no repeated text becomes a page of more than ten times its length', () => {
  const unit = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(unit, (repeated) => {
      const text = repeated.repeat(Math.ceil(length / repeated.length)).slice(0, length)
      expect(render(text).length).toBeLessThan(10 * length)
    }),
    { numRuns: 60, examples: [['http://'], ['<http://a>'], ['https://a.b '], ['![a](b)']] },
  )
})

test('numbers of records are links, except in links and code', () => {
  const html = render('See CHG0030041, [INC0000107](https://example.org) and `PIR-2026-0033`.')
  expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
    '/changes/CHG0030041',
    'https://example.org',
  ])
})
