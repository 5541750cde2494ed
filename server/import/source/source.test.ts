import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { digestRow, foldColumnName } from './source.ts'

test.each([
  ['Opened At', 'opened_at'],
  ['openedAt', 'opened_at'],
  ['sys_created_on', 'sys_created_on'],
  ['E-Mail', 'e_mail'],
  ['  CI / Service ', 'ci_service'],
  ['address.postalCode', 'address.postal_code'],
  ['KBNumber', 'kbnumber'],
  ['Größe', 'größe'],
])('%j is %s', (name, folded) => {
  expect(foldColumnName(name)).toBe(folded)
})

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

test.each([
  [['CHG1', 'a "b"', 'é\n€'], '["CHG1","a \\"b\\"","é\\n€"]'],
  [{ number: 'CHG1', '10': 1, '9': 2 }, '{"10":1,"9":2,"number":"CHG1"}'],
  [{ b: [{ d: null, c: true }, 1e21, -0, 0.1], a: {} }, '{"a":{},"b":[{"c":true,"d":null},1e+21,0,0.1]}'],
  [{ '\u{1f600}': 1, '\ufb33': 2 }, '{"\u{1f600}":1,"\ufb33":2}'],
  [{ 'half \ud800': ['\ud800'] }, '{"half \ufffd":["\ufffd"]}'],
  [['half \ud800'], '["half \ufffd"]'],
])('the digest of %j is that of its canonical JSON', (row, canonical) => {
  expect(digestRow(row)).toBe(sha256(canonical))
})
