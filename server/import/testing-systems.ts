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
    }
  })
}

const at = (field: 'opened' | 'resolved', write: (date: Date) => TestCell) => (truth: Truth) =>
  truth[field] === null ? null : write(truth[field])
const say =
  (words: Readonly<Record<string, string>>) =>
  ({ state }: Truth) =>
    words[state] ?? state
const rank =
  (...words: readonly string[]) =>
  ({ level }: Truth) =>
    words[level - 1] ?? null
const number: Column = ['number', (truth) => truth.number]
const service: Column = ['affected_service', (truth) => truth.service]
const change: Column = ['related_change', (truth) => truth.change]
const title = (field = 'short_description'): Column => [field, (truth) => truth.title]
const state = (words: Readonly<Record<string, string>> = {}): Column => ['state', say(words)]
const priority = (...words: readonly string[]): Column => ['priority_level', rank(...words)]
const opened = (write: (date: Date) => TestCell): Column => ['opened_at', at('opened', write)]
const resolved = (write: (date: Date) => TestCell): Column => ['resolved_at', at('resolved', write)]

const ranked = priority('1 - Critical', '2 - High', '3 - Moderate', '4 - Low')
const named = priority('Critical', 'High', 'Medium', 'Low')
const spoken = { new: 'New', in_progress: 'In Progress', on_hold: 'On Hold', resolved: 'Resolved', closed: 'Closed' }

/** The usual columns of incidents under the names of a system, in the order of the truth. */
const incident = (
  names: string,
  date: (date: Date) => TestCell,
  words: Readonly<Record<string, string>>,
  levels: Column,
): Record<string, Column> => {
  const columns = [number, title(), state(words), levels, opened(date), resolved(date), service, change]
  return Object.fromEntries(
    names.split(',').flatMap((name, index) => (columns[index] && name !== '' ? [[name, columns[index]]] : [])),
  )
}
const changeOf = (names: string, date: (date: Date) => TestCell, words: Readonly<Record<string, string>>) => {
  const columns: Column[] = [
    number,
    title('title'),
    state(words),
    ['created_at', at('opened', date)],
    ['planned_start', at('opened', date)],
  ]
  return Object.fromEntries(
    names.split(',').flatMap((name, index) => (columns[index] && name !== '' ? [[name, columns[index]]] : [])),
  )
}

const preset = (name: string, kind: 'changes' | 'incidents', more: Mapping = {}): Mapping => {
  const mapping = allPresets.find((each) => each.name === name)?.kinds[kind]?.mapping
  if (!mapping) throw new Error(`There is no preset ${name}.`)
  return { ...mapping, ...more }
}
const system = (
  name: string,
  kind: System['kind'],
  format: Format,
  numbers: System['numbers'],
  columns: System['columns'],
  more: Partial<System> = {},
): System => ({ name, kind, format, numbers, columns, ...more })

const codes = { new: '1', in_progress: '2', on_hold: '3', resolved: '6', closed: '7' }
const plainNames = 'number,short_description,state,priority,opened_at,resolved_at,affected_service,caused_by_change'
const fieldsOf = (columns: Readonly<Record<string, Column>>) =>
  Object.fromEntries(
    Object.entries(columns).map(([name, [field]]) => [field === 'priority_level' ? 'priority' : field, name]),
  )
/** A mapping by hand: the columns of the fields, and the meaning of the words of the state. */
const byHand = (
  columns: Readonly<Record<string, Column>>,
  words: Readonly<Record<string, string>>,
  more: Mapping = {},
): Mapping => ({
  ...more,
  fields: {
    ...fieldsOf(columns),
    state: {
      column: fieldsOf(columns).state ?? 'state',
      values: Object.fromEntries(Object.entries(words).map(([value, word]) => [word, value])),
    },
  },
})

const otrs = { new: 'neu', in_progress: 'offen', on_hold: 'warten', resolved: 'erfolgreich geschlossen', closed: 'zu' }
const otrsColumns = incident(
  'Ticketnummer,Betreff,Zustand,Stufe,Erstellt am,Gelöst am,Dienst,Änderung',
  dates.german,
  otrs,
  ranked,
)
const duty = {
  new: 'triggered',
  in_progress: 'acknowledged',
  on_hold: 'snoozed',
  resolved: 'resolved',
  closed: 'archived',
}
const dutyColumns = incident(
  'incident_number,description,status,urgency,created_on,resolved_on,service_name',
  dates.offset,
  duty,
  named,
)
const halo = { new: 'New', in_progress: 'Working', on_hold: 'With User', resolved: 'Fixed', closed: 'Closed' }
const haloColumns = incident(
  'Ticket Number,Summary,Status Name,Priority Name,Date Occurred,Date Closed,Service Name',
  dates.slashes,
  halo,
  named,
)
const lab = { new: 'opened', closed: 'closed', resolved: 'done', in_progress: 'doing', on_hold: 'parked' }
const labColumns = incident(
  'Issue ID,Title,State,Severity,Created At (UTC),Closed At (UTC),Labels',
  dates.sql,
  lab,
  ranked,
)
const assystColumns = incident(
  'Ref,Short description,Event status,Event priority,Logged,Resolved on,Item A',
  dates.american,
  spoken,
  named,
)
const azure = { new: 'New', in_progress: 'Active', on_hold: 'Blocked', resolved: 'Resolved', closed: 'Closed' }
const azureColumns = incident(
  'ID,Title,State,Severity,Created Date,Resolved Date,Area Path',
  dates.american,
  azure,
  ranked,
)

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
  system(
    'ServiceNow CSV',
    'incidents',
    'csv',
    ['INC', 7],
    incident(
      'number,short_description,state,priority,opened_at,resolved_at,business_service,caused_by',
      dates.sql,
      spoken,
      ranked,
    ),
  ),
  system(
    'ServiceNow codes',
    'incidents',
    'json',
    ['INC', 7],
    { ...incident(plainNames, dates.sql, codes, priority('1', '2', '3', '4')), sys_created_on: opened(dates.sql) },
    { wrap: (result) => ({ result }) },
  ),
  system(
    'ServiceNow changes',
    'changes',
    'xlsx',
    ['CHG', 7],
    changeOf('number,short_description,state,sys_created_on,start_date', dates.serial, {
      new: 'New',
      closed: 'Closed',
    }),
  ),
  system(
    'Jira',
    'incidents',
    'csv',
    ['OPS-', 5],
    {
      ...incident(
        'Issue key,Summary,Status,Priority,Created,Resolved,Component/s',
        dates.jira,
        { new: 'Open', on_hold: 'Waiting for customer', in_progress: 'Under investigation' },
        named,
      ),
      'Issue id': ['', () => 10_001],
    },
    { mapping: preset('Jira', 'incidents') },
  ),
  system(
    'Jira API',
    'incidents',
    'json',
    ['OPS-', 5],
    incident(
      'key,summary,status,priority,created,resolutiondate,components',
      dates.offset,
      { ...spoken, new: 'Open', on_hold: 'Waiting for customer', in_progress: 'Under investigation' },
      named,
    ),
    {
      mapping: preset('Jira', 'incidents'),
      wrap: (issues) => ({ isLast: true, issues: issues.map(nestFields) }),
    },
  ),
  system(
    'Jira changes',
    'changes',
    'csv',
    ['OPS-', 5],
    changeOf('Issue key,Summary,Status,Created,Custom field (Change start date)', dates.jira, {
      assess: 'Planning',
      authorize: 'Awaiting approval',
      scheduled: 'Awaiting implementation',
      implement: 'Implementing',
      review: 'In review',
      closed: 'Completed',
      new: 'To do',
    }),
    { mapping: preset('Jira', 'changes') },
  ),
  system(
    'Freshservice',
    'incidents',
    'csv',
    ['INC-', 3],
    incident(
      'Ticket ID,Subject,Status,Priority,Created Time,Resolved Time,Category',
      dates.sql,
      { ...spoken, new: 'Open', on_hold: 'Pending' },
      priority('Urgent', 'High', 'Medium', 'Low'),
    ),
    { mapping: preset('Freshservice', 'incidents') },
  ),
  system(
    'Freshservice API',
    'incidents',
    'json',
    ['', 5],
    incident(
      'id,subject,status,priority,created_at,,category',
      dates.iso,
      { new: '2', on_hold: '3', resolved: '4', closed: '5', in_progress: 'In progress' },
      priority('4', '3', '2', '1'),
    ),
    { mapping: preset('Freshservice', 'incidents'), wrap: (tickets) => ({ tickets }) },
  ),
  system(
    'BMC Helix',
    'incidents',
    'csv',
    ['INC', 12],
    incident(
      'Incident ID*+,Summary*,Status*,Priority*,Reported Date+,Last Resolved Date,Service*+',
      dates.american,
      { ...spoken, in_progress: 'Assigned', on_hold: 'Pending' },
      named,
    ),
    { mapping: preset('BMC Remedy', 'incidents', { date_order: 'month-first' }) },
  ),
  system(
    'Ivanti',
    'incidents',
    'csv',
    ['', 5],
    incident(
      'IncidentNumber,Subject,Status,Priority,CreatedDateTime,ResolvedDateTime,Service',
      dates.american,
      { new: 'Logged', in_progress: 'Active', on_hold: 'Waiting for Customer', resolved: 'Resolved', closed: 'Closed' },
      priority('1', '2', '3', '4'),
    ),
    { mapping: preset('Ivanti', 'incidents', { date_order: 'month-first' }) },
  ),
  system(
    'GLPI',
    'incidents',
    'csv',
    ['', 6],
    incident(
      "ID,Titre,Statut,Priorité,Date d'ouverture,Date de résolution,Catégorie",
      dates.dashes,
      { new: 'Nouveau', in_progress: 'En cours (Attribué)', on_hold: 'En attente', resolved: 'Résolu', closed: 'Clos' },
      priority('Majeure', '5', '3', '2'),
    ),
    { mapping: preset('GLPI', 'incidents'), delimiter: ';' },
  ),
  system(
    'TOPdesk',
    'incidents',
    'csv',
    ['M2603 ', 3],
    incident(
      'Meldingnummer,Korte omschrijving,Status,Prioriteit,Aanmelddatum,Datum gereed,Dienst',
      dates.dashes,
      {
        new: 'Aangemeld',
        in_progress: 'In behandeling',
        on_hold: 'Wacht op gebruiker',
        resolved: 'Gereed',
        closed: 'Afgesloten',
      },
      priority('P1', 'P2', 'P3', 'P4'),
    ),
    { mapping: preset('TOPdesk', 'incidents'), delimiter: ';' },
  ),
  system(
    'iTop',
    'incidents',
    'csv',
    ['I-', 6],
    incident(
      'Ref,Title,Status,Priority,Start date,Resolution date,Service->Name',
      dates.sql,
      { ...spoken, in_progress: 'dispatched', on_hold: 'pending' },
      named,
    ),
    { mapping: preset('iTop', 'incidents') },
  ),
  system(
    'ManageEngine',
    'incidents',
    'csv',
    ['', 4],
    incident(
      'Request ID,Subject,Request Status,Priority,Created Time,Resolved Time,Service Affected,Caused By Change',
      dates.words,
      { ...spoken, new: 'Open', on_hold: 'Onhold' },
      named,
    ),
    { mapping: preset('ManageEngine ServiceDesk Plus', 'incidents') },
  ),
  system(
    'ManageEngine API',
    'incidents',
    'json',
    ['', 5],
    incident(
      'id,subject,status,priority,created_time,resolved_time,service_category',
      dates.milliseconds,
      { ...spoken, new: 'Open', on_hold: 'Onhold' },
      named,
    ),
    {
      mapping: preset('ManageEngine ServiceDesk Plus', 'incidents'),
      wrap: (requests) => ({ requests: nameObjects(requests), list_info: { has_more_rows: false } }),
    },
  ),
  system(
    'BMC Helix API',
    'changes',
    'json',
    ['CRQ', 12],
    changeOf(
      'Infrastructure Change ID,Description,Change Request Status,Submit Date,Scheduled Start Date',
      dates.helix,
      {
        new: 'Draft',
        assess: 'Planning In Progress',
        authorize: 'Scheduled For Approval',
        implement: 'Implementation In Progress',
        review: 'Completed',
      },
    ),
    {
      mapping: preset('BMC Remedy', 'changes'),
      wrap: (entries) => ({ entries: entries.map((values) => ({ values, _links: { self: [{ href: 'x' }] } })) }),
    },
  ),
  system(
    'Zendesk',
    'incidents',
    'json',
    ['', 4],
    {
      ...incident(
        'id,subject,status,priority,created_at',
        dates.iso,
        { new: 'new', in_progress: 'open', on_hold: 'hold', resolved: 'solved', closed: 'closed' },
        priority('urgent', 'high', 'normal', 'low'),
      ),
      type: ['', () => 'incident'],
    },
    {
      mapping: {
        fields: {
          state: { values: { open: 'in_progress' } },
          priority: { values: { urgent: '1 - urgent', normal: '3 - normal' } },
        },
      },
      wrap: (tickets) => ({ tickets, next_page: null, count: tickets.length }),
    },
  ),
  system(
    'GitHub issues',
    'incidents',
    'json',
    ['', 3],
    {
      ...incident(
        'number,title,state,,created_at',
        dates.iso,
        { new: 'open', in_progress: 'open', on_hold: 'open', resolved: 'closed', closed: 'closed' },
        ranked,
      ),
      pull_request: ['', () => null],
    },
    {},
  ),
  system('GitLab', 'incidents', 'csv', ['', 3], labColumns, { mapping: byHand(labColumns, lab) }),
  system(
    'Azure DevOps',
    'incidents',
    'csv',
    ['', 5],
    { ...azureColumns, 'Work Item Type': ['', () => 'Bug'] },
    { mapping: byHand(azureColumns, azure, { date_order: 'month-first' }) },
  ),
  system(
    'Opsgenie',
    'incidents',
    'ndjson',
    ['', 4],
    {
      ...incident(
        'tinyId,message,status,priority,createdAt',
        dates.milliseconds,
        { ...spoken, new: 'open' },
        priority('P1', 'P2', 'P3', 'P4'),
      ),
    },
    { mapping: { fields: { number: 'tinyId', short_description: 'message' } } },
  ),
  system('PagerDuty', 'incidents', 'csv', ['', 4], dutyColumns, { mapping: byHand(dutyColumns, duty) }),
  system('OTRS', 'incidents', 'csv', ['2026', 12], otrsColumns, { mapping: byHand(otrsColumns, otrs), delimiter: ';' }),
  system('HaloITSM', 'incidents', 'xlsx', ['', 5], haloColumns, {
    mapping: byHand(haloColumns, halo, { date_order: 'day-first' }),
  }),
  system('assyst', 'incidents', 'csv', ['', 6], assystColumns, {
    mapping: byHand(assystColumns, spoken, { date_order: 'month-first' }),
    delimiter: '|',
  }),
  system(
    'Statuspage',
    'incidents',
    'json',
    ['st', 5],
    incident(
      'id,name,status,impact,created_at,resolved_at',
      dates.iso,
      {
        new: 'investigating',
        in_progress: 'identified',
        on_hold: 'monitoring',
        resolved: 'resolved',
        closed: 'postmortem',
      },
      named,
    ),
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
  system(
    'Xurrent',
    'changes',
    'csv',
    ['', 6],
    changeOf('ID,Subject,Status,Created at,Start at', dates.iso, {
      new: 'registered',
      assess: 'assessment',
      authorize: 'approval',
      scheduled: 'planned',
      implement: 'in_progress',
      review: 'review',
      closed: 'completed',
    }),
    { mapping: { fields: { title: 'Subject', planned_start: 'Start at' } } },
  ),
  system('plain tabs', 'incidents', 'csv', ['INC', 5], incident(plainNames, dates.iso, {}, ranked), {
    delimiter: '\t',
  }),
  system('plain workbook', 'incidents', 'xlsx', ['INC', 5], incident(plainNames, dates.serial, {}, ranked)),
  system('plain list', 'incidents', 'json', ['INC', 5], incident(plainNames, dates.seconds, {}, ranked)),
  system(
    'plain changes',
    'changes',
    'ndjson',
    ['CHG', 8],
    changeOf('number,title,state,created_at,planned_start', dates.iso, {}),
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
