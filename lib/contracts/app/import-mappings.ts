import { z } from 'zod'
import { endpoint, route } from '#lib/contracts/endpoint.ts'
import { Mapping } from '#lib/contracts/import-mapping.ts'
import { importKinds } from '#lib/contracts/import-values.ts'
import { nameText, oneOf, Timestamp } from '#lib/contracts/primitives.ts'

const access = { role: 'manager', onlyPeople: true } as const

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

export const listSavedMappings = endpoint({
  ...route('listSavedMappings', 'Imports', 'GET', '/api/app/v1/import-mappings'),
  access,
  query: z.strictObject({ kind: oneOf(importKinds).optional().describe('Kind of the records') }),
  response: z.object({
    result: z.array(SavedMapping),
    presets: z.array(Preset),
  }),
})

export const saveMapping = endpoint({
  ...route('saveMapping', 'Imports', 'PUT', '/api/app/v1/import-mappings/{name}'),
  access,
  params: MappingName,
  body: NewMapping,
  response: SavedMapping,
  errors: ['conflict'],
})

export const deleteSavedMapping = endpoint({
  ...route('deleteSavedMapping', 'Imports', 'DELETE', '/api/app/v1/import-mappings/{name}'),
  access,
  params: MappingName,
  response: z.null(),
  status: 204,
  errors: ['not_found', 'conflict'],
})
