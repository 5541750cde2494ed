import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import type { Report } from '#lib/report/report.ts'
import { renderInThread } from './render-in-thread.ts'

const frame = {
  organisation: 'Example Bank',
  logo: null,
  classification: 'Internal',
  madeFor: 'Noor Haddad',
  checkpoint: null,
}
const options = { frame, zone: 'UTC', now: new Date('2026-07-01T10:00:00Z'), origin: null }
const buildReport = (text: string): Report => ({
  kind: 'Post-implementation review PIR-1',
  title: 'Move the payments database',
  facts: [],
  parts: [{ kind: 'text', text }],
  closing: 'Reviewed by Noor Haddad.',
  at: '2026-03-01T08:00:00.000Z',
})

test('a long report is made beside the service, which goes on', async () => {
  let ticks = 0
  const timer = setInterval(() => {
    ticks += 1
  }, 20)
  const pdf = await renderInThread('acc_noor', { report: buildReport('It was late. '.repeat(2_000)), options })
  clearInterval(timer)
  expect(ticks).toBeGreaterThan(10)
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true })
  expect(text).toContain('Move the payments database')
}, 60_000)

test('one caller cannot have more made than may wait', async () => {
  const task = { report: buildReport('Short.'), options }
  const results = await Promise.allSettled(Array.from({ length: 25 }, () => renderInThread('acc_greedy', task)))
  const refused = results.filter((one) => one.status === 'rejected')
  expect(refused.length).toBeGreaterThan(0)
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'unavailable' })
  expect(results.some((one) => one.status === 'fulfilled')).toBe(true)
}, 120_000)
