import type { Readable } from 'node:stream'
import { parse } from 'csv-parse/sync'
import { readSheet } from 'read-excel-file/node'
import { expect, test, vi } from 'vitest'
import type { ApiRequest } from '#server/platform/http/api-request.ts'
import type { HandlerResult } from '#server/platform/http/response.ts'
import { log } from '#server/platform/log/log.ts'
import { formatNested, type PageStart, readWholeList, streamWholeList } from './whole-list.ts'

const member = 'result'
const fields = ['number', 'title', 'services', 'plan', 'isOpen', 'count', 'end']
const dates = { opened: 'moment', due: 'day' } as const
const shape = { member, fields: [...fields, 'opened', 'due'], dates }

function listFor(accept: string | null, search = '') {
  const headers = { get: () => accept }
  return readWholeList(shape, { headers, target: { pathname: '/changes', search } } as unknown as ApiRequest)
}

test.each([
  [null, null],
  ['*/*', null],
  ['application/json', null],
  ['text/html,application/xhtml+xml,*/*;q=0.8', null],
  ['text/csv;q=0.4, application/json', null],
  ['text/csv', 'csv'],
  ['application/x-ndjson', 'ndjson'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'],
  ['application/json;q=0.5, text/csv', 'csv'],
])('for Accept: %s it returns %s', (accept, format) => {
  expect(listFor(accept)?.format ?? null).toBe(format)
})

test.each(['page', 'limit', 'cursor'])('rejects %s, which would return a part', (name) => {
  expect(() => listFor('text/csv', `?${name}=2`)).toThrow('whole list')
  expect(listFor('application/json', `?${name}=2`)).toBeNull()
})

const record = {
  number: 'CHG1',
  title: '=HYPERLINK("http://x", "a")',
  services: ['a', 'b, "c"'],
  plan: { steps: ['one\ntwo'] },
  isOpen: false,
  count: 0,
  end: null,
}
const services = 'a; "b, ""c"""'
const makePage = (number: string, next: string | null): HandlerResult<unknown> => ({
  body: { result: [{ ...record, number }], total_count: 2 },
  paging: { page: 1, limit: 1, total: 2, next },
})

async function readText(format: 'csv' | 'ndjson', readPage: Parameters<typeof streamWholeList>[2]) {
  const { body, headers } = await streamWholeList({ format, member, fields, dates }, '/api/itsm/v1/changes', readPage)
  const parts: string[] = []
  for await (const part of body as AsyncIterable<Buffer | string>) parts.push(String(part))
  return { text: parts.join(''), headers }
}

const twoPages = async ({ cursor }: PageStart) =>
  cursor === undefined ? makePage('CHG1', 'after 1') : makePage(`CHG2 ${cursor}`, null)

test('writes CSV with a header, lists for readers, other nested values as JSON and no formula', async () => {
  const { text, headers } = await readText('csv', twoPages)
  const first = ['CHG1', `'${record.title}`, services, JSON.stringify(record.plan), 'false', '0', '']
  expect(parse(text)).toEqual([fields, first, ['CHG2 after 1', ...first.slice(1)]])
  expect(text).toMatch(/^number,title,services,plan,isOpen,count,end\r\n/)
  expect(headers['Content-Disposition']).toBe('attachment; filename="changes.csv"')
})

test('writes a workbook with numbers and dates as such, and text that is never a formula', async () => {
  const moments = { opened: '2026-03-01T03:31:00.000Z', due: '2026-03-16' }
  const long = { ...record, ...moments, end: 'x'.repeat(40_000) }
  const old = { ...record, number: 'A\u0000', opened: '1066-10-14T09:00:00.000Z', due: null }
  const { body, headers } = await streamWholeList({ ...shape, format: 'xlsx' }, '/changes', async () => ({
    body: { result: [long, old] },
    paging: { page: 1, limit: 2, total: 2, next: null },
  }))
  expect(headers['Content-Disposition']).toBe('attachment; filename="changes.xlsx"')
  const rows = await readSheet(Buffer.concat(await (body as Readable).toArray()))
  const plan = JSON.stringify(record.plan)
  expect(rows).toEqual([
    [...fields, 'opened (UTC)', 'due'],
    [
      'CHG1',
      record.title,
      services,
      plan,
      false,
      0,
      `${'x'.repeat(32_766)}…`,
      new Date(moments.opened),
      new Date('2026-03-16T00:00:00.000Z'),
    ],
    ['A\u0000', record.title, services, plan, false, 0, null, old.opened, null],
  ])
})

test('rejects more records than a sheet holds', async () => {
  const full = streamWholeList({ ...shape, format: 'xlsx' }, '/changes', async () => ({
    body: { result: [] },
    paging: { page: 1, limit: 1000, total: 1_048_576, next: 'more' },
  }))
  await expect(full).rejects.toThrow('1,048,576 records: a sheet holds 1,048,575')
})

test('reads the next page only when the client reads on', async () => {
  const readPage = vi.fn(async ({ cursor }: PageStart) => makePage('CHG1', `${cursor}.`))
  const { body } = await streamWholeList({ format: 'ndjson', member, fields, dates }, '/changes', readPage)
  await new Promise(setImmediate)
  expect(readPage).toHaveBeenCalledTimes(1)
  const reader = (body as AsyncIterable<string>)[Symbol.asyncIterator]()
  for (let read = 0; read < 100; read += 1) await reader.next()
  expect(readPage.mock.calls.length).toBeLessThan(130)
  await reader.return?.()
})

test('throws before the response when the first page fails, and breaks the stream off at a later one', async () => {
  const logged = vi.spyOn(log, 'error').mockImplementation(() => {})
  const fail = async () => Promise.reject(new Error('away'))
  await expect(readText('csv', fail)).rejects.toThrow('away')
  expect(logged).not.toHaveBeenCalled()
  const failLater = async ({ cursor }: PageStart) => (cursor === undefined ? makePage('CHG1', 'next') : fail())
  await expect(readText('csv', failLater)).rejects.toThrow('away')
  expect(logged).toHaveBeenCalledOnce()
})

const reason = { rule_id: 'rule_overrun', rule: 'Over its window', text: 'Ended 20 minutes after the planned end' }

test.each([
  [['payments-db', 'payments-api'], 'payments-db; payments-api'],
  [[], ''],
  [[reason], 'Over its window: Ended 20 minutes after the planned end'],
  [
    [reason, { ...reason, rule: 'Mine; yours', text: 'x' }],
    'Over its window: Ended 20 minutes after the planned end; "Mine; yours: x"',
  ],
  [{ steps: ['one'] }, '{"steps":["one"]}'],
  [[{ steps: ['one'] }], '[{"steps":["one"]}]'],
])('%j is the cell %s', (value, cell) => {
  expect(formatNested(value)).toBe(cell)
})
