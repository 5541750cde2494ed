import { expect, test } from 'vitest'
import { chooseOrder, noEvidence, observeDate } from './date-evidence.ts'

function evidenceOf(...cells: unknown[]) {
  const evidence = noEvidence()
  for (const cell of cells) observeDate(evidence, cell)
  return evidence
}

const choose = (own: string[], ...others: string[][]) =>
  chooseOrder(
    'Opened',
    evidenceOf(...own),
    others.map((cells) => evidenceOf(...cells)),
  )

test('a number above 12 can only be the day', () => {
  expect(choose(['03-04-2016', '29-02-2016 01:16'])).toEqual({
    order: 'day-first',
    remark: 'Opened: dates such as "29-02-2016 01:16" are read day first.',
  })
  expect(choose(['3/4/2016', '2/29/2016'])).toMatchObject({ order: 'month-first' })
})

test('a column without evidence follows the others', () => {
  expect(choose(['03-04-2016'], ['02-29-2016'])).toEqual({
    order: 'month-first',
    remark: 'Opened: dates such as "03-04-2016" are read month first, as in the other columns.',
  })
})

test('without any evidence the order is assumed and reported', () => {
  expect(choose(['03-04-2016'], ['04-05-2016'])).toEqual({
    order: 'day-first',
    remark:
      'Opened: dates such as "03-04-2016" fit both orders and are assumed to be day first; if they are not, set the format in a mapping.',
  })
  expect(choose(['03/04/2016 1:16 PM'])).toMatchObject({ order: 'month-first' })
})

test('with evidence for both orders the more frequent one counts, and the exceptions are reported', () => {
  expect(choose(['29-02-2016', '28-02-2016', '02-29-2016']).remark).toContain('though 1 of the dates examined fit only')
})

test('other formats need no choice', () => {
  expect(chooseOrder('Opened', evidenceOf('2016-02-29', 7, null, ''), [])).toEqual({ order: 'day-first' })
})
