import { z } from 'zod'
import { endpointsFor } from '#lib/contracts/endpoint.ts'
import { ImportEntry, ImportId, ImportOptions, ImportRecord, Mapping } from '#lib/contracts/import-records.ts'
import { importKinds, importStatuses, maxImportBytes } from '#lib/contracts/import-values.ts'
import { RecordPage } from '#lib/contracts/pages.ts'
import { nameText, oneOf, Timestamp, text, wholeNumber } from '#lib/contracts/primitives.ts'

const people = endpointsFor('Imports', { role: 'manager', onlyPeople: true })

export const listImports = people.get('listImports', '/imports', {
  query: z.strictObject({
    kind: oneOf(importKinds).optional().describe('Kind of the records'),
    status: oneOf(importStatuses).optional(),
    ...RecordPage,
    limit: wholeNumber(1, 100).default(50),
  }),
  response: z.object({ result: z.array(ImportEntry), total_count: z.int().min(0) }),
})

export const uploadImport = people.post('uploadImport', '/imports', {
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

export const getImport = people.get('getImport', '/imports/{id}', { params: ImportId, response: ImportRecord })

export const updateImport = people.patch('updateImport', '/imports/{id}', {
  params: ImportId,
  body: z.strictObject({ options: ImportOptions }),
  response: ImportRecord,
  errors: ['not_found', 'conflict'],
})

export const deleteImport = people.delete('deleteImport', '/imports/{id}', {
  params: ImportId,
  errors: ['not_found', 'conflict'],
})

export const runImport = people.post('runImport', '/imports/{id}/run', {
  params: ImportId,
  body: z.strictObject({ dry_run: z.boolean().describe('Whether to report what would happen and write nothing') }),
  response: ImportRecord,
  status: 202,
  errors: ['not_found', 'conflict'],
})

export const cancelImport = people.post('cancelImport', '/imports/{id}/cancel', {
  params: ImportId,
  response: ImportRecord,
  errors: ['not_found', 'conflict'],
})

export const undoImport = people.post('undoImport', '/imports/{id}/undo', {
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

export const listRefusedRows = people.get('listRefusedRows', '/imports/{id}/refused-rows', {
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
})

export const getRefusedRows = people.get('getRefusedRows', '/imports/{id}/refused', {
  params: ImportId,
  file: ['text/csv', 'application/x-ndjson'],
})

export const sendMendedRows = people.post('sendMendedRows', '/imports/{id}/mended-rows', {
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

export const SavedMapping = z.object({
  name: z.string(),
  kind: oneOf(importKinds).describe('Kind of the records'),
  mapping: Mapping.describe('The columns of fields'),
  saved_by: z.string(),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type SavedMapping = z.infer<typeof SavedMapping>

const Preset = z.object({
  name: z.string().describe('Name of the system'),
  mapping: Mapping.describe('The columns of fields'),
})

const NewMapping = z.strictObject({
  kind: oneOf(importKinds).describe('Kind of the records'),
  mapping: Mapping.describe('The columns of fields'),
})
export type NewMapping = z.infer<typeof NewMapping>

const MappingName = z.object({ name: nameText(80) })

export const listSavedMappings = people.get('listSavedMappings', '/import-mappings', {
  query: z.strictObject({ kind: oneOf(importKinds).optional().describe('Kind of the records') }),
  response: z.object({
    result: z.array(SavedMapping),
    presets: z.array(Preset),
  }),
})

export const saveMapping = people.put('saveMapping', '/import-mappings/{name}', {
  params: MappingName,
  body: NewMapping,
  response: SavedMapping,
  errors: ['conflict'],
})
