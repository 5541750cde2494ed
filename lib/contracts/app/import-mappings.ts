import { z } from 'zod'
import { endpoint, route } from '#lib/contracts/endpoint.ts'
import { Mapping } from '#lib/contracts/import-mapping.ts'
import { importKinds } from '#lib/contracts/import-values.ts'
import { nameText, oneOf, Timestamp } from '#lib/contracts/primitives.ts'

const access = { role: 'manager', onlyPeople: true } as const

export const SavedMapping = z
  .object({
    name: z.string().describe('Name of the mapping'),
    kind: oneOf(importKinds).describe('Kind of the records'),
    mapping: Mapping.describe('The columns of fields'),
    saved_by: z.string().describe('Who saved it last'),
    created_at: Timestamp.describe('When it was first saved'),
    updated_at: Timestamp.describe('When it was last saved'),
  })
  .meta({ id: 'SavedMapping' })
export type SavedMapping = z.infer<typeof SavedMapping>

const Preset = z
  .object({ name: z.string().describe('Name of the system'), mapping: Mapping.describe('The columns of fields') })
  .meta({ id: 'ImportPreset' })

const NewMapping = z
  .strictObject({
    kind: oneOf(importKinds).describe('Kind of the records'),
    mapping: Mapping.describe('The columns of fields'),
  })
  .meta({ id: 'NewMapping' })
export type NewMapping = z.infer<typeof NewMapping>

const MappingName = z.object({ name: nameText(80).describe('Name of the mapping') })

const exampleMapping: SavedMapping = {
  name: 'Service desk',
  kind: 'incidents',
  mapping: { fields: { number: 'Ticket', opened_at: { column: 'Opened', format: 'dd-MM-yyyy HH:mm' } } },
  saved_by: 'Mira Sandberg',
  created_at: '2026-03-02T08:15:00.000Z',
  updated_at: '2026-03-02T08:15:00.000Z',
}
const exampleParams = { name: exampleMapping.name }

export const listSavedMappings = endpoint({
  ...route('listSavedMappings', 'Imports', 'GET', '/api/app/v1/import-mappings'),
  summary: 'The saved mappings of columns to fields by name, and the presets',
  access,
  query: z.strictObject({ kind: oneOf(importKinds).optional().describe('Kind of the records') }),
  response: z.object({
    result: z.array(SavedMapping),
    presets: z.array(Preset).describe('The mappings for the exports of other systems; without a kind none'),
  }),
  examples: {
    query: { kind: 'incidents' },
    response: { result: [exampleMapping], presets: [{ name: 'Service desk', mapping: exampleMapping.mapping }] },
  },
})

export const saveMapping = endpoint({
  ...route('saveMapping', 'Imports', 'PUT', '/api/app/v1/import-mappings/{name}'),
  summary: 'Save a mapping under a name',
  description:
    'Replaces a mapping of that name. Imports use it by name: page, command line and API alike. Connections that use it read its tables again.',
  access,
  params: MappingName,
  body: NewMapping,
  response: SavedMapping,
  errors: ['conflict'],
  examples: {
    params: exampleParams,
    body: { kind: exampleMapping.kind, mapping: exampleMapping.mapping },
    response: exampleMapping,
  },
})

export const deleteSavedMapping = endpoint({
  ...route('deleteSavedMapping', 'Imports', 'DELETE', '/api/app/v1/import-mappings/{name}'),
  summary: 'Delete a saved mapping',
  description: 'A mapping that a connection uses cannot be deleted.',
  access,
  params: MappingName,
  response: z.null(),
  status: 204,
  errors: ['not_found', 'conflict'],
  examples: { params: exampleParams },
})
