import { expect, test } from 'vitest'
import type { Mapping } from '#lib/contracts/import-records.ts'
import { findPreset, listPresetMappings, recognisePreset } from './presets/find-preset.ts'
import { allTargets } from './targets/all-targets.ts'
import { importContent, provideDatabases } from './testing-import.ts'

const { open } = provideDatabases()

const read = async (table: string, columns: string) =>
  (await open().pool.query(`select ${columns} from ${table} order by number`)).rows.map((row) =>
    Object.values(row).map((value) => (value instanceof Date ? value.toISOString().slice(0, 16) : value)),
  )
const changes = () => read('changes', 'number, state, type, risk, affected_services, planned_start, assigned_to')
const incidents = () =>
  read('incidents', 'number, state, priority, priority_level, opened_at, resolved_at, affected_service')

/** Imports files with a preset, and expects that its system is recognised and every row imported. */
function usePreset(name: string, answers: Mapping = {}) {
  const importAs = (kind: 'changes' | 'incidents') => async (content: unknown) => {
    const file = typeof content === 'string' ? content.trimStart() : content
    const mapping = { ...findPreset(name)?.kinds[kind]?.mapping, ...answers }
    const summary = await importContent(open(), kind, file, { mapping })
    expect(summary).toMatchObject({ refusals: [], inserted: summary.rows })
    const columns = [...summary.fields.flatMap((feed) => feed.columns), ...summary.unused_columns]
    expect(recognisePreset(kind, columns, [])?.name).toBe(name)
    return { unused: summary.unused_columns, remarks: summary.remarks }
  }
  return { changes: importAs('changes'), incidents: importAs('incidents') }
}

const csv = (...lines: string[]) => `${lines.join('\n')}\n`

test('Jira: changes with repeated headers and custom fields', async () => {
  const { unused } = await usePreset('Jira').changes(`
Summary,Issue key,Issue id,Issue Type,Status,Project key,Priority,Assignee,Reporter,Created,Updated,Components,Components,Labels,Labels,Custom field (Change type),Custom field (Change risk),Custom field (Change start date),Custom field (Change completion date),Custom field (Implementation plan),Custom field (Backout plan)
Move the mail,OPS-1,10001,Change,Awaiting implementation,OPS,High,ada,bo,01/Mar/26 8:00 AM,02/Mar/26 8:00 AM,mail,dns,a,b,Normal,Medium,05/Mar/26 9:14 AM,05/Mar/26 11:00 PM,"1. Stop
2. Move","Go back"
Renew the certificate,OPS-2,10002,Change,Review,OPS,Low,ada,bo,01/Mar/26 8:00 AM,,,,,,Emergency,High,,,,
Old change,OPS-3,10003,Change,Declined,OPS,Low,,bo,01/Mar/26 12:05 PM,,web,,,,Standard,Low,,,,
`)
  expect(await changes()).toEqual([
    ['OPS-1', 'scheduled', 'normal', 'moderate', ['mail', 'dns'], '2026-03-05T09:14', 'ada'],
    ['OPS-2', 'assess', 'emergency', 'high', [], null, 'ada'],
    ['OPS-3', 'canceled', 'standard', 'low', ['web'], null, null],
  ])
  expect(unused).toEqual(['Issue id', 'Project key', 'Priority', 'Labels', 'Labels (2)'])
})

test('effort is booked in seconds in Jira and GLPI, where 0 says that nobody booked any', async () => {
  const effort = () => read('changes', 'number, effort_planned, effort_actual')
  await usePreset('Jira').changes(`
Summary,Issue key,Issue id,Status,Original estimate,Time Spent
Move the mail,OPS-1,10001,Review,28800,30660
Renew the certificate,OPS-2,10002,Review,,0
`)
  expect(await effort()).toEqual([
    ['OPS-1', 8, 8.52],
    ['OPS-2', null, null],
  ])
  const change = { name: 'Firewall', date: '2026-03-01 08:00:00', date_mod: '2026-03-05 10:00:00', status: 5 }
  await usePreset('GLPI').changes([{ ...change, id: 14, rolloutplancontent: '', actiontime: 5400 }])
  expect((await effort())[0]).toEqual(['14', null, 1.5])
})

test('Jira: how a change went is what its resolution or its last status says', async () => {
  const { remarks } = await usePreset('Jira').changes(`
Summary,Issue key,Issue id,Status,Resolution
A,OPS-1,1,Failed,Done
B,OPS-2,2,Failed,
C,OPS-3,3,Completed,Done
D,OPS-4,4,Completed,Rolled back
E,OPS-5,5,Implementing,Unresolved
F,OPS-6,6,Resolved,Unsuccessful
`)
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
  await usePreset(name).changes(csv(header, ...codes.map((code, at) => `CHG-${at},Change,${state},${date}${code}`)))
  expect(await read('changes', 'close_code')).toEqual([['failed'], ['backed_out'], ['successful']])
})

test('columns of ServiceNow without a number show no system', () => {
  expect(recognisePreset('changes', ['sys_id', 'state'], [])).toBeUndefined()
  expect(recognisePreset('changes', ['sys_id', 'state'], ['CHG0030001'])?.name).toBe('ServiceNow')
})

test('Jira: incidents', async () => {
  const { unused } = await usePreset('Jira').incidents(`
Summary,Issue key,Issue id,Issue Type,Status,Priority,Resolution,Assignee,Reporter,Created,Updated,Resolved,Component/s,Custom field (Affected services),Sprint
Mail is down,SD-1,1,[System] Incident,Work in progress,Highest,,ada,bo,05/Mar/26 9:14 AM,05/Mar/26 9:20 AM,,mail,,
Slow,SD-2,2,[System] Incident,Waiting for customer,Medium,,ada,bo,05/Mar/26 12:14 AM,,,,Payments,
Fixed,SD-3,3,[System] Incident,Completed,Lowest,Done,ada,bo,05/Mar/26 9:14 AM,,06/Mar/26 1:00 PM,web,Shop,
`)
  expect(await incidents()).toEqual([
    ['SD-1', 'in_progress', 'Highest', 1, '2026-03-05T09:14', null, 'mail'],
    ['SD-2', 'on_hold', 'Medium', 3, '2026-03-05T00:14', null, 'Payments'],
    ['SD-3', 'resolved', 'Lowest', 5, '2026-03-05T09:14', '2026-03-06T13:00', 'Shop'],
  ])
  expect(unused).toEqual(['Issue id', 'Resolution', 'Assignee', 'Reporter', 'Sprint'])
})

test('Freshservice: changes as CSV and as the API lists them', async () => {
  const { unused } = await usePreset('Freshservice').changes(`
Change ID,Subject,Status,Priority,Impact,Risk,Change Type,Agent,Group,Requester,Planned Start Date,Planned End Date,Created Time,Impacted Services
CHN-1,Move the mail,Pending Release,High,Low,Very High,Major,Ada Berg,Mail,Bo,2026-03-05 09:14,2026-03-05 11:00,2026-03-01 08:00,"mail, dns"
CHN-2,Patch,Planning,Low,Low,Low,Minor,,Mail,Bo,,,2026-03-01 08:00,
`)
  expect(unused).toEqual(['Priority', 'Impact'])
  const change = { id: 7, agent_id: 5, subject: 'Upgrade', priority: 2, impact: 1, created_at: '2026-03-01T08:00:00Z' }
  await usePreset('Freshservice').changes({
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
  const { unused } = await usePreset('Freshservice').incidents(`
Ticket ID,Subject,Status,Priority,Source,Type,Agent,Group,Requester Name,Created Time,Resolved Time,Closed Time,Category
INC-1,Mail is down,Open,Urgent,Email,Incident,Ada,Mail,Bo,2026-03-05 09:14:00,,,Mail
INC-2,Slow,Closed,Low,Portal,Incident,Ada,Mail,Bo,2026-03-05 09:14:00,2026-03-05 10:00:00,2026-03-06 10:00:00,
`)
  expect(unused).toEqual(['Source', 'Agent', 'Group', 'Requester Name'])
  const ticket = {
    subject: 'Slow',
    type: 'Incident',
    responder_id: 4,
    created_at: '2026-03-05T09:14:00Z',
    category: null,
  }
  await usePreset('Freshservice').incidents({
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

test('GLPI: changes in French and from the API', async () => {
  await usePreset('GLPI').changes(`
"Titre";"ID";"Statut";"Dernière modification";"Date d'ouverture";"Priorité";"Demandeur - Demandeur";"Attribué à - Technicien";"Plan de déploiement"
"Changer le pare-feu";"12";"Appliqué";"05-03-2026 10:00";"01-03-2026 08:00";"Haute";"Bo";"Ada Berg";"1. Couper"
"Autre";"13";"Évaluation";"05-03-2026 10:00";"02-03-2026 08:00";"Haute";"Bo";"";""
`)
  const change = { name: 'Firewall', date: '2026-03-01 08:00:00', date_mod: '2026-03-05 10:00:00', entities_id: 0 }
  await usePreset('GLPI').changes([
    { ...change, id: 14, status: 10, rolloutplancontent: 'Go' },
    { ...change, id: 15, status: 6, rolloutplancontent: '' },
  ])
  expect(await changes()).toEqual([
    ['12', 'review', 'normal', null, [], null, 'Ada Berg'],
    ['13', 'assess', 'normal', null, [], null, null],
    ['14', 'authorize', 'normal', null, [], null, null],
    ['15', 'closed', 'normal', null, [], null, null],
  ])
})

test('GLPI: incidents in French, English and from the API', async () => {
  const { unused } = await usePreset('GLPI').incidents(`
"Titre";"Entité";"ID";"Statut";"Dernière modification";"Date d'ouverture";"Priorité";"Catégorie";"Date de résolution"
"Courriel";"Racine";"1";"En cours (Attribué)";"05-03-2026 10:00";"05-03-2026 09:14";"Très haute";"Messagerie";""
"Lent";"Racine";"2";"Clos";"06-03-2026 10:00";"05-03-2026 09:14";"Majeure";"";"06-03-2026 09:00"
`)
  expect(unused).toEqual(['Entité'])
  await usePreset('GLPI').incidents(`
Title,ID,Status,Last update,Opening date,Priority,Category,Resolution date
Mail,3,Processing (planned),2026-03-05 10:00,2026-03-05 09:14,Very low,Mail,
Slow,4,Solved,2026-03-05 10:00,2026-03-05 09:14,Medium,,2026-03-06 09:00
`)
  const ticket = { name: 'Mail', date: '2026-03-05 09:14:00', date_mod: '2026-03-05 10:00:00', entities_id: 0 }
  await usePreset('GLPI').incidents([
    { ...ticket, id: 5, status: 6, priority: 5, solvedate: '2026-03-06 09:00:00', closedate: '2026-03-07 09:00:00' },
    { ...ticket, id: 6, status: 5, priority: 6, solvedate: '2026-03-06 09:00:00', closedate: null },
    { ...ticket, id: 7, status: 4, priority: 1, solvedate: null, closedate: null },
  ])
  expect((await incidents()).map((row) => row.slice(0, 6))).toEqual([
    ['1', 'in_progress', 'Très haute', 2, '2026-03-05T09:14', null],
    ['2', 'closed', '1 - Majeure', 1, '2026-03-05T09:14', '2026-03-06T09:00'],
    ['3', 'in_progress', 'Very low', 5, '2026-03-05T09:14', null],
    ['4', 'resolved', 'Medium', 3, '2026-03-05T09:14', '2026-03-06T09:00'],
    ['5', 'closed', '2 - Very high', 2, '2026-03-05T09:14', '2026-03-06T09:00'],
    ['6', 'resolved', '1 - Major', 1, '2026-03-05T09:14', '2026-03-06T09:00'],
    ['7', 'on_hold', '5 - Very low', 5, '2026-03-05T09:14', null],
  ])
})

test('iTop: changes with codes, and incidents with labels', async () => {
  const { unused } = await usePreset('iTop').changes(`
ref,title,status,finalclass,start_date,end_date,creation_date,last_update,caller_id->friendlyname,agent_id->friendlyname,team_id->name,service_id->name,fallback,outage
C-000001,Move the mail,plannedscheduled,NormalChange,2026-03-05 09:14:00,2026-03-05 11:00:00,2026-03-01 08:00:00,2026-03-02 08:00:00,Bo,Ada Berg,Mail,Mail,Go back,yes
C-000002,Patch,implemented,RoutineChange,2026-03-05 09:14:00,,2026-03-01 08:00:00,2026-03-02 08:00:00,Bo,,Mail,,,no
C-000003,Fix,rejected,EmergencyChange,2026-03-05 09:14:00,,2026-03-01 08:00:00,2026-03-02 08:00:00,Bo,,Mail,,,no
`)
  expect(unused).toEqual(['outage'])
  expect(await changes()).toEqual([
    ['C-000001', 'authorize', 'normal', null, ['Mail'], '2026-03-05T09:14', 'Ada Berg'],
    ['C-000002', 'review', 'standard', null, [], '2026-03-05T09:14', null],
    ['C-000003', 'canceled', 'emergency', null, [], '2026-03-05T09:14', null],
  ])
  const others = await usePreset('iTop').incidents(`
Ref,Title,Status,Start date,Last update,Resolution date,Close date,Priority,Service->Name,Parent change->Ref,Origin
I-000001,Mail is down,Escalated TTR,2026-03-05 09:14:00,2026-03-05 10:00:00,,,1,Mail,C-000001,mail
I-000002,Slow,Resolved,2026-03-05 09:14:00,2026-03-05 10:00:00,2026-03-05 10:00:00,,low,,,phone
`)
  expect(others.unused).toEqual(['Origin'])
  expect(await incidents()).toEqual([
    ['I-000001', 'in_progress', 'Critical', 1, '2026-03-05T09:14', null, 'Mail'],
    ['I-000002', 'resolved', 'low', 4, '2026-03-05T09:14', '2026-03-05T10:00', null],
  ])
})

test('TOPdesk: changes and incidents in Dutch and English', async () => {
  await usePreset('TOPdesk').changes(`
Wijzigingsnummer;Korte omschrijving;Status;Soort wijziging;Geplande startdatum;Geplande einddatum;Coördinator;Aanvrager;Aanmaakdatum;Object
W2603 001;Mail verhuizen;Goedgekeurd;Uitgebreid;05-03-2026 09:14;05-03-2026 11:00;Ada Berg;Bo;01-03-2026 08:00;mail
W2603 002;Patch;Afgewezen;Eenvoudig;05-03-2026 09:14;;;Bo;01-03-2026 08:00;
`)
  await usePreset('TOPdesk').changes(`
Change number,Brief description,Status,Type,Planned start date,Coordinator,Creation date
C 2603 003,Move,Evaluation,Extensive,05-03-2026 09:14,Ada Berg,01-03-2026 08:00
`)
  expect(await changes()).toEqual([
    ['C 2603 003', 'review', 'normal', null, [], '2026-03-05T09:14', 'Ada Berg'],
    ['W2603 001', 'scheduled', 'normal', null, ['mail'], '2026-03-05T09:14', 'Ada Berg'],
    ['W2603 002', 'canceled', 'normal', null, [], '2026-03-05T09:14', null],
  ])
  const { unused } = await usePreset('TOPdesk').incidents(`
Meldingnummer;Korte omschrijving;Status;Prioriteit;Aanmelddatum;Datum gereed;Datum afgesloten;Categorie;Behandelaar
M2603 001;Mail plat;Wacht op leverancier;Kritiek;05-03-2026 09:14;;;Mail;Ada
M2603 002;Traag;Gereed;Laag;05-03-2026 09:14;06-03-2026 09:00;;;Ada
`)
  expect(unused).toEqual(['Behandelaar'])
  await usePreset('TOPdesk').incidents(`
Call number,Brief description,Status,Priority,Call date,Completion date
M2603 003,Mail,Waiting for user,P1,05-03-2026 09:14,
`)
  expect(await incidents()).toEqual([
    ['M2603 001', 'on_hold', 'Kritiek', 1, '2026-03-05T09:14', null, 'Mail'],
    ['M2603 002', 'resolved', 'Laag', 4, '2026-03-05T09:14', '2026-03-06T09:00', null],
    ['M2603 003', 'on_hold', 'P1', 1, '2026-03-05T09:14', null, null],
  ])
})

test('BMC Remedy: changes', async () => {
  const { unused } = await usePreset('BMC Remedy', { date_order: 'month-first' }).changes(`
Change ID*+,Summary*,Status*,Change Class*,Risk Level*,Impact*,Scheduled Start Date+,Scheduled End Date+,Coordinator Group*+,Change Coordinator*+,Service*+,Status Reason,Submit Date
CRQ000000000001,Move the mail,Scheduled For Approval,Normal,Risk Level 4,4-Minor/Localized,3/15/2026 9:14:00 AM,3/15/2026 11:00:00 PM,Mail,Ada Berg,Mail,,3/1/2026 8:00:00 AM
CRQ000000000002,Patch,Completed,No Impact,Risk Level 1,4-Minor/Localized,,,Mail,,,Successful,3/1/2026 8:00:00 AM
CRQ000000000003,Fix,Closed,Latent,Risk Level 5,4-Minor/Localized,,,Mail,,,Unsuccessful,3/1/2026 8:00:00 AM
`)
  expect(unused).toEqual(['Impact*'])
  expect(await changes()).toEqual([
    ['CRQ000000000001', 'authorize', 'normal', 'high', ['Mail'], '2026-03-15T09:14', 'Ada Berg'],
    ['CRQ000000000002', 'review', 'standard', 'low', [], null, null],
    ['CRQ000000000003', 'closed', 'emergency', 'very_high', [], null, null],
  ])
})

test('Ivanti: changes', async () => {
  const { unused } = await usePreset('Ivanti', { date_order: 'month-first' }).changes(`
ChangeNumber,Subject,Status,TypeOfChange,RiskLevel,Priority,ScheduledStartDate,ScheduledEndDate,Owner,OwnerTeam,Service,CreatedDateTime,LastModDateTime
10001,Move the mail,Pending Approval,Major,High,2,3/15/2026 9:14 AM,3/15/2026 11:00 PM,ABerg,Mail,Mail,3/1/2026 8:00 AM,3/2/2026 8:00 AM
10002,Patch,Implemented,Standard,Low,4,,,,Mail,,3/1/2026 8:00 AM,3/2/2026 8:00 AM
`)
  expect(unused).toEqual(['Priority'])
  expect(await changes()).toEqual([
    ['10001', 'authorize', 'normal', 'high', ['Mail'], '2026-03-15T09:14', 'ABerg'],
    ['10002', 'review', 'standard', 'low', [], null, null],
  ])
})

test('ManageEngine: changes by stage and status', async () => {
  const { unused } = await usePreset('ManageEngine ServiceDesk Plus').changes(`
Change ID,Title,Stage,Status,Change Type,Risk,Priority,Scheduled Start Time,Scheduled End Time,Change Owner,Services Affected,Created Time
CH-1,Move the mail,Review,In Progress,Major,High,High,"Mar 5, 2026 09:14 AM","Mar 5, 2026 11:00 PM",Ada Berg,"Mail, DNS","Mar 1, 2026 08:00 AM"
CH-2,Patch,Implementation,Rejected,Minor,Low,Low,-,-,Not Assigned,-,"Mar 1, 2026 08:00 AM"
CH-3,Fix,Closure,Completed,Emergency,-,Low,-,-,-,-,"Mar 1, 2026 08:00 AM"
`)
  expect(unused).toEqual(['Priority'])
  expect(await changes()).toEqual([
    ['CH-1', 'review', 'normal', 'high', ['Mail', 'DNS'], '2026-03-05T09:14', 'Ada Berg'],
    ['CH-2', 'canceled', 'normal', 'low', [], null, null],
    ['CH-3', 'closed', 'emergency', null, [], null, null],
  ])
})

// What their files say is read right: generated-files.test.ts.
test.each([
  ['BMC Remedy', 'Incident ID*+,Summary*,Status*,Priority*,Reported Date+,Last Resolved Date,Service*+'],
  ['Ivanti', 'IncidentNumber,Subject,Status,Priority,CreatedDateTime,ResolvedDateTime,Service,Owner'],
  ['ManageEngine ServiceDesk Plus', 'Request ID,Subject,Request Status,Priority,Created Time,Resolved Time'],
])('%s: incidents are recognised by their columns', (name, columns) => {
  expect(recognisePreset('incidents', columns.split(','), [])?.name).toBe(name)
})
