import { parse } from 'csv-parse/sync'
import { expect, it, vi } from 'vitest'
import type { ApiRequest } from '#server/platform/http/api-request.ts'
import type { Reply } from '#server/platform/http/response.ts'
import { log } from '#server/platform/log/log.ts'
import { type PageStart, streamWholeList, wholeListOf } from './whole-list.ts'

const member = 'result'
const fields = ['number', 'title', 'services', 'plan', 'isOpen', 'count', 'end']

function listFor(accept: string | null, search = '') {
  const headers = { get: () => accept }
  return wholeListOf({ member, fields }, { headers, target: { pathname: '/changes', search } } as unknown as ApiRequest)
}

it.each([
  [null, null],
  ['*/*', null],
  ['application/json', null],
  ['text/html,application/xhtml+xml,*/*;q=0.8', null],
  ['text/csv;q=0.4, application/json', null],
  ['text/csv', 'text/csv'],
  ['application/x-ndjson', 'application/x-ndjson'],
  ['application/json;q=0.5, text/csv', 'text/csv'],
])('for Accept: %s it returns %s', (accept, type) => {
  expect(listFor(accept)?.type ?? null).toBe(type)
})

it.each(['page', 'limit', 'cursor'])('rejects %s, which would return a part', (name) => {
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
const pageOf = (number: string, next: string | null): Reply<unknown> => ({
  body: { result: [{ ...record, number }], total_count: 2 },
  paging: { page: 1, limit: 1, total: 2, next },
})

async function textOf(type: 'text/csv' | 'application/x-ndjson', readPage: Parameters<typeof streamWholeList>[2]) {
  const { body, headers } = await streamWholeList({ type, member, fields }, '/api/itsm/v1/changes', readPage)
  const parts: string[] = []
  for await (const part of body as AsyncIterable<Buffer | string>) parts.push(String(part))
  return { text: parts.join(''), headers }
}

const twoPages = async ({ cursor }: PageStart) =>
  cursor === undefined ? pageOf('CHG1', 'after 1') : pageOf(`CHG2 ${cursor}`, null)

it('writes CSV with a header, nested values as JSON and no formula', async () => {
  const { text, headers } = await textOf('text/csv', twoPages)
  const first = [
    'CHG1',
    `'${record.title}`,
    JSON.stringify(record.services),
    JSON.stringify(record.plan),
    'false',
    '0',
    '',
  ]
  expect(parse(text)).toEqual([fields, first, ['CHG2 after 1', ...first.slice(1)]])
  expect(text).toMatch(/^number,title,services,plan,isOpen,count,end\r\n/)
  expect(headers['Content-Disposition']).toBe('attachment; filename="changes.csv"')
})

it('writes each record as a line of JSON', async () => {
  const { text } = await textOf('application/x-ndjson', twoPages)
  const lines = text.trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toEqual([record, { ...record, number: 'CHG2 after 1' }])
})

it('reads a list without cursors by the number of the page', async () => {
  const { text } = await textOf('application/x-ndjson', async ({ page = 1 }) => ({
    body: { result: [{ ...record, number: `CHG${page}` }] },
    paging: { page, limit: 1, total: 3 },
  }))
  expect(text.match(/CHG\d/g)).toEqual(['CHG1', 'CHG2', 'CHG3'])
})

it('reads the next page only when the client reads on', async () => {
  const readPage = vi.fn(async ({ cursor }: PageStart) => pageOf('CHG1', `${cursor}.`))
  const { body } = await streamWholeList({ type: 'application/x-ndjson', member, fields }, '/changes', readPage)
  await new Promise(setImmediate)
  expect(readPage).toHaveBeenCalledTimes(1)
  const reader = (body as AsyncIterable<string>)[Symbol.asyncIterator]()
  for (let read = 0; read < 100; read += 1) await reader.next()
  expect(readPage.mock.calls.length).toBeLessThan(130)
  await reader.return?.()
})

it('throws before the response when the first page fails, and breaks the stream off at a later one', async () => {
  const logged = vi.spyOn(log, 'error').mockImplementation(() => {})
  const fail = async () => Promise.reject(new Error('away'))
  await expect(textOf('text/csv', fail)).rejects.toThrow('away')
  expect(logged).not.toHaveBeenCalled()
  const failLater = async ({ cursor }: PageStart) => (cursor === undefined ? pageOf('CHG1', 'next') : fail())
  await expect(textOf('text/csv', failLater)).rejects.toThrow('away')
  expect(logged).toHaveBeenCalledOnce()
  logged.mockRestore()
})
