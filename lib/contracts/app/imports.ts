import { z } from 'zod'
import { endpoint, route } from '#lib/contracts/endpoint.ts'
import { ImportEntry, ImportId, ImportOptions, ImportRecord } from '#lib/contracts/import-records.ts'
import { importKinds, importStatuses, maxImportBytes } from '#lib/contracts/import-values.ts'
import { RecordPage } from '#lib/contracts/pages.ts'
import { oneOf, text, wholeNumber } from '#lib/contracts/primitives.ts'

const access = { role: 'manager', onlyPeople: true } as const

export const listImports = endpoint({
  ...route('listImports', 'Imports', 'GET', '/api/app/v1/imports'),
  access,
  query: z.strictObject({
    kind: oneOf(importKinds).optional().describe('Kind of the records'),
    status: oneOf(importStatuses).optional(),
    ...RecordPage,
    limit: wholeNumber(1, 100).default(50),
  }),
  response: z.object({ result: z.array(ImportEntry), total_count: z.int().min(0) }),
})

export const uploadImport = endpoint({
  ...route('uploadImport', 'Imports', 'POST', '/api/app/v1/imports'),
  access,
  quota: 'bulk',
  query: z.strictObject({
    kind: oneOf(importKinds).describe('Kind of the records'),
    file_name: text(255),
  }),
  upload: {
    types: ['application/octet-stream'],
    maxBytes: maxImportBytes,
  },
  response: ImportRecord,
  status: 201,
})

export const getImport = endpoint({
  ...route('getImport', 'Imports', 'GET', '/api/app/v1/imports/{id}'),
  access,
  params: ImportId,
  response: ImportRecord,
  errors: ['not_found'],
})

export const updateImport = endpoint({
  ...route('updateImport', 'Imports', 'PATCH', '/api/app/v1/imports/{id}'),
  access,
  params: ImportId,
  body: z.strictObject({ options: ImportOptions }),
  response: ImportRecord,
  errors: ['not_found', 'conflict'],
})

export const deleteImport = endpoint({
  ...route('deleteImport', 'Imports', 'DELETE', '/api/app/v1/imports/{id}'),
  access,
  params: ImportId,
  response: z.null(),
  status: 204,
  errors: ['not_found', 'conflict'],
})

export const runImport = endpoint({
  ...route('runImport', 'Imports', 'POST', '/api/app/v1/imports/{id}/run'),
  access,
  params: ImportId,
  body: z.strictObject({ dry_run: z.boolean().describe('Whether to report what would happen and write nothing') }),
  response: ImportRecord,
  status: 202,
  errors: ['not_found', 'conflict'],
})

export const cancelImport = endpoint({
  ...route('cancelImport', 'Imports', 'POST', '/api/app/v1/imports/{id}/cancel'),
  access,
  params: ImportId,
  response: ImportRecord,
  errors: ['not_found', 'conflict'],
})

export const undoImport = endpoint({
  ...route('undoImport', 'Imports', 'POST', '/api/app/v1/imports/{id}/undo'),
  access,
  params: ImportId,
  response: z.object({
    restored: z.int().min(0),
    deleted: z.int().min(0),
    kept: z.int().min(0),
    kept_records: z.array(
      z.object({
        entity: z.string(),
        key: z.string(),
        reason: z.string(),
      }),
    ),
  }),
  errors: ['not_found', 'conflict'],
})

/** Maximum refused rows that a page can correct; more are corrected in the file. */
export const maxCorrectableRows = 1000

export const listRefusedRows = endpoint({
  ...route('listRefusedRows', 'Imports', 'GET', '/api/app/v1/imports/{id}/refused-rows'),
  access,
  params: ImportId,
  query: z.strictObject({
    page: wholeNumber(1, maxCorrectableRows).default(1).describe('Page number, from 1'),
    limit: wholeNumber(1, 100).default(50).describe('Rows per page'),
  }),
  response: z.object({
    columns: z.array(z.string()),
    result: z.array(
      z.object({
        place: z.string(),
        reason: z.string().describe('Why it was refused'),
        cells: z.record(z.string(), z.unknown()),
      }),
    ),
    total_count: z.int().min(0),
  }),
  errors: ['not_found'],
})

export const getRefusedRows = endpoint({
  ...route('getRefusedRows', 'Imports', 'GET', '/api/app/v1/imports/{id}/refused'),
  access,
  params: ImportId,
  file: ['text/csv', 'application/x-ndjson'],
  response: z.string(),
  errors: ['not_found'],
})

export const sendMendedRows = endpoint({
  ...route('sendMendedRows', 'Imports', 'POST', '/api/app/v1/imports/{id}/mended-rows'),
  access,
  params: ImportId,
  body: z.strictObject({
    rows: z
      .array(z.record(z.string(), z.unknown()))
      .min(1, { error: 'must not be empty' })
      .max(maxCorrectableRows, { error: `must have at most ${maxCorrectableRows.toLocaleString('en')} rows` }),
  }),
  maxBodyBytes: 4 * 1024 * 1024,
  response: ImportRecord,
  status: 202,
  errors: ['not_found', 'conflict', 'insufficient_storage'],
})
