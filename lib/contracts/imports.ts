import { z } from 'zod'
import { endpointsFor } from './endpoint.ts'
import { ImportId, ImportOptions, ImportRecord } from './import-records.ts'
import { type ImportKind, maxImportBytes } from './import-values.ts'
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

/** The example records in each media type. */
const exampleFile = (records: readonly [Readonly<Record<string, string>>, ...Readonly<Record<string, string>>[]]) => ({
  'text/csv': [Object.keys(records[0]), ...records.map((record) => Object.values(record))].map(String).join('\n'),
  'application/json': records,
  'application/x-ndjson': records.map((record) => JSON.stringify(record)).join('\n'),
})

const params = { id: 'import_01jdh3m8w5c2v7k9q4r6t8y0ab' }

type FileEndpoints<Names, Kinds> = {
  readonly names: Names
  /** The records in words. */
  readonly noun: string
  readonly kinds: Kinds
  readonly base: string
  readonly example: { readonly kind: ImportKind; readonly record: Readonly<Record<string, string>> }
  readonly more?: string
}

/** The endpoints by which one system sends files and reads what became of them. A person needs the role manager. */
/* @__NO_SIDE_EFFECTS__ */
function fileEndpoints<
  const System extends 'itsm' | 'docs' | 'resources',
  const Names extends readonly [send: string, get: string, getRefused: string],
  const Kinds extends readonly [string, ...string[]],
>(system: System, { names, noun, kinds, base, example, more = '' }: FileEndpoints<Names, Kinds>) {
  const writers = endpointsFor('Imports', { system, scope: 'write', role: 'manager' }, `${base}/imports`)
  const readers = endpointsFor('Imports', { system, scope: 'read', role: 'manager' }, `${base}/imports`)
  const { kind } = example
  return [
    writers.post(names[0] as Names[0], '', {
      summary: `Import a file of ${noun}`,
      description: `${description}${more}`,
      quota: 'bulk',
      query: importQuery(kinds),
      upload: { types: fileTypes, maxBytes: maxImportBytes },
      response: ImportRecord,
      status: 202,
      errors: ['not_found'],
      examples: {
        query: { kind, time_zone: 'Europe/Copenhagen', encoding: 'utf-8' },
        files: exampleFile([example.record]),
      },
    }),
    readers.get(names[1] as Names[1], '/{id}', {
      summary: `Get an import of ${noun}`,
      params: ImportId,
      response: ImportRecord,
      examples: { params },
    }),
    readers.get(names[2] as Names[2], '/{id}/refused', {
      summary: `Get the refused rows of an import of ${noun}`,
      description:
        'All refused rows in the form in which they came, with line and reason before their columns, to be corrected and sent again. 404 if no row was refused, or 30 days after the import.',
      params: ImportId,
      file: ['text/csv', 'application/x-ndjson'],
      examples: {
        params,
        response:
          'refused_line,refused_reason,Number,Opened\n17,"opened_at: ""31-02-2026"" is not a date",INC0000007,31-02-2026\n',
      },
    }),
  ] as const
}

export const [importRecords, getRecordImport, getRefusedRecords] = fileEndpoints('itsm', {
  names: ['importRecords', 'getRecordImport', 'getRefusedRecords'],
  noun: 'changes, incidents, reviews or improvements',
  kinds: recordKinds,
  base: '/api/itsm/v1',
  example: {
    kind: 'incidents',
    record: { number: 'INC0000007', opened_at: '2026-02-28T09:15:00Z', short_description: 'Payments are slow' },
  },
  more: ' Rows of `reviews` are results of reviews that were made in another tool: they become the review fields of their changes.',
})

export const [importArticles, getArticleImport, getRefusedArticles] = fileEndpoints('docs', {
  names: ['importArticles', 'getArticleImport', 'getRefusedArticles'],
  noun: 'articles',
  kinds: ['articles'],
  base: '/api/docs/v1',
  example: { kind: 'articles', record: { id: 'KB0000031', content: '# Measure an upgrade on a full copy' } },
})

export const [importResources, getResourceImport, getRefusedResources] = fileEndpoints('resources', {
  names: ['importResources', 'getResourceImport', 'getRefusedResources'],
  noun: 'users or products',
  kinds: ['users', 'products'],
  base: '/api/v1',
  example: { kind: 'users', record: { id: 'U0000042', name: 'Ada Lovelace', email: 'ada@example.org' } },
})
