import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { writeReportMarkdown } from '#lib/report/report-text.ts'
import { provideTestDatabase, readRows } from '#server/platform/db/testing.ts'
import { createContext, henrike, insertAccount, insertChange, paolo } from '#server/reviews/testing.ts'
import { changes } from '#server/schema/changes.ts'
import { conclusions } from '#server/schema/former-states.ts'
import { auditEvents } from '#server/schema/history.ts'
import { getWorklist } from '#server/worklist/queries.ts'
import { listConclusions, loadQuarter, signConclusion, writeConclusion } from './conclusions.ts'

const database = provideTestDatabase({ empty: [conclusions, changes, auditEvents] })
const quarter = '2026-Q3'
const as = (person = henrike) => createContext(database.db, person, '2026-10-02T10:00:00.000Z')
const readText = async () => writeReportMarkdown((await loadQuarter(as(), quarter)).report, 'UTC')
const twin = { ...henrike, id: 'acc_twin', email: 'h.vos@partner.example' }

beforeEach(() =>
  insertChange(database.db, 'CHG1', {
    state: 'closed',
    actualEnd: '2026-08-01T10:00:00.000Z',
    pirCompleted: true,
    pirOutcome: 'failed',
  }),
)

test('the figures of a quarter stay as they were when it was concluded, and a second manager signs both', async () => {
  expect(await readText()).toContain('1 of 1')
  const { version } = await writeConclusion(as(), quarter, 'Too many **failed**.')
  await database.db.update(changes).set({ actualEnd: '2026-05-01T10:00:00.000Z' }).where(eq(changes.number, 'CHG1'))
  expect(await readText()).toMatch(/1 of 1.*Too many \*\*failed\*\*\..*Not signed yet/s)
  await insertAccount(database.db, henrike)
  await insertAccount(database.db, twin)
  for (const author of [henrike, twin])
    await expect(signConclusion(as(author), quarter)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(signConclusion(as(paolo), quarter, [version + 1])).rejects.toMatchObject({ code: 'precondition_failed' })
  expect(await signConclusion(as(paolo), quarter, [version])).toMatchObject({ edition: 1, signed_by: paolo.email })
  await expect(signConclusion(as(paolo), quarter)).rejects.toMatchObject({ code: 'conflict' })
  const history = await readRows(database.db, auditEvents, { entityType: 'conclusion', entityId: quarter })
  expect(history.map(({ action }) => action)).toEqual(['create', 'update'])
})

test('what is written after a signature is another edition, and the signed one stays', async () => {
  await writeConclusion(as(), quarter, 'First words.')
  await writeConclusion(as(paolo), quarter, 'First words, edited.')
  await expect(signConclusion(as(), quarter)).rejects.toMatchObject({ code: 'forbidden' })
  const third = { ...paolo, id: 'acc_third', name: 'Ines Sol', email: 'ines@hindsight.example' }
  await insertAccount(database.db, paolo)
  const listWaiting = async (person: typeof henrike) => (await getWorklist(as(person))).confirmations
  for (const nobody of [henrike, paolo, twin, { ...third, role: 'reviewer' as const }])
    expect(await listWaiting(nobody)).toEqual({ total_count: 0, entries: [] })
  expect(await listWaiting(third)).toMatchObject({
    total_count: 1,
    entries: [{ kind: 'conclusion', id: quarter, written_by: paolo.name }],
  })
  await signConclusion(as(third), quarter)
  expect((await listWaiting(third)).total_count).toBe(0)
  expect(await writeConclusion(as(), quarter, 'Second thoughts.')).toMatchObject({ edition: 2, signed_at: null })
  expect(await readText()).toMatch(/Second thoughts\..*Edition 1.*First words, edited\./s)
  expect(await listConclusions(as())).toMatchObject([{ quarter, edition: 2 }])
})

test('a quarter that is not over cannot be concluded', async () => {
  await expect(writeConclusion(as(), '2026-Q4', 'Early.')).rejects.toMatchObject({
    code: 'conflict',
    message: 'Q4 2026 ends on 2026-12-31: conclude it after that.',
  })
})
