import type { FieldMapping, Mapping } from '#lib/contracts/import-records.ts'
import type { ImportKind } from '#lib/contracts/import-values.ts'
import { foldColumnName, mapColumnNames } from '#server/import/source/source.ts'
import { AppError } from '#server/platform/errors.ts'
import { freshservice } from './freshservice.ts'
import { glpi } from './glpi.ts'
import { itop } from './itop.ts'
import { ivanti } from './ivanti.ts'
import { jira } from './jira.ts'
import { manageEngine } from './manageengine.ts'
import type { Preset } from './preset.ts'
import { remedy } from './remedy.ts'
import { serviceNowPreset } from './servicenow.ts'
import { topdesk } from './topdesk.ts'

/** Finds a preset by name, ignoring case. */
export const findPreset = (name: string): Preset | undefined =>
  allPresets.find((preset) => preset.name.toLowerCase() === name.trim().toLowerCase())

/** Lists the mappings of presets for a kind of records, by name. */
export const listPresetMappings = (kind: ImportKind): { readonly name: string; readonly mapping: Mapping }[] =>
  allPresets.flatMap((preset) => {
    const { mapping } = preset.kinds[kind] ?? {}
    return mapping ? [{ name: preset.name, mapping }] : []
  })

/** Finds the preset that a mapping names as its system. Throws `invalid_request` for an unknown name. */
export function getSystemPreset(name: string): Preset {
  const matchingPreset = findPreset(name)
  if (matchingPreset) return matchingPreset
  const names = allPresets.map((preset) => preset.name).join(', ')
  throw new AppError('invalid_request', `The mapping names an unknown system ${name}; the systems are: ${names}.`)
}

/** Recognises the system of a file by its columns and the format of its first record numbers. */
export function recognisePreset(
  kind: ImportKind,
  columns: readonly string[],
  numbers: readonly string[],
): Preset | undefined {
  const byName = mapColumnNames(columns)
  return allPresets.find(({ kinds, numberForm }) => {
    const sets = kinds[kind]?.recognisedBy ?? []
    const hasColumns = sets.some((set) => set.every((column) => byName.has(foldColumnName(column))))
    return (
      hasColumns &&
      (numberForm === undefined || (numbers.length > 0 && numbers.every((number) => numberForm.test(number))))
    )
  })
}

type FieldWords = NonNullable<FieldMapping['values']>

/** Returns the meanings of a system's words and numbers, by field. */
export function getPresetWords({ kinds }: Preset, kind: ImportKind): Readonly<Record<string, FieldWords>> {
  const fields: Mapping['fields'] = kinds[kind]?.mapping.fields ?? {}
  return Object.fromEntries(
    Object.entries(fields).flatMap(([field, rule]) =>
      rule === null || typeof rule === 'string' || rule.values === undefined ? [] : [[field, rule.values]],
    ),
  )
}

/** The presets in the order in which they are offered. A new preset needs its own file and one line. */
export const allPresets: readonly Preset[] = [
  serviceNowPreset,
  jira,
  freshservice,
  glpi,
  itop,
  topdesk,
  remedy,
  ivanti,
  manageEngine,
]
