import { expect, test } from 'vitest'
import { foldColumnName } from './source.ts'

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
