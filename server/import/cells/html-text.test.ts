import { expect, test } from 'vitest'
import { readMarkdown } from './html-text.ts'

test('HTML becomes Markdown', () => {
  const html =
    '<h2>Cause</h2><p>The <b>window</b> was&nbsp;short &amp; late.<br/>See <a href="https://example.org">this</a>.</p>' +
    '<ul><li>One</li><li><em>Two</em></li></ul><script>alert(1)</script><!-- gone -->'
  expect(readMarkdown(html)).toBe(
    '## Cause\n\nThe **window** was short & late.\nSee [this](https://example.org).\n\n- One\n- *Two*',
  )
})

test.each(['<script>', '<!--', '<a href="">x', '<li', '<p', '&#', '<a '])(
  '%s a hundred thousand times is fast',
  (part) => {
    expect(readMarkdown(`<p>Text</p>${part.repeat(100_000)}`)).toMatch(/^Text/)
  },
)

test('named and numeric entities are decoded, and invalid ones stay text', () => {
  expect(readMarkdown('<p>Gr&ouml;&szlig;e &eacute;t&eacute; &#8211; &#x41; a &lt; b &amp;amp; R&D; 5 < 6</p>')).toBe(
    'Größe été – A a < b &amp; R&D; 5 < 6',
  )
})

test('Markdown is left unchanged, even with a tag in it', () => {
  const text = '# Title\n\nSee <https://example.org> and <b>this</b>.'
  expect(readMarkdown(text)).toBe(text)
  expect(readMarkdown('a < b and c > d')).toBe('a < b and c > d')
})
