import { expect, test } from 'vitest'
import { readChangeNumber } from './change-number.ts'
import { Fault } from './text.ts'

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
