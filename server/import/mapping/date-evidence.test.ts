import { expect, test } from 'vitest'
import { chooseOrder, createEvidence, observeDate } from './date-evidence.ts'

function collectEvidence(...cells: unknown[]) {
  const evidence = createEvidence()
  for (const cell of cells) observeDate(evidence, cell)
  return evidence
}

const choose = (columnCells: string[], ...others: string[][]) =>
  chooseOrder(
    'Opened',
    collectEvidence(...columnCells),
    others.map((cells) => collectEvidence(...cells)),
  )

test('a number above 12 can only be the day', () => {
  expect(choose(['03-04-2016', '29-02-2016 01:16'])).toEqual({
    order: 'day-first',
    hasShortYears: false,
    remark: 'Opened: dates such as "29-02-2016 01:16" are read day first.',
  })
  expect(choose(['3/4/2016', '2/29/2016'])).toMatchObject({ order: 'month-first' })
})

test('a column without evidence follows the others', () => {
  expect(choose(['03-04-2016'], ['02-29-2016'])).toEqual({
    order: 'month-first',
    hasShortYears: false,
    remark: 'Opened: dates such as "03-04-2016" are read month first, as in the other columns.',
  })
})

test('without any evidence the order is assumed and reported', () => {
  expect(choose(['03-04-2016'], ['04-05-2016'])).toEqual({
    order: 'day-first',
    hasShortYears: false,
    remark:
      'Opened: dates such as "03-04-2016" fit both orders and are assumed to be day first; if they are not, set the format in a mapping.',
  })
  expect(choose(['03/04/2016 1:16 PM'])).toMatchObject({ order: 'month-first' })
})

test('with evidence for both orders the more frequent one counts, and the exceptions are reported', () => {
  expect(choose(['29-02-2016', '28-02-2016', '02-29-2016']).remark).toContain('though 1 of the dates examined fit only')
})

test('with as much evidence for both orders the remark names a date of each', () => {
  const { order, remark } = choose(['26/03/2026', '03/26/2026', '01/02/2026'])
  expect(order).toBe('day-first')
  expect(remark).toContain('fit only day first, such as "26/03/2026", as fit only month first, such as "03/26/2026"')
  expect(remark).not.toContain('fit both orders')
})

test.each([
  ['the middle number is no month', ['10/15/26 9:14'], 'month-first', true],
  ['the first number varies more than the last', ['10/5/26', '26/5/26'], 'day-first', true],
  ['one date could begin with the year', ['26/05/10'], 'day-first', false],
  ['the first number varies less, as a year does', ['26/05/10', '26/05/11'], 'day-first', false],
  ['nothing shows the day', ['10/5/26', '11/5/26'], 'day-first', false],
] as const)('a year of two digits: %s', (_, dates, order, hasShortYears) => {
  expect(choose([...dates])).toMatchObject({ order, hasShortYears })
})

test('other formats need no choice', () => {
  expect(chooseOrder('Opened', collectEvidence('2016-02-29', 7, null, ''), [])).toEqual({
    order: 'day-first',
    hasShortYears: false,
  })
})
