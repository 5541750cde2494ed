import { expect, test } from 'vitest'
import { addDate, askDateOrder, chooseOrder, createDates } from './questions.ts'

function collect(...cells: unknown[]) {
  const dates = createDates()
  for (const cell of cells) addDate(dates, cell)
  return dates
}
const choose = (...cells: string[]) => chooseOrder(collect(...cells), undefined).order

test('a number above 12 can only be the day', () => {
  expect(choose('03-04-2016', '29-02-2016 01:16')).toBe('day-first')
  expect(choose('3/4/2016', '2/29/2016')).toBe('month-first')
})

test.each([
  ['all dates fit both orders', ['03-04-2016', '04-05-2016 1:16 PM']],
  ['dates contradict each other', ['26/03/2026', '03/26/2026', '25/03/2026']],
  ['a year of two digits may be the first number', ['26/05/10', '26/5/26']],
])('an order is asked where %s, and the stated one counts', (_, cells) => {
  const dates = collect(...cells)
  expect(chooseOrder(dates, undefined).order).toBeUndefined()
  expect(askDateOrder(new Map([['Opened', dates]]), undefined)).toMatchObject({ columns: ['Opened'] })
  expect(askDateOrder(new Map([['Opened', dates]]), 'month-first')).toBeNull()
  expect(chooseOrder(dates, 'month-first')).toEqual({ order: 'month-first', hasShortYears: true })
})

test.each([
  ['dates have another form', '2016-02-29', 7, null, ''],
  ['both numbers are the same', '03-03-2026'],
])('nothing is asked where %s', (_, ...cells) => {
  expect(askDateOrder(new Map([['Opened', collect(...cells)]]), undefined)).toBeNull()
})

test('a column that shows its order needs no answer, whatever is stated', () => {
  expect(chooseOrder(collect('10/15/26 9:14'), 'day-first')).toEqual({ order: 'month-first', hasShortYears: true })
  expect(chooseOrder(collect('29-02-2016'), 'month-first')).toEqual({ order: 'day-first', hasShortYears: false })
})
