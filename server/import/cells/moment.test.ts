import { expect, test } from 'vitest'
import { createDateReading } from '#server/import/testing.ts'
import { findDateFormat, readDay, readMoment } from './moment.ts'
import { Fault } from './text.ts'

const dayFirst = createDateReading('UTC')
const monthFirst = createDateReading('UTC', 'month-first')
const copenhagen = createDateReading('Europe/Copenhagen')

test.each([
  ['29-02-2016 01:16', '2016-02-29T01:16:00.000Z'],
  ['03/04/2016 9:05:07', '2016-04-03T09:05:07.000Z'],
  ['3.4.2016', '2016-04-03T00:00:00.000Z'],
  ['2016-02-29', '2016-02-29T00:00:00.000Z'],
  ['2016-02-29 01:16:00', '2016-02-29T01:16:00.000Z'],
  ['2016/02/29 01:16', '2016-02-29T01:16:00.000Z'],
  ['2016-02-29T01:16:00.25Z', '2016-02-29T01:16:00.250Z'],
  ['2016-02-29T01:16:00.123456789+02:00', '2016-02-28T23:16:00.123Z'],
  ['2016-02-29T01:16:00-0330', '2016-02-29T04:46:00.000Z'],
  ['2016-02-29T01:16:00+14:00', '2016-02-28T11:16:00.000Z'],
  ['2016-02-29 01:16 UTC', '2016-02-29T01:16:00.000Z'],
  ['29 Feb 2016 01:16', '2016-02-29T01:16:00.000Z'],
  ['29-Feb-2016', '2016-02-29T00:00:00.000Z'],
  ['Monday, 29 February 2016', '2016-02-29T00:00:00.000Z'],
  ['Feb 29, 2016 1:16 PM', '2016-02-29T13:16:00.000Z'],
  ['05/Mar/26 9:14 AM', '2026-03-05T09:14:00.000Z'],
  ['05-Mär-26 21:14', '2026-03-05T21:14:00.000Z'],
  ['3 août 2026 09:14', '2026-08-03T09:14:00.000Z'],
  ['14 dic. 2026', '2026-12-14T00:00:00.000Z'],
  ['2026-07-01 12:00 CEST', '2026-07-01T10:00:00.000Z'],
  ['2026-01-01 12:00:00 EST', '2026-01-01T17:00:00.000Z'],
  ['01.07.2026 12:00 PST', '2026-07-01T20:00:00.000Z'],
  ['2026-07-01 12:00 (GMT+2)', '2026-07-01T10:00:00.000Z'],
  ['2026-07-01 12:00 UTC-05:30', '2026-07-01T17:30:00.000Z'],
  ['2026-07-01 12:00 +2', '2026-07-01T10:00:00.000Z'],
  ['September 3rd, 2016', '2016-09-03T00:00:00.000Z'],
  ['1456708560', '2016-02-29T01:16:00.000Z'],
  ['1456708560.25', '2016-02-29T01:16:00.250Z'],
  ['1456708560123', '2016-02-29T01:16:00.123Z'],
  ['42429', '2016-02-29T00:00:00.000Z'],
  ['42429.0527777778', '2016-02-29T01:16:00.000Z'],
  ['42429,5', '2016-02-29T12:00:00.000Z'],
])('reads %j', (text, moment) => {
  expect(readMoment(text, dayFirst)).toBe(moment)
})

test('numbers of seconds are UTC in any zone, days of a spreadsheet are local', () => {
  expect(readMoment('1456708560', copenhagen)).toBe('2016-02-29T01:16:00.000Z')
  expect(readMoment('42429.5', copenhagen)).toBe('2016-02-29T11:00:00.000Z')
})

test('the order decides which of two numbers is the day', () => {
  expect(readMoment('03-04-2016 12:30 AM', monthFirst)).toBe('2016-03-04T00:30:00.000Z')
  expect(readMoment('12/31/2016 12:30 PM', monthFirst)).toBe('2016-12-31T12:30:00.000Z')
})

test.each([
  ['30-02-2016 01:16', 'is not a date that exists'],
  ['29-02-2015', 'is not a date that exists'],
  ['2016-13-01', 'is not a date that exists'],
  ['2016-01-01 24:00', 'is not a date that exists'],
  ['0016-01-01', 'is outside the years 1970 to 2100'],
  ['1900-01-01', '"1900-01-01" is outside the years 1970 to 2100'],
  ['31/12/9999 23:59', 'is outside the years 1970 to 2100'],
  ['2016-01-01T10:00:00+25:00', 'is not a date that exists'],
  ['2016-01-01T10:00:00-14:30', 'is not a date that exists'],
  ['2016-01-01T10:00:00+01:60', 'is not a date that exists'],
  ['29-02-16', 'has a year of two digits, and nothing in the file shows which number is which'],
  ['10/15/26 15:04', 'has a year of two digits'],
  ['2026-07-01 12:00 CST', 'names the zone CST, which may be American or Chinese; write the offset, such as +01:00'],
  ['2026-07-01 12:00 XYZ', 'is not a date in a known format'],
  ['3 jui 2026', 'is not a date in a known format'],
  ['13:16 PM', 'is not a date in a known format'],
  ['01/02/2016 13:00 PM', 'is not a date in a known format'],
  ['12345', 'is not a date in a known format'],
  ['145670856', 'is not a date in a known format'],
  ['soon', 'is not a date in a known format'],
  ['29 Febtember 2016', 'is not a date in a known format'],
])('rejects %j', (text, issue) => {
  const read = readMoment(text, dayFirst)
  expect(read).toBeInstanceOf(Fault)
  expect((read as Fault).issue).toContain(issue)
})

test('a time without a zone is in the requested zone; one with a zone is not', () => {
  expect(readMoment('01-07-2016 12:00', copenhagen)).toBe('2016-07-01T10:00:00.000Z')
  expect(readMoment('01-01-2016 12:00', copenhagen)).toBe('2016-01-01T11:00:00.000Z')
  expect(readMoment('2016-07-01T12:00:00Z', copenhagen)).toBe('2016-07-01T12:00:00.000Z')
})

test('stored values of ServiceNow are in UTC, whatever they display and whatever the zone', () => {
  const cell = { display_value: '2015-07-06 11:56:04', value: '2015-07-06 18:56:04' }
  expect(readMoment(cell, copenhagen)).toBe('2015-07-06T18:56:04.000Z')
})

test('a day ignores the time', () => {
  expect(readDay('9/3/2026 23:59', dayFirst)).toBe('2026-03-09')
  expect(readDay('2026-02-30', dayFirst)).toBeInstanceOf(Fault)
})

test('dates with a year of two digits are read where the file shows which number is which', () => {
  const dateOrder = { ...monthFirst, hasShortYears: true }
  expect(readMoment('10/5/26 15:04', dateOrder)).toBe('2026-10-05T15:04:00.000Z')
  expect(readMoment('10/5/26 3:04 PM', dateOrder)).toBe('2026-10-05T15:04:00.000Z')
  expect(readMoment('13/5/26 3:04 PM', dateOrder)).toBeInstanceOf(Fault)
})

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
