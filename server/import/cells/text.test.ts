import { expect, test } from 'vitest'
import { readChangeNumber } from './change-number.ts'
import { readMarkdown, readPlan, withoutTags } from './document-text.ts'
import { readPrice } from './price.ts'
import { Fault, readFlag, readHours, readList, readText, readUrl } from './text.ts'

test.each([
  ['  Ada ', 'Ada'],
  [7, '7'],
  [true, 'true'],
  [['a', ' b ', ''], 'a, b'],
  [{ display_value: 'Network', value: '287ebd7da9fe198100f92cc8d1d2154e' }, 'Network'],
  [{ display_value: '', value: '287ebd7d' }, '287ebd7d'],
  [{ link: 'https://example.org/x', value: 'glide' }, 'glide'],
  ['=cmd()', '=cmd()'],
])('reads %j as text', (cell, text) => {
  expect(readText(cell)).toBe(text)
})

test('an object and a NUL character are rejected', () => {
  expect(readText({ a: 1 })).toHaveProperty('issue', 'is an object where text is expected')
  expect(readText('a\0b')).toHaveProperty('issue', 'contains a NUL character')
  expect(readText([{ a: 1 }])).toHaveProperty('issue', 'is an object where text is expected')
})

test('a list is split at commas, semicolons and bars, or is one already', () => {
  expect(readList('web, search;web | mail')).toEqual(['web', 'search', 'mail'])
  expect(readList(['web, or not', 'web, or not'])).toEqual(['web, or not'])
  expect(readList(['a\0'])).toHaveProperty('issue', 'contains a NUL character')
})

test.each([
  ['TRUE', true],
  ['yes', true],
  [1, true],
  ['no', false],
  [false, false],
])('%j is %s', (cell, flag) => {
  expect(readFlag(cell)).toBe(flag)
})

test.each([
  [7, 7],
  ['1,5', 1.5],
  ['1h 30m', 1.5],
  ['1 Hour 20 Minutes', 80 / 60],
  ['45 min', 0.75],
  ['12:30', 12.5],
  ['0', 0],
])('%j is %s hours', (cell, hours) => {
  expect(readHours(cell)).toBe(hours)
})

test.each(['two days', '2d 4h', '-1', 'h', '1:75', '1e3'])('%j is no number of hours', (cell) => {
  expect(readHours(cell)).toHaveProperty('issue', expect.stringContaining('is not a number of hours'))
})

test('other words are neither yes nor no', () => {
  expect(readFlag('perhaps')).toHaveProperty('issue', 'must be true or false')
})

test('only http and https are web addresses', () => {
  expect(readUrl('https://example.org/a.png')).toBe('https://example.org/a.png')
  for (const text of ['javascript:alert(1)', 'photo.png', 'https://'])
    expect(readUrl(text)).toHaveProperty('issue', 'must be an http or https address')
})

test.each(['CHG0040007', 'CHG 4711', '4711', 'OPS-12', 'chg_7/b'])('%j is the number of a change', (text) => {
  expect(readChangeNumber(text)).toBe(text)
})

test.each([
  ['TBD', 'is not the number of a change'],
  ['none', 'is not the number of a change'],
  ['n/a', 'is not the number of a change'],
  ['#N/A', 'is not the number of a change'],
  ['#MULTIVALUE', 'is not the number of a change'],
  ['#REF1', 'is not the number of a change'],
  ['see ticket 12 please', 'is not the number of a change'],
  ['CHG1, CHG2', 'names several changes'],
  ['CHG1 CHG2', 'names several changes'],
  ['CHG1;CHG2', 'names several changes'],
])('%j is none', (text, issue) => {
  const fault = readChangeNumber(text)
  expect(fault).toBeInstanceOf(Fault)
  expect((fault as Fault).issue).toBe(`"${text}" ${issue}`)
})

test.each([
  ['- Stop writers\n- Run the upgrade', { steps: ['Stop writers', 'Run the upgrade'] }],
  ['1. Stop writers\r\n2. Run the upgrade', { steps: ['Stop writers', 'Run the upgrade'] }],
  ['--Stop writers\n--Run', { steps: ['Stop writers', 'Run'] }],
  ['Step 1: Stop\nStep 2: Start', { steps: ['Stop', 'Start'] }],
  ['-- Only one thing', { steps: ['Only one thing'] }],
  ['At night:\n* Stop\n* Start', { description: 'At night:', steps: ['Stop', 'Start'] }],
  ['- Run this\n\nclear bgp\nshow bgp\n\n- Check', { steps: ['Run this\nclear bgp\nshow bgp', 'Check'] }],
  ['Fail over.\n\nThen reboot.', { description: 'Fail over.\n\nThen reboot.' }],
  ['Restore from the copy -5 minutes', { description: 'Restore from the copy -5 minutes' }],
  ['{"steps":["a"],"owner":{"name":"b"}}', { steps: ['a'], owner: { name: 'b' } }],
  ['["a","b"]', { steps: ['a', 'b'] }],
  ['{not json', { description: '{not json' }],
])('reads %j', (text, plan) => {
  expect(readPlan(text)).toEqual(plan)
})

test('an object stays as it is, in its own order, and a list becomes steps', () => {
  expect(JSON.stringify(readPlan({ z: 1, a: { b: null } }))).toBe('{"z":1,"a":{"b":null}}')
  expect(readPlan([{ step: 1 }])).toEqual({ steps: [{ step: 1 }] })
})

test('the display value of a ServiceNow field is read', () => {
  expect(readPlan({ display_value: '- a\n- b', value: '- a\n- b' })).toEqual({ steps: ['a', 'b'] })
})

test('a NUL character, which the database cannot store, is rejected', () => {
  expect(readPlan({ a: 'x\0' })).toHaveProperty('issue', 'contains a NUL character')
  expect(readPlan('x\0')).toHaveProperty('issue', 'contains a NUL character')
})

test('HTML becomes Markdown', () => {
  const html =
    '<h2>Cause</h2><p>The <b>window</b> was&nbsp;short &amp; late.<br/>See <a href="https://example.org">this</a>.</p>' +
    '<ul><li>One</li><li><em>Two</em></li></ul><script>alert(1)</script><!-- gone -->'
  expect(readMarkdown(html)).toBe(
    '## Cause\n\nThe **window** was short & late.\nSee [this](https://example.org).\n\n- One\n- *Two*',
  )
})

test.each([
  [
    '<p>Fewer <b>failed</b> payments:<br>A &lt; 2 %</p><ul><li>One</li><li>Two</li></ul>',
    'Fewer failed payments:\nA < 2 %\n\n- One\n- Two',
  ],
  ['&#60;p&#62;From 3 to 1 &#38;amp; less&#60;/p&#62;', 'From 3 to 1 & less'],
  ['&lt;div&gt;Slow&lt;/div&gt;', 'Slow'],
  ['The tag <p> is refused; a < b', 'The tag <p> is refused; a < b'],
  ['<https://example.org>', '<https://example.org>'],
])('%s reads as the text that it shows', (html, shown) => {
  expect(withoutTags(html)).toBe(shown)
  expect(withoutTags(shown)).toBe(shown)
})

test('a plan in HTML has its list as steps', () => {
  expect(readPlan('<p>Order:</p><ol><li>Stop</li><li>Start</li></ol>')).toEqual({
    description: 'Order:',
    steps: ['Stop', 'Start'],
  })
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

test.each([
  ['9.99', 9.99],
  ['9,99', 9.99],
  ['9', 9],
  ['0', 0],
  ['0.5', 0.5],
  ['0.500', 0.5],
  ['1234.500', 1234.5],
  ['1.234,50', 1234.5],
  ['1,234.50', 1234.5],
  ['1,234', 1234],
  ['1.234.567', 1_234_567],
  ['12.345.678,90', 12_345_678.9],
  ['1 234,50 kr', 1234.5],
  ['1\u00a0234,50', 1234.5],
  ["1'234.50", 1234.5],
  ['€ 9.99', 9.99],
  ['9,99 €', 9.99],
  ['EUR 9.99', 9.99],
  ['$1,234.50', 1234.5],
  ['US$ 5', 5],
  ['kr. 5', 5],
  ['5 EUR', 5],
  [249.5, 249.5],
  [1234, 1234],
])('reads %j as %d', (cell, price) => {
  expect(readPrice(cell)).toBe(price)
})

test.each([
  ['9.999', '"9.999" is either 9999 or has three decimals: write 9999.00'],
  ['0.125', '"0.125" has more than two decimals'],
  ['1234.5678', '"1234.5678" has more than two decimals'],
  [9.999, '"9.999" has more than two decimals'],
  [0.1 + 0.2, '"0.30000000000000004" has more than two decimals'],
  [1e21, '"1e+21" is not a price'],
  ['-5', 'must not be negative'],
  [-0.5, 'must not be negative'],
  ['free', '"free" is not a price'],
  ['x9.99x', '"x9.99x" is not a price'],
  ['€ 5 €', '"€ 5 €" is not a price'],
  ['EUR', '"EUR" is not a price'],
  ['1,23,4', '"1,23,4" is not a price'],
  ['12.34.56', '"12.34.56" is not a price'],
  ['1 2 3 4 5 6 7 8 9 0 1 2 3', 'must have at most 12 digits before the point'],
  ['=1+1', '"=1+1" is not a price'],
  [{ amount: 1 }, 'is an object where text is expected'],
])('rejects %j', (cell, issue) => {
  expect(readPrice(cell)).toEqual(new Fault(issue))
})
