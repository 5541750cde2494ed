import { expect, test } from 'vitest'
import { findPreset, listPresetMappings, recognisePreset } from './presets/find-preset.ts'
import { allTargets } from './targets/all-targets.ts'
import { importContent } from './testing-import.ts'
import { changes, csv, incidents, open, providePresets, read, tryPreset } from './testing-presets.ts'

providePresets()

test('Jira: changes with repeated headers and custom fields', async () => {
  const { unused } = await tryPreset(
    'Jira',
    'changes',
    csv(
      'Summary,Issue key,Issue id,Issue Type,Status,Project key,Priority,Assignee,Reporter,Created,Updated,Components,Components,Labels,Labels,Custom field (Change type),Custom field (Change risk),Custom field (Change start date),Custom field (Change completion date),Custom field (Implementation plan),Custom field (Backout plan)',
      'Move the mail,OPS-1,10001,Change,Awaiting implementation,OPS,High,ada,bo,01/Mar/26 8:00 AM,02/Mar/26 8:00 AM,mail,dns,a,b,Normal,Medium,05/Mar/26 9:14 AM,05/Mar/26 11:00 PM,"1. Stop',
      '2. Move","Go back"',
      'Renew the certificate,OPS-2,10002,Change,Review,OPS,Low,ada,bo,01/Mar/26 8:00 AM,,,,,,Emergency,High,,,,',
      'Old change,OPS-3,10003,Change,Declined,OPS,Low,,bo,01/Mar/26 12:05 PM,,web,,,,Standard,Low,,,,',
    ),
  )
  expect(await changes()).toEqual([
    ['OPS-1', 'scheduled', 'normal', 'moderate', ['mail', 'dns'], '2026-03-05T09:14', 'ada'],
    ['OPS-2', 'assess', 'emergency', 'high', [], null, 'ada'],
    ['OPS-3', 'canceled', 'standard', 'low', ['web'], null, null],
  ])
  expect(unused).toEqual(['Issue id', 'Issue Type', 'Project key', 'Priority', 'Labels', 'Labels (2)'])
})

test('Jira: how a change went is what its resolution or its last status says', async () => {
  const { remarks } = await tryPreset(
    'Jira',
    'changes',
    csv(
      'Summary,Issue key,Issue id,Status,Resolution',
      'A,OPS-1,1,Failed,Done',
      'B,OPS-2,2,Failed,',
      'C,OPS-3,3,Completed,Done',
      'D,OPS-4,4,Completed,Rolled back',
      'E,OPS-5,5,Implementing,Unresolved',
      'F,OPS-6,6,Resolved,Unsuccessful',
    ),
  )
  expect(await read('changes', 'number, state, close_code')).toEqual([
    ['OPS-1', 'closed', 'failed'],
    ['OPS-2', 'closed', 'failed'],
    ['OPS-3', 'closed', 'successful'],
    ['OPS-4', 'closed', 'backed_out'],
    ['OPS-5', 'implement', null],
    ['OPS-6', 'closed', 'failed'],
  ])
  expect(remarks.join()).not.toContain('close_code')
})

test.each([
  [
    'TOPdesk',
    'Wijzigingsnummer,Korte omschrijving,Status,Afsluitcode',
    'Afgesloten',
    ['Mislukt', 'Teruggedraaid', 'Succesvol'],
  ],
  [
    'ManageEngine ServiceDesk Plus',
    'Change ID,Title,Stage,Closure Code',
    'Close',
    ['Failed', 'Backed Out', 'Completed'],
  ],
  [
    'Freshservice',
    'Change ID,Subject,Status,Planned Start Date,Closure Code',
    'Closed',
    ['Failed', 'Backed out', 'Successful'],
  ],
] as const)('%s: the codes with which changes are closed', async (name, header, state, codes) => {
  const date = name === 'Freshservice' ? '2026-03-05 09:14,' : ''
  await tryPreset(name, 'changes', csv(header, ...codes.map((code, at) => `CHG-${at},Change,${state},${date}${code}`)))
  expect(await read('changes', 'close_code')).toEqual([['failed'], ['backed_out'], ['successful']])
})

test('columns of ServiceNow without a number show no system', () => {
  expect(recognisePreset('changes', ['sys_id', 'state'], [])).toBeUndefined()
  expect(recognisePreset('changes', ['sys_id', 'state'], ['CHG0030001'])?.name).toBe('ServiceNow')
})

test('Jira: incidents', async () => {
  const { unused } = await tryPreset(
    'Jira',
    'incidents',
    csv(
      'Summary,Issue key,Issue id,Issue Type,Status,Priority,Resolution,Assignee,Reporter,Created,Updated,Resolved,Component/s,Custom field (Affected services),Sprint',
      'Mail is down,SD-1,1,[System] Incident,Work in progress,Highest,,ada,bo,05/Mar/26 9:14 AM,05/Mar/26 9:20 AM,,mail,,',
      'Slow,SD-2,2,[System] Incident,Waiting for customer,Medium,,ada,bo,05/Mar/26 12:14 AM,,,,Payments,',
      'Fixed,SD-3,3,[System] Incident,Completed,Lowest,Done,ada,bo,05/Mar/26 9:14 AM,,06/Mar/26 1:00 PM,web,Shop,',
    ),
  )
  expect(await incidents()).toEqual([
    ['SD-1', 'in_progress', 'Highest', 1, '2026-03-05T09:14', null, 'mail'],
    ['SD-2', 'on_hold', 'Medium', 3, '2026-03-05T00:14', null, 'Payments'],
    ['SD-3', 'resolved', 'Lowest', 5, '2026-03-05T09:14', '2026-03-06T13:00', 'Shop'],
  ])
  expect(unused).toEqual(['Issue id', 'Issue Type', 'Resolution', 'Assignee', 'Reporter', 'Sprint'])
})

test('Freshservice: changes as CSV and as the API lists them', async () => {
  const { unused } = await tryPreset(
    'Freshservice',
    'changes',
    csv(
      'Change ID,Subject,Status,Priority,Impact,Risk,Change Type,Agent,Group,Requester,Planned Start Date,Planned End Date,Created Time,Impacted Services',
      'CHN-1,Move the mail,Pending Release,High,Low,Very High,Major,Ada Berg,Mail,Bo,2026-03-05 09:14,2026-03-05 11:00,2026-03-01 08:00,"mail, dns"',
      'CHN-2,Patch,Planning,Low,Low,Low,Minor,,Mail,Bo,,,2026-03-01 08:00,',
    ),
  )
  expect(unused).toEqual(['Priority', 'Impact'])
  const change = { id: 7, agent_id: 5, subject: 'Upgrade', priority: 2, impact: 1, created_at: '2026-03-01T08:00:00Z' }
  await tryPreset('Freshservice', 'changes', {
    changes: [
      {
        ...change,
        status: 6,
        risk: 1,
        change_type: 4,
        planned_start_date: '2026-03-05T09:14:00Z',
        impacted_services: [
          { id: 1, name: 'Payments' },
          { id: 2, name: 'Shop' },
        ],
        planning_fields: { rollout_plan: { description: '<p>Go</p>', description_text: 'Go' } },
      },
      { ...change, id: 8, status: 5, risk: 4, change_type: 1, planned_start_date: null, impacted_services: [] },
    ],
  })
  expect(await changes()).toEqual([
    ['7', 'closed', 'emergency', 'low', ['Payments', 'Shop'], '2026-03-05T09:14', null],
    ['8', 'review', 'normal', 'very_high', [], null, null],
    ['CHN-1', 'scheduled', 'normal', 'very_high', ['mail', 'dns'], '2026-03-05T09:14', 'Ada Berg'],
    ['CHN-2', 'assess', 'normal', 'low', [], null, null],
  ])
})

test('Freshservice: tickets as CSV and as the API lists them; a service request is refused', async () => {
  const { unused } = await tryPreset(
    'Freshservice',
    'incidents',
    csv(
      'Ticket ID,Subject,Status,Priority,Source,Type,Agent,Group,Requester Name,Created Time,Resolved Time,Closed Time,Category',
      'INC-1,Mail is down,Open,Urgent,Email,Incident,Ada,Mail,Bo,2026-03-05 09:14:00,,,Mail',
      'INC-2,Slow,Closed,Low,Portal,Incident,Ada,Mail,Bo,2026-03-05 09:14:00,2026-03-05 10:00:00,2026-03-06 10:00:00,',
    ),
  )
  expect(unused).toEqual(['Source', 'Agent', 'Group', 'Requester Name'])
  const ticket = {
    subject: 'Slow',
    type: 'Incident',
    responder_id: 4,
    created_at: '2026-03-05T09:14:00Z',
    category: null,
  }
  await tryPreset('Freshservice', 'incidents', {
    tickets: [
      { ...ticket, id: 3, status: 5, priority: 4, fr_due_by: null, stats: { resolved_at: '2026-03-05T10:00:00Z' } },
      { ...ticket, id: 4, status: 4, priority: 1, fr_due_by: null, stats: { resolved_at: '2026-03-05T11:00:00Z' } },
      { ...ticket, id: 5, status: 3, priority: 2, fr_due_by: null, stats: { resolved_at: null } },
    ],
  })
  expect(await incidents()).toEqual([
    ['3', 'closed', 'Urgent', 1, '2026-03-05T09:14', '2026-03-05T10:00', null],
    ['4', 'resolved', 'Low', 4, '2026-03-05T09:14', '2026-03-05T11:00', null],
    ['5', 'on_hold', 'Medium', 3, '2026-03-05T09:14', null, null],
    ['INC-1', 'new', 'Urgent', 1, '2026-03-05T09:14', null, 'Mail'],
    ['INC-2', 'closed', 'Low', 4, '2026-03-05T09:14', '2026-03-05T10:00', null],
  ])
  const mapping = findPreset('freshservice')?.kinds.incidents?.mapping ?? {}
  const request = csv('Ticket ID,Subject,Status,Type,Created Time', 'SR-1,Laptop,Open,Service Request,2026-03-05 09:14')
  const { refusals } = await importContent(open(), 'incidents', request, { mapping })
  expect(refusals[0]?.reason).toContain('"Service Request" is not an incident')
})

test('every preset names only fields and values that exist', async () => {
  for (const kind of ['changes', 'incidents'] as const) {
    const { fields } = allTargets[kind]
    for (const { mapping } of listPresetMappings(kind)) {
      for (const [field, rule] of Object.entries(mapping.fields ?? {})) {
        const spec = fields[field]
        expect(spec, field).toBeDefined()
        const values =
          typeof rule === 'object' && rule ? Object.values(rule.values ?? {}).filter((value) => value !== null) : []
        if (spec?.values && !spec.isFreeText) expect(spec.values).toEqual(expect.arrayContaining(values))
      }
    }
  }
})
