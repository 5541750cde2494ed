import { expect, test } from 'vitest'
import { importContent, provideDatabases } from './testing-import.ts'

const { open } = provideDatabases()

const entries = async (id?: string) =>
  (
    await open().pool.query(
      `select actor_kind, actor_name, action, entity_type, entity_id, changes from audit_events
       where entity_type <> 'import' and ($1::text is null or request_id = $1) order by id`,
      [id],
    )
  ).rows

/** Names that the feed of events finds beside the changes, whose values may be long. */
const listNames = async (id: string) =>
  (await open().pool.query('select changed_fields as names from audit_events where request_id = $1 order by id', [id]))
    .rows

const byImport = { actor_kind: 'import', actor_name: 'Import' }

test('each record that an import inserts or updates has its entry, with the fields that changed', async () => {
  const header = 'number,title,state,actual_end,affected_services\n'
  const first = await importContent(open(), 'changes', `${header}CHG1,One,scheduled,,"a,b"\nCHG2,Two,closed,,a\n`)
  const created = { ...byImport, action: 'create', entity_type: 'change', changes: {} }
  expect(await entries(first.id)).toEqual([
    { ...created, entity_id: 'CHG1' },
    { ...created, entity_id: 'CHG2' },
  ])

  const rows = `CHG1,One,closed,2026-02-28T23:59:59Z,"a,b,c"\nCHG2,Two,closed,,a\nCHG3,Three,new,,\n`
  const second = await importContent(open(), 'changes', `${header}${rows}`)
  const names = ['state', 'affected_services', 'actual_end', 'awaits_decision']
  expect(await listNames(second.id)).toContainEqual({ names })
  expect(await entries(second.id)).toEqual([
    {
      ...byImport,
      action: 'update',
      entity_type: 'change',
      entity_id: 'CHG1',
      changes: {
        state: { from: 'scheduled', to: 'closed' },
        affected_services: { from: ['a', 'b'], to: ['a', 'b', 'c'] },
        actual_end: { from: null, to: '2026-02-28T23:59:59.000Z' },
        awaits_decision: { from: false, to: true },
      },
    },
    { ...created, entity_id: 'CHG3' },
  ])
})

test('an unknown change that an incident names has an entry for its stub', async () => {
  const row = 'number,opened_at,related_change\nINC1,2026-01-01T00:00:00Z,CHG9\n'
  const { id } = await importContent(open(), 'incidents', row)
  expect(await entries(id)).toEqual([
    { ...byImport, action: 'create', entity_type: 'incident', entity_id: 'INC1', changes: {} },
    { ...byImport, action: 'create', entity_type: 'change', entity_id: 'CHG9', changes: {} },
  ])
})

test('an import of an earlier import does not count as an edit', async () => {
  const header = 'number,title,state,pir_outcome\n'
  await importContent(open(), 'changes', `${header}CHG1,One,closed,successful\n`)
  const { kept, updated } = await importContent(open(), 'changes', `${header}CHG1,One,closed,failed\n`)
  expect({ kept, updated }).toEqual({ kept: 0, updated: 1 })
})
