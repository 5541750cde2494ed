import { z } from 'zod'
import { type Endpoint, endpoint, route } from './endpoint.ts'
import { exampleImport, ImportId, ImportOptions, ImportRecord } from './import-records.ts'
import { maxImportBytes } from './import-values.ts'
import { oneOf } from './primitives.ts'
import { wholeListTypes } from './whole-list.ts'

const fileTypes = [...Object.values(wholeListTypes), 'application/json']

const flag = z.enum(['true', 'false'], { error: 'must be true or false' }).transform((value) => value === 'true')

const { mapping_name, time_zone, encoding, rows } = ImportOptions.shape

const importQuery = <const Kinds extends readonly [string, ...string[]]>(kinds: Kinds) =>
  z.strictObject({
    kind: oneOf(kinds).describe('Kind of the records'),
    mapping: mapping_name.describe(
      'Name of a saved mapping or of a preset; default: columns are recognised by their names',
    ),
    dry_run: flag.optional().describe('Whether to report what would happen and write nothing'),
    time_zone,
    encoding,
    rows,
  })

/** The kinds of records that the change-management API imports from files. */
export const recordKinds = ['changes', 'incidents', 'reviews', 'improvements'] as const

const description = `The body is the file: CSV, Excel (XLSX), JSON (a list of records, or an object that holds one) or NDJSON, of at most ${maxImportBytes / 1024 / 1024} MB. It is stored, and read in the background: \`Location\` is the import, whose \`status\` becomes \`done\`, \`failed\` or \`cancelled\`. Valid rows are written in one transaction, the others are refused. Sending the same file again changes nothing.`

/** The common parts of the three endpoints for files. A person needs the role manager. */
const upload = <System extends 'itsm' | 'docs' | 'resources'>(system: System) =>
  ({
    description,
    access: { system, scope: 'write', role: 'manager' },
    upload: { types: fileTypes, maxBytes: maxImportBytes },
    quota: 'bulk',
    response: ImportRecord,
    status: 202,
    errors: ['not_found'],
  }) as const satisfies Partial<Endpoint>

const one = <System extends 'itsm' | 'docs' | 'resources'>(system: System) =>
  ({
    access: { system, scope: 'read', role: 'manager' },
    params: ImportId,
    errors: ['not_found'],
  }) as const satisfies Partial<Endpoint>

const refused = {
  description:
    'All refused rows in the form in which they came, with line and reason before their columns, to be corrected and sent again. 404 if no row was refused, or 30 days after the import.',
  file: ['text/csv', 'application/x-ndjson'],
  response: z.string(),
} as const satisfies Partial<Endpoint>

/** The example records in each media type. */
const exampleFile = (records: readonly [Readonly<Record<string, string>>, ...Readonly<Record<string, string>>[]]) => ({
  'text/csv': [Object.keys(records[0]), ...records.map((record) => Object.values(record))].map(String).join('\n'),
  'application/json': records,
  'application/x-ndjson': records.map((record) => JSON.stringify(record)).join('\n'),
})

const queued = { ...exampleImport, status: 'queued' as const }
const exampleParams = { params: { id: exampleImport.id } }
const exampleRefused = {
  ...exampleParams,
  response:
    'refused_line,refused_reason,Number,Opened\n17,"opened_at: ""31-02-2026"" is not a date",INC0000007,31-02-2026\n',
}

export const importRecords = endpoint({
  ...route('importRecords', 'Imports', 'POST', '/api/itsm/v1/imports'),
  summary: 'Import a file of changes, incidents, reviews or improvements',
  ...upload('itsm'),
  description: `${description} Rows of \`reviews\` are results of reviews that were made in another tool: they become the review fields of their changes.`,
  query: importQuery(recordKinds),
  examples: {
    query: { kind: 'incidents', time_zone: 'Europe/Copenhagen', encoding: 'utf-8' },
    files: exampleFile([
      { number: 'INC0000007', opened_at: '2026-02-28T09:15:00Z', short_description: 'Payments are slow' },
    ]),
    response: queued,
  },
})

export const getRecordImport = endpoint({
  ...route('getRecordImport', 'Imports', 'GET', '/api/itsm/v1/imports/{id}'),
  summary: 'Get an import of changes, incidents, reviews or improvements',
  ...one('itsm'),
  response: ImportRecord,
  examples: { ...exampleParams, response: exampleImport },
})

export const getRefusedRecords = endpoint({
  ...route('getRefusedRecords', 'Imports', 'GET', '/api/itsm/v1/imports/{id}/refused'),
  summary: 'Get the refused rows of an import of changes, incidents, reviews or improvements',
  ...one('itsm'),
  ...refused,
  examples: exampleRefused,
})

export const importArticles = endpoint({
  ...route('importArticles', 'Imports', 'POST', '/api/docs/v1/imports'),
  summary: 'Import a file of articles',
  ...upload('docs'),
  query: importQuery(['articles']),
  examples: {
    query: { kind: 'articles', time_zone: 'Europe/Copenhagen', encoding: 'utf-8' },
    files: exampleFile([{ id: 'KB0000031', content: '# Measure an upgrade on a full copy' }]),
    response: { ...queued, kind: 'articles' },
  },
})

export const getArticleImport = endpoint({
  ...route('getArticleImport', 'Imports', 'GET', '/api/docs/v1/imports/{id}'),
  summary: 'Get an import of articles',
  ...one('docs'),
  response: ImportRecord,
  examples: { ...exampleParams, response: { ...exampleImport, kind: 'articles' } },
})

export const getRefusedArticles = endpoint({
  ...route('getRefusedArticles', 'Imports', 'GET', '/api/docs/v1/imports/{id}/refused'),
  summary: 'Get the refused rows of an import of articles',
  ...one('docs'),
  ...refused,
  examples: exampleRefused,
})

export const importResources = endpoint({
  ...route('importResources', 'Imports', 'POST', '/api/v1/imports'),
  summary: 'Import a file of users or products',
  ...upload('resources'),
  query: importQuery(['users', 'products']),
  examples: {
    query: { kind: 'users', time_zone: 'Europe/Copenhagen', encoding: 'utf-8' },
    files: exampleFile([{ id: 'U0000042', name: 'Ada Lovelace', email: 'ada@example.org' }]),
    response: { ...queued, kind: 'users' },
  },
})

export const getResourceImport = endpoint({
  ...route('getResourceImport', 'Imports', 'GET', '/api/v1/imports/{id}'),
  summary: 'Get an import of users or products',
  ...one('resources'),
  response: ImportRecord,
  examples: { ...exampleParams, response: { ...exampleImport, kind: 'users' } },
})

export const getRefusedResources = endpoint({
  ...route('getRefusedResources', 'Imports', 'GET', '/api/v1/imports/{id}/refused'),
  summary: 'Get the refused rows of an import of users or products',
  ...one('resources'),
  ...refused,
  examples: exampleRefused,
})
