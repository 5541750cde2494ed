import { expect, test } from 'vitest'
import { getChange } from '#server/changes/queries.ts'
import { getImprovement } from '#server/improvements/queries.ts'
import { insertChange } from '#server/reviews/testing.ts'
import { importContent, noCounts, pickCounts, provideDatabases } from './testing-import.ts'

const { open, context } = provideDatabases()

const reviewsFile = `PIR,Change,Outcome,Reviewed on
PIR-7,CHG1,Successful with issues,03-02-2024
PIR-8,CHG2,Backed out,28-02-2024
PIR-9,CHG3,Marvellous,01-03-2024
`

test('results of old reviews become review fields of their changes, unknown ones as stubs', async () => {
  await insertChange(open().db, 'CHG1')
  const summary = await importContent(open(), 'reviews', reviewsFile)
  expect(pickCounts(summary)).toMatchObject({ inserted: 1, updated: 1, refused: 1 })
  expect(summary.refusals[0]?.reason).toContain('"Marvellous" is not one of')
  expect(await getChange(context(), 'CHG1')).toMatchObject({
    title: 'Change CHG1',
    state: 'review',
    risk: 'high',
    is_stub: false,
    pir_completed: true,
    pir_reference: 'PIR-7',
    pir_outcome: 'successful_with_issues',
    pir_date: '2024-02-03',
  })
  expect(await getChange(context(), 'CHG2')).toMatchObject({
    title: 'Unknown change CHG2',
    state: 'closed',
    is_stub: true,
    pir_completed: true,
    pir_outcome: 'failed',
    pir_date: '2024-02-28',
  })
  const again = await importContent(open(), 'reviews', reviewsFile)
  expect(pickCounts(again)).toMatchObject({ inserted: 0, updated: 0, unchanged: 2 })
})

const actionsFile = `Action ID,Action,Assigned to,Due date,Status,Closed at,PIR
A-1,Rehearse on a copy,ada@example.org,2024-05-01,Completed,2024-04-20T10:00:00Z,PIR-7
A-2,Add a check,Ada Nobody,2030-01-01,In progress,,Audit 2024
`

test('old improvement actions are imported with their state, and done ones have evidence', async () => {
  const summary = await importContent(open(), 'improvements', actionsFile)
  expect(pickCounts(summary)).toEqual({ ...noCounts, inserted: 2 })
  expect(await getImprovement(context(), 'A-1')).toMatchObject({
    status: 'done',
    evidence: 'Done before it was imported.',
    done_at: '2024-04-20T10:00:00.000Z',
    owner: 'ada@example.org',
    source_type: 'pir',
    source_ref: 'PIR-7',
    target_date: '2024-05-01',
  })
  expect(await getImprovement(context(), 'A-2')).toMatchObject({
    status: 'in_progress',
    evidence: null,
    done_at: null,
    owner: 'Ada Nobody',
    source_type: 'import',
  })
  expect(summary.remarks.join(' ')).toContain('Ada Nobody')
})
