import { z } from 'zod'
import { endpoint, route } from '#lib/contracts/endpoint.ts'
import {
  exampleEntry,
  exampleImport,
  ImportEntry,
  ImportId,
  ImportOptions,
  ImportRecord,
} from '#lib/contracts/import-records.ts'
import { importKinds, importStatuses, maxImportBytes } from '#lib/contracts/import-values.ts'
import { RecordPage } from '#lib/contracts/pages.ts'
import { oneOf, text, wholeNumber } from '#lib/contracts/primitives.ts'

const access = { role: 'manager', onlyPeople: true } as const
const exampleParams = { id: exampleImport.id }
const draft = { ...exampleImport, source: 'page' as const, status: 'draft' as const }

export const listImports = endpoint({
  ...route('listImports', 'Imports', 'GET', '/api/app/v1/imports'),
  summary: 'The imports, newest first',
  access,
  query: z.strictObject({
    kind: oneOf(importKinds).optional().describe('Kind of the records'),
    status: oneOf(importStatuses).optional().describe('State of the import'),
    ...RecordPage,
    limit: wholeNumber(1, 100).default(50).describe('Imports per page'),
  }),
  response: z.object({ result: z.array(ImportEntry), total_count: z.int().min(0) }),
  examples: { query: { kind: 'incidents' }, response: { result: [exampleEntry], total_count: 1 } },
})

export const uploadImport = endpoint({
  ...route('uploadImport', 'Imports', 'POST', '/api/app/v1/imports'),
  summary: 'Send a file as a draft of an import',
  description: `The body is the file, of at most ${maxImportBytes / 1024 / 1024} MB. Nothing is read until the draft runs; a draft that never does is deleted after 7 days.`,
  access,
  quota: 'bulk',
  query: z.strictObject({
    kind: oneOf(importKinds).describe('Kind of the records'),
    file_name: text(255).describe('Name of the file; its ending decides the format'),
  }),
  upload: {
    types: ['application/octet-stream'],
    maxBytes: maxImportBytes,
  },
  response: ImportRecord,
  status: 201,
  examples: {
    query: { kind: 'incidents', file_name: 'incidents.csv' },
    files: { 'application/octet-stream': 'number,opened_at\nINC0000007,2026-02-28T09:15:00Z\n' },
    response: draft,
  },
})

export const getImport = endpoint({
  ...route('getImport', 'Imports', 'GET', '/api/app/v1/imports/{id}'),
  summary: 'Get an import',
  access,
  params: ImportId,
  response: ImportRecord,
  errors: ['not_found'],
  examples: { params: exampleParams, response: exampleImport },
})

export const updateImport = endpoint({
  ...route('updateImport', 'Imports', 'PATCH', '/api/app/v1/imports/{id}'),
  summary: 'Change how the file of an import is read',
  description: 'The options replace those of the import. 409 once it is queued or has written records.',
  access,
  params: ImportId,
  body: z.strictObject({ options: ImportOptions }).meta({ id: 'ImportPatch' }),
  response: ImportRecord,
  errors: ['not_found', 'conflict'],
  examples: { params: exampleParams, body: { options: exampleImport.options }, response: draft },
})

export const deleteImport = endpoint({
  ...route('deleteImport', 'Imports', 'DELETE', '/api/app/v1/imports/{id}'),
  summary: 'Delete the file of an import',
  description:
    'Deletes the stored file and the refused rows. An import that has written nothing is deleted as a whole; one that has written records stays in the list and can be undone. 409 while it is queued or runs.',
  access,
  params: ImportId,
  response: z.null(),
  status: 204,
  errors: ['not_found', 'conflict'],
  examples: { params: exampleParams },
})

export const runImport = endpoint({
  ...route('runImport', 'Imports', 'POST', '/api/app/v1/imports/{id}/run'),
  summary: 'Run an import',
  description:
    'Runs a draft, or again an import that failed, was cancelled or was a dry run. 409 if it runs, has written records, or its file is no longer stored.',
  access,
  params: ImportId,
  body: z
    .strictObject({ dry_run: z.boolean().describe('Whether to report what would happen and write nothing') })
    .meta({ id: 'ImportStart' }),
  response: ImportRecord,
  status: 202,
  errors: ['not_found', 'conflict'],
  examples: { params: exampleParams, body: { dry_run: true }, response: { ...draft, status: 'queued' } },
})

export const cancelImport = endpoint({
  ...route('cancelImport', 'Imports', 'POST', '/api/app/v1/imports/{id}/cancel'),
  summary: 'Cancel an import',
  description: 'A running import stops within seconds and writes nothing. 409 if it has ended.',
  access,
  params: ImportId,
  response: ImportRecord,
  errors: ['not_found', 'conflict'],
  examples: { params: exampleParams, response: { ...exampleImport, status: 'cancelled' } },
})

export const undoImport = endpoint({
  ...route('undoImport', 'Imports', 'POST', '/api/app/v1/imports/{id}/undo'),
  summary: 'Undo an import',
  description:
    'Gives every record the values that it had before, and deletes those that the import inserted. A record that was edited since, or that others refer to, is listed and stays as it is. Possible once.',
  access,
  params: ImportId,
  response: z
    .object({
      restored: z.int().min(0).describe('Records that have their earlier values again'),
      deleted: z.int().min(0).describe('Inserted records that were deleted'),
      kept: z.int().min(0).describe('Records that stay as they are'),
      kept_records: z
        .array(
          z.object({
            entity: z.string().describe('Kind of record, as in the history'),
            key: z.string().describe('Number or identifier'),
            reason: z.string().describe('Why it stays'),
          }),
        )
        .describe('The first 1,000 of them'),
    })
    .meta({ id: 'ImportUndone' }),
  errors: ['not_found', 'conflict'],
  examples: {
    params: exampleParams,
    response: {
      restored: 80,
      deleted: 1099,
      kept: 1,
      kept_records: [{ entity: 'incident', key: 'INC0000007', reason: 'edited since' }],
    },
  },
})

/** Maximum refused rows that a page can correct; more are corrected in the file. */
export const maxCorrectableRows = 1000

export const listRefusedRows = endpoint({
  ...route('listRefusedRows', 'Imports', 'GET', '/api/app/v1/imports/{id}/refused-rows'),
  summary: 'The refused rows of an import with their cells',
  description: `The first ${maxCorrectableRows.toLocaleString('en')} of them; the file of refused rows has all. A cell beyond 2,000 characters is shortened; sent back unchanged, it counts as the whole cell.`,
  access,
  params: ImportId,
  query: z.strictObject({
    page: wholeNumber(1, maxCorrectableRows).default(1).describe('Page number, from 1'),
    limit: wholeNumber(1, 100).default(50).describe('Rows per page'),
  }),
  response: z.object({
    columns: z.array(z.string()).describe('Columns of the file; empty for JSON, whose records have their own'),
    result: z.array(
      z
        .object({
          place: z.string().describe('Line, or record, of the file'),
          reason: z.string().describe('Why it was refused'),
          cells: z.record(z.string(), z.unknown()).describe('Values by column'),
        })
        .meta({ id: 'RefusedCells' }),
    ),
    total_count: z.int().min(0),
  }),
  errors: ['not_found'],
  examples: {
    params: exampleParams,
    response: {
      columns: ['Number', 'Opened'],
      result: [
        {
          place: '17',
          reason: 'opened_at: "31-02-2026" is not a date',
          cells: { Number: 'INC0000007', Opened: '31-02-2026' },
        },
      ],
      total_count: 1,
    },
  },
})

export const getRefusedRows = endpoint({
  ...route('getRefusedRows', 'Imports', 'GET', '/api/app/v1/imports/{id}/refused'),
  summary: 'The refused rows of an import as a file',
  description: 'In the form in which they came, with line and reason before their columns.',
  access,
  params: ImportId,
  file: ['text/csv', 'application/x-ndjson'],
  response: z.string(),
  errors: ['not_found'],
  examples: {
    params: exampleParams,
    response: 'refused_line,refused_reason,Number\n17,opened_at is empty,INC0000007\n',
  },
})

export const sendMendedRows = endpoint({
  ...route('sendMendedRows', 'Imports', 'POST', '/api/app/v1/imports/{id}/mended-rows'),
  summary: 'Import the corrected rows of an import',
  description: 'Makes and queues a new import of these rows, with the options of the first.',
  access,
  params: ImportId,
  body: z
    .strictObject({
      rows: z
        .array(z.record(z.string(), z.unknown()))
        .min(1, { error: 'must not be empty' })
        .max(maxCorrectableRows, { error: `must have at most ${maxCorrectableRows.toLocaleString('en')} rows` })
        .describe('Values by column'),
    })
    .meta({ id: 'MendedRows' }),
  maxBodyBytes: 4 * 1024 * 1024,
  response: ImportRecord,
  status: 202,
  errors: ['not_found', 'conflict', 'insufficient_storage'],
  examples: {
    params: exampleParams,
    body: { rows: [{ Number: 'INC0000007', Opened: '28-02-2026' }] },
    response: { ...draft, status: 'queued' },
  },
})
