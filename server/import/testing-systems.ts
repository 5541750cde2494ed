import { stringify } from 'csv-stringify/sync'
import type { Mapping } from '#lib/contracts/import-records.ts'
import { allPresets } from './presets/find-preset.ts'
import { buildWorkbook, type TestCell, type WorkbookOptions } from './testing-workbook.ts'

/** A record as it is; the file of a system says the same in its own words. */
export type Truth = {
  readonly number: string
  readonly title: string
  readonly state: string
  readonly opened: Date
  readonly resolved: Date | null
  readonly change: string | null
  readonly service: string
  readonly level: number
  readonly objective: string | null
}

/** The database column that a column of a file fills, and how the system writes its values. */
type Column = readonly [field: string, write: (truth: Truth) => TestCell]
type Format = 'csv' | 'xlsx' | 'json' | 'ndjson'

/** The files of one system. */
export type System = {
  readonly name: string
  readonly kind: 'changes' | 'incidents'
  readonly format: Format
  readonly columns: Readonly<Record<string, Column>>
  readonly mapping?: Mapping
  /** The form of its numbers: the prefix and the number of digits. */
  readonly numbers: readonly [prefix: string, digits: number]
  readonly delimiter?: string
  /** Wraps the list of a JSON file. */
  readonly wrap?: (list: readonly unknown[]) => unknown
}

const pad = (value: number) => String(value).padStart(2, '0')
const parts = (date: Date) => ({
  year: date.getUTCFullYear(),
  month: pad(date.getUTCMonth() + 1),
  day: pad(date.getUTCDate()),
  time: `${pad(date.getUTCHours())}:${pad(date.getUTCMinutes())}`,
})
const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
const half = (date: Date) =>
  `${date.getUTCHours() % 12 || 12}:${pad(date.getUTCMinutes())}:00 ${date.getUTCHours() < 12 ? 'AM' : 'PM'}`

/** The ways in which systems write a time, here always in UTC. */
const dates = {
  iso: (date: Date) => date.toISOString(),
  offset: (date: Date) => new Date(date.getTime() + 7_200_000).toISOString().replace('.000Z', '+02:00'),
  sql: (date: Date) => `${date.toISOString().slice(0, 10)} ${parts(date).time}:00`,
  german: (date: Date) => `${parts(date).day}.${parts(date).month}.${parts(date).year} ${parts(date).time}`,
  slashes: (date: Date) => `${parts(date).day}/${parts(date).month}/${parts(date).year} ${parts(date).time}`,
  dashes: (date: Date) => `${parts(date).day}-${parts(date).month}-${parts(date).year} ${parts(date).time}`,
  american: (date: Date) => `${date.getUTCMonth() + 1}/${date.getUTCDate()}/${date.getUTCFullYear()} ${half(date)}`,
  jira: (date: Date) =>
    `${parts(date).day}/${months[date.getUTCMonth()]}/${pad(parts(date).year % 100)} ${half(date).replace(':00 ', ' ')}`,
  words: (date: Date) =>
    `${months[date.getUTCMonth()]} ${date.getUTCDate()}, ${parts(date).year} ${half(date).replace(':00 ', ' ')}`,
  seconds: (date: Date) => date.getTime() / 1000,
  milliseconds: (date: Date) => date.getTime(),
  helix: (date: Date) => date.toISOString().replace('Z', '+0000'),
  serial: (date: Date) => ({ serial: date.getTime() / 86_400_000 + 25_569 }),
} satisfies Record<string, (date: Date) => TestCell>

const states = {
  changes: ['new', 'assess', 'authorize', 'scheduled', 'implement', 'review', 'closed'],
  incidents: ['new', 'in_progress', 'on_hold', 'resolved', 'closed'],
}
/** Draws records of a system: `random` returns a number from 0 to below 1. */
export function drawTruth(
  { kind, numbers: [prefix, digits] }: System,
  count: number,
  from: number,
  random: () => number,
) {
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item
  return Array.from({ length: count }, (_, index): Truth => {
    const state = pick(states[kind])
    // The first day is above 12, so that it shows the order of its column.
    const opened = new Date(
      Date.UTC(
        2026,
        1 + Math.floor(random() * 6),
        index === 0 ? 25 : 1 + Math.floor(random() * 28),
        Math.floor(random() * 24),
        Math.floor(random() * 60),
      ),
    )
    const isOver = state === 'resolved' || state === 'closed'
    return {
      number: `${prefix}${String(from + index).padStart(digits, '0')}`,
      title: `${pick(['Größe', 'Mail', 'Disk “full”', 'a;b', 'x, y'])} ${pick(['slow', 'down', 'é'])} ${from + index}`,
      state,
      opened,
      resolved:
        isOver && kind === 'incidents'
          ? new Date(opened.getTime() + 3_600_000 * (1 + Math.floor(random() * 40)))
          : null,
      change: random() < 0.5 ? null : `CHG${String(7_000_000 + from + index)}`,
      service: pick(['Mail', 'payments-db', 'Zürich LAN']),
      level: pick([1, 2, 3, 4]),
      objective: [null, 'Größe; “half” of it,\n  by   May', 'Upgrade'][index % 3] ?? null,
    }
  })
}

const at = (field: 'opened' | 'resolved', write: (date: Date) => TestCell) => (truth: Truth) =>
  truth[field] === null ? null : write(truth[field])
const opened = (write: (date: Date) => TestCell): Column => ['opened_at', at('opened', write)]

/** Words of the four priorities, the highest first. */
const ranked = '1 - Critical,2 - High,3 - Moderate,4 - Low'
const named = 'Critical,High,Medium,Low'
const spoken = 'New,In Progress,On Hold,Resolved,Closed'
const plainNames = 'number,short_description,state,priority,opened_at,resolved_at,affected_service,caused_by_change'

const preset = (name: string, kind: 'changes' | 'incidents', more: Mapping = {}): Mapping => {
  const mapping = allPresets.find((each) => each.name === name)?.kinds[kind]?.mapping
  if (!mapping) throw new Error(`There is no preset ${name}.`)
  return { ...mapping, ...more }
}

/** Name and format of a file, and the form of its numbers: their prefix, and a zero for each digit. */
type FileForm = readonly [name: string, format: Format, numbers: string]
type More = Pick<Partial<System>, 'mapping' | 'delimiter' | 'wrap'> & {
  readonly extra?: System['columns']
  /** A mapping by hand: the columns of the fields, and the meaning of the words of the state. */
  readonly byHand?: Mapping
}

/** `names` are those of the columns in their order; an empty one is left out. Words that are left out are our own. */
function define(
  kind: System['kind'],
  [name, format, numbers]: FileForm,
  names: string,
  columns: readonly Column[],
  { extra = {}, byHand, ...more }: More,
): System {
  const ofName = names.split(',').flatMap((title, index) => {
    const column = columns[index]
    return column && title !== '' ? [[title, column] as const] : []
  })
  const digits = /0*$/.exec(numbers)?.[0].length ?? 0
  const form = [numbers.slice(0, -digits || undefined), digits] as const
  const system = { name, kind, format, numbers: form, columns: { ...Object.fromEntries(ofName), ...extra }, ...more }
  if (byHand === undefined) return system
  const fields = ofName.map(([title, [field]]) => [field === 'priority_level' ? 'priority' : field, title])
  const values = Object.fromEntries(states[kind].map((state) => [String(columns[2]?.[1]({ state } as Truth)), state]))
  const state = { column: names.split(',')[2] ?? 'state', values }
  return { ...system, mapping: { ...byHand, fields: { ...Object.fromEntries(fields), state } } }
}

/** The words of a system for the states of a kind, in their order. */
const state = (kind: System['kind'], words: string): Column => [
  'state',
  (truth) => words.split(',')[states[kind].indexOf(truth.state)] || truth.state,
]

/** How a system writes times, and its words for the states and priorities. */
type IncidentWords = readonly [date: (date: Date) => TestCell, states: string, priorities: string]
const incidents = (form: FileForm, names: string, [date, words, levels]: IncidentWords, more: More = {}) => {
  const columns: Column[] = [
    ['number', (truth) => truth.number],
    ['short_description', (truth) => truth.title],
    state('incidents', words),
    ['priority_level', ({ level }) => levels.split(',')[level - 1] ?? null],
    opened(date),
    ['resolved_at', at('resolved', date)],
    ['affected_service', (truth) => truth.service],
    ['related_change', (truth) => truth.change],
  ]
  return define('incidents', form, names, columns, more)
}
const changes = (
  form: FileForm,
  names: string,
  [date, words]: readonly [date: (date: Date) => TestCell, states: string],
  more: More = {},
) => {
  const columns: Column[] = [
    ['number', (truth) => truth.number],
    ['title', (truth) => truth.title],
    state('changes', words),
    ['created_at', at('opened', date)],
    ['planned_start', at('opened', date)],
    ['objective', (truth) => truth.objective],
    ['description', (truth) => `About ${truth.title}`],
    ['parent', (truth) => truth.change],
  ]
  return define('changes', form, names, columns, more)
}

/** Writes an issue of Jira's API, whose fields are a member, and their values objects. */
const nestFields = (issue: unknown) => {
  const { key, status, priority, components, ...fields } = issue as Record<string, unknown>
  const named = { status: { name: status }, priority: { name: priority }, components: [{ name: components }] }
  return { key, fields: { ...fields, ...named } }
}

/** Writes the requests of ManageEngine's API, whose times, states, priorities and services are objects. */
const nameObjects = (requests: readonly unknown[]) =>
  requests.map((request) => ({
    is_service_request: false,
    ...Object.fromEntries(
      Object.entries(request as object).map(([name, value]) => {
        if (value !== null && name.endsWith('_time')) return [name, { display_value: 'then', value: String(value) }]
        return [name, /status|priority|category/.test(name) ? { id: '7', color: '#fff', name: value } : value]
      }),
    ),
  }))

/** The systems whose files people bring, each with the columns and words of its exports. */
export const systems: readonly System[] = [
  incidents(
    ['ServiceNow CSV', 'csv', 'INC0000000'],
    'number,short_description,state,priority,opened_at,resolved_at,business_service,caused_by',
    [dates.sql, spoken, ranked],
  ),
  incidents(['ServiceNow codes', 'json', 'INC0000000'], plainNames, [dates.sql, '1,2,3,6,7', '1,2,3,4'], {
    extra: { sys_created_on: opened(dates.sql) },
    wrap: (result) => ({ result }),
  }),
  changes(
    ['ServiceNow changes', 'xlsx', 'CHG0000000'],
    'number,short_description,state,sys_created_on,start_date,justification,description,parent',
    [dates.serial, 'New,,,,,,Closed'],
  ),
  incidents(
    ['Jira', 'csv', 'OPS-00000'],
    'Issue key,Summary,Status,Priority,Created,Resolved,Component/s',
    [dates.jira, 'Open,Under investigation,Waiting for customer', named],
    { mapping: preset('Jira', 'incidents'), extra: { 'Issue id': ['', () => 10_001] } },
  ),
  incidents(
    ['Jira API', 'json', 'OPS-00000'],
    'key,summary,status,priority,created,resolutiondate,components',
    [dates.offset, 'Open,Under investigation,Waiting for customer,Resolved,Closed', named],
    { mapping: preset('Jira', 'incidents'), wrap: (issues) => ({ isLast: true, issues: issues.map(nestFields) }) },
  ),
  changes(
    ['Jira changes', 'csv', 'OPS-00000'],
    'Issue key,Summary,Status,Created,Custom field (Change start date),Custom field (Change reason),Description,Parent key',
    [dates.jira, 'To do,Planning,Awaiting approval,Awaiting implementation,Implementing,In review,Completed'],
    { mapping: preset('Jira', 'changes') },
  ),
  incidents(
    ['Freshservice', 'csv', 'INC-000'],
    'Ticket ID,Subject,Status,Priority,Created Time,Resolved Time,Category',
    [dates.sql, 'Open,In Progress,Pending,Resolved,Closed', 'Urgent,High,Medium,Low'],
    { mapping: preset('Freshservice', 'incidents') },
  ),
  incidents(
    ['Freshservice API', 'json', '00000'],
    'id,subject,status,priority,created_at,,category',
    [dates.iso, '2,In progress,3,4,5', '4,3,2,1'],
    { mapping: preset('Freshservice', 'incidents'), wrap: (tickets) => ({ tickets }) },
  ),
  incidents(
    ['BMC Helix', 'csv', 'INC000000000000'],
    'Incident ID*+,Summary*,Status*,Priority*,Reported Date+,Last Resolved Date,Service*+',
    [dates.american, 'New,Assigned,Pending,Resolved,Closed', named],
    { mapping: preset('BMC Remedy', 'incidents', { date_order: 'month-first' }) },
  ),
  incidents(
    ['Ivanti', 'csv', '00000'],
    'IncidentNumber,Subject,Status,Priority,CreatedDateTime,ResolvedDateTime,Service',
    [dates.american, 'Logged,Active,Waiting for Customer,Resolved,Closed', '1,2,3,4'],
    { mapping: preset('Ivanti', 'incidents', { date_order: 'month-first' }) },
  ),
  incidents(
    ['GLPI', 'csv', '000000'],
    "ID,Titre,Statut,Priorité,Date d'ouverture,Date de résolution,Catégorie",
    [dates.dashes, 'Nouveau,En cours (Attribué),En attente,Résolu,Clos', 'Majeure,5,3,2'],
    { mapping: preset('GLPI', 'incidents'), delimiter: ';' },
  ),
  incidents(
    ['TOPdesk', 'csv', 'M2603 000'],
    'Meldingnummer,Korte omschrijving,Status,Prioriteit,Aanmelddatum,Datum gereed,Dienst',
    [dates.dashes, 'Aangemeld,In behandeling,Wacht op gebruiker,Gereed,Afgesloten', 'P1,P2,P3,P4'],
    { mapping: preset('TOPdesk', 'incidents'), delimiter: ';' },
  ),
  incidents(
    ['iTop', 'csv', 'I-000000'],
    'Ref,Title,Status,Priority,Start date,Resolution date,Service->Name',
    [dates.sql, 'New,dispatched,pending,Resolved,Closed', named],
    { mapping: preset('iTop', 'incidents') },
  ),
  incidents(
    ['ManageEngine', 'csv', '0000'],
    'Request ID,Subject,Request Status,Priority,Created Time,Resolved Time,Service Affected,Caused By Change',
    [dates.words, 'Open,In Progress,Onhold,Resolved,Closed', named],
    { mapping: preset('ManageEngine ServiceDesk Plus', 'incidents') },
  ),
  incidents(
    ['ManageEngine API', 'json', '00000'],
    'id,subject,status,priority,created_time,resolved_time,service_category',
    [dates.milliseconds, 'Open,In Progress,Onhold,Resolved,Closed', named],
    {
      mapping: preset('ManageEngine ServiceDesk Plus', 'incidents'),
      wrap: (requests) => ({ requests: nameObjects(requests), list_info: { has_more_rows: false } }),
    },
  ),
  changes(
    ['BMC Helix API', 'json', 'CRQ000000000000'],
    'Infrastructure Change ID,Description,Change Request Status,Submit Date,Scheduled Start Date,Reason For Change,Detailed Description',
    [dates.helix, 'Draft,Planning In Progress,Scheduled For Approval,,Implementation In Progress,Completed'],
    {
      mapping: preset('BMC Remedy', 'changes'),
      wrap: (entries) => ({ entries: entries.map((values) => ({ values, _links: { self: [{ href: 'x' }] } })) }),
    },
  ),
  incidents(
    ['Zendesk', 'json', '0000'],
    'id,subject,status,priority,created_at',
    [dates.iso, 'new,open,hold,solved,closed', 'urgent,high,normal,low'],
    {
      mapping: {
        fields: {
          state: { values: { open: 'in_progress' } },
          priority: { values: { urgent: '1 - urgent', normal: '3 - normal' } },
        },
      },
      extra: { type: ['', () => 'incident'] },
      wrap: (tickets) => ({ tickets, next_page: null, count: tickets.length }),
    },
  ),
  incidents(
    ['GitHub issues', 'json', '000'],
    'number,title,state,,created_at',
    [dates.iso, 'open,open,open,closed,closed', ranked],
    { extra: { pull_request: ['', () => null] } },
  ),
  incidents(
    ['GitLab', 'csv', '000'],
    'Issue ID,Title,State,Severity,Created At (UTC),Closed At (UTC),Labels',
    [dates.sql, 'opened,doing,parked,done,closed', ranked],
    { byHand: {} },
  ),
  incidents(
    ['Azure DevOps', 'csv', '00000'],
    'ID,Title,State,Severity,Created Date,Resolved Date,Area Path',
    [dates.american, 'New,Active,Blocked,Resolved,Closed', ranked],
    { byHand: { date_order: 'month-first' }, extra: { 'Work Item Type': ['', () => 'Bug'] } },
  ),
  incidents(
    ['Opsgenie', 'ndjson', '0000'],
    'tinyId,message,status,priority,createdAt',
    [dates.milliseconds, 'open,In Progress,On Hold,Resolved,Closed', 'P1,P2,P3,P4'],
    { mapping: { fields: { number: 'tinyId', short_description: 'message' } } },
  ),
  incidents(
    ['PagerDuty', 'csv', '0000'],
    'incident_number,description,status,urgency,created_on,resolved_on,service_name',
    [dates.offset, 'triggered,acknowledged,snoozed,resolved,archived', named],
    { byHand: {} },
  ),
  incidents(
    ['OTRS', 'csv', '2026000000000000'],
    'Ticketnummer,Betreff,Zustand,Stufe,Erstellt am,Gelöst am,Dienst,Änderung',
    [dates.german, 'neu,offen,warten,erfolgreich geschlossen,zu', ranked],
    { byHand: {}, delimiter: ';' },
  ),
  incidents(
    ['HaloITSM', 'xlsx', '00000'],
    'Ticket Number,Summary,Status Name,Priority Name,Date Occurred,Date Closed,Service Name',
    [dates.slashes, 'New,Working,With User,Fixed,Closed', named],
    { byHand: { date_order: 'day-first' } },
  ),
  incidents(
    ['assyst', 'csv', '000000'],
    'Ref,Short description,Event status,Event priority,Logged,Resolved on,Item A',
    [dates.american, spoken, named],
    { byHand: { date_order: 'month-first' }, delimiter: '|' },
  ),
  incidents(
    ['Statuspage', 'json', 'st00000'],
    'id,name,status,impact,created_at,resolved_at',
    [dates.iso, 'investigating,identified,monitoring,resolved,postmortem', named],
    {
      mapping: {
        fields: {
          short_description: 'name',
          priority: 'impact',
          state: {
            values: { investigating: 'new', identified: 'in_progress', monitoring: 'on_hold', postmortem: 'closed' },
          },
        },
      },
      wrap: (incidents) => ({ incidents }),
    },
  ),
  changes(
    ['Xurrent', 'csv', '000000'],
    'ID,Subject,Status,Created at,Start at,Objective',
    [dates.iso, 'registered,assessment,approval,planned,in_progress,review,completed'],
    { mapping: { fields: { title: 'Subject', planned_start: 'Start at' } } },
  ),
  incidents(['plain tabs', 'csv', 'INC00000'], plainNames, [dates.iso, '', ranked], { delimiter: '\t' }),
  incidents(['plain workbook', 'xlsx', 'INC00000'], plainNames, [dates.serial, '', ranked]),
  incidents(['plain list', 'json', 'INC00000'], plainNames, [dates.seconds, '', ranked]),
  changes(
    ['plain changes', 'ndjson', 'CHG00000000'],
    'number,title,state,created_at,planned_start,objective,description,parent',
    [dates.iso, ''],
  ),
  changes(
    ['Freshservice changes', 'csv', 'CHN-000'],
    'Change ID,Subject,Status,Created Time,Planned Start Date,Reason for Change,Description',
    [dates.sql, 'Open,Planning,Awaiting approval,Pending release,,Pending review,Closed'],
    { mapping: preset('Freshservice', 'changes') },
  ),
  changes(
    ['Ivanti changes', 'csv', '00000'],
    'ChangeNumber,Subject,Status,CreatedDateTime,ScheduledStartDate,Justification,Description',
    [dates.american, 'Logged,Requested,Pending Approval,Scheduled,Implementing,Reviewed,Closed'],
    {
      mapping: preset('Ivanti', 'changes', { date_order: 'month-first' }),
      extra: { TypeOfChange: ['', () => 'Normal'] },
    },
  ),
  changes(
    ['iTop changes', 'csv', 'C-000000'],
    'Ref,Title,Status,Creation date,Start date,,Description,Parent change->Ref',
    [dates.sql, 'New,validated,plannedscheduled,approved,,implemented,Closed'],
    { mapping: preset('iTop', 'changes') },
  ),
  changes(
    ['GLPI changes', 'csv', '000000'],
    "ID,Titre,Statut,Date d'ouverture,,,Description",
    [dates.dashes, 'Nouveau,Évaluation,Validation,Accepté,Test,Appliqué,Clos'],
    { mapping: preset('GLPI', 'changes'), delimiter: ';' },
  ),
  changes(
    ['TOPdesk changes', 'csv', 'W2603 000'],
    'Wijzigingsnummer,Korte omschrijving,Status,Aanmaakdatum,Geplande startdatum,,Verzoek',
    [dates.dashes, 'Aangevraagd,In beoordeling,Wacht op goedkeuring,Gepland,In uitvoering,Evaluatie,Afgesloten'],
    { mapping: preset('TOPdesk', 'changes'), delimiter: ';' },
  ),
  changes(
    ['ManageEngine changes', 'csv', '0000'],
    'Change ID,Title,Stage,Created Time,Scheduled Start Time,Reason For Change,Description',
    [dates.words, 'Submission,Planning,CAB Evaluation,,Implementation,Review,Close'],
    { mapping: preset('ManageEngine ServiceDesk Plus', 'changes') },
  ),
]

/** A file before it is written: a header and its rows. */
export type Draft = { readonly header: readonly string[]; readonly rows: readonly (readonly TestCell[])[] }

export const draftFile = ({ columns }: System, truth: readonly Truth[]): Draft => ({
  header: Object.keys(columns),
  rows: truth.map((record) => Object.values(columns).map(([, write]) => write(record))),
})

export type Writing = WorkbookOptions & { readonly delimiter?: string; readonly cover?: boolean }

/** Writes a draft in the format of its system. */
export function writeFileOf(
  { format, delimiter = ',', wrap = (list) => list }: System,
  { header, rows }: Draft,
  options: Writing,
): Buffer {
  if (format === 'xlsx') {
    const sheets = { ...(options.cover && { Cover: [['Made on 3 May']] }), Records: [header, ...rows] }
    return Buffer.from(buildWorkbook(sheets, options))
  }
  if (format === 'csv') {
    const cells = [header, ...rows].map((row) => row.map((cell) => (cell === null ? '' : String(cell))))
    return Buffer.from(stringify(cells, { delimiter: options.delimiter ?? delimiter }))
  }
  const records = rows.map((row) => Object.fromEntries(header.map((name, index) => [name, row[index] ?? null])))
  if (format === 'json') return Buffer.from(JSON.stringify(wrap(records), null, 1))
  return Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join(''))
}
