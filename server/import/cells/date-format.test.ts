import { expect, test } from 'vitest'
import { createDateReading } from '#server/import/testing.ts'
import { findDateFormat, readMoment } from './moment.ts'

const read = (format: string, text: string) =>
  readMoment(text, { ...createDateReading('UTC'), format: findDateFormat(format) })

test.each([
  ['dd-MM-yyyy HH:mm', '03-04-2016 01:16', '2016-04-03T01:16:00.000Z'],
  ['M/d/yyyy h:mm a', '4/3/2016 1:16 PM', '2016-04-03T13:16:00.000Z'],
  ['dd.MM.yy', '03.04.16', '2016-04-03T00:00:00.000Z'],
  ['dd.MM.yy', '03.04.99', '1999-04-03T00:00:00.000Z'],
  ['dd MMM yyyy', '03 Apr 2016', '2016-04-03T00:00:00.000Z'],
  ["yyyy-MM-dd'T'HH:mm:ss.SSSXXX", '2016-04-03T01:16:30.500+01:00', '2016-04-03T00:16:30.500Z'],
  ['yyyyMMdd', '20160403', '2016-04-03T00:00:00.000Z'],
])('%s reads %s', (format, text, moment) => {
  expect(read(format, text)).toBe(moment)
})

test('text in another format is rejected', () => {
  expect(read('dd-MM-yyyy', '2016-04-03')).toHaveProperty(
    'issue',
    '"2016-04-03" is not a date in the format of the mapping',
  )
})

test.each([
  ['dd.MM.yyyy', '03-04-2016'],
  ["yyyy-MM-dd'.*'", '2016-04-03 and more'],
])('%s treats regular expression characters literally: not %s', (format, text) => {
  expect(read(format, text)).toHaveProperty('issue')
})

test.each(["yyyy-MM-dd '('", "yyyy-MM-dd '(a+)+$'"])('%s is accepted as a literal', (format) => {
  const text = format.replace('yyyy-MM-dd', '2016-04-03').replaceAll("'", '')
  expect(read(format, text)).toBe('2016-04-03T00:00:00.000Z')
})

test.each(['dd-MM', 'HH:mm', 'dd-MM-yyyy dd', 'day', '', "dd-MM-yyyy 'open"])('%j is not a valid format', (format) => {
  expect(findDateFormat(format)).toBeUndefined()
})
