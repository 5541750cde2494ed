import type { FieldMapping, Mapping } from '#lib/contracts/import-mapping.ts'
import type { ImportKind } from '#lib/contracts/import-values.ts'
import { AppError } from '#server/platform/errors.ts'
import { foldColumnName } from '../source/column-names.ts'
import { allPresets } from './all-presets.ts'
import type { Preset } from './preset.ts'

/** The preset of that name, whatever its case. */
export const findPreset = (name: string): Preset | undefined =>
  allPresets.find((preset) => preset.name.toLowerCase() === name.trim().toLowerCase())

/** The mappings of the presets for a kind of records, by name. */
export const presetMappings = (kind: ImportKind): { readonly name: string; readonly mapping: Mapping }[] =>
  allPresets.flatMap((preset) => {
    const { mapping } = preset.kinds[kind] ?? {}
    return mapping ? [{ name: preset.name, mapping }] : []
  })

/** The preset that a mapping names as its system. Throws `invalid_request` for an unknown name. */
export function presetOfSystem(name: string): Preset {
  const matchingPreset = findPreset(name)
  if (matchingPreset) return matchingPreset
  const names = allPresets.map((preset) => preset.name).join(', ')
  throw new AppError('invalid_request', `The mapping names an unknown system ${name}; the systems are: ${names}.`)
}

/**
 * The preset of the system that a file is from, by its columns and the form of its first record numbers; undefined if
 * it is not known.
 */
export function recognisePreset(
  kind: ImportKind,
  columns: readonly string[],
  numbers: readonly string[],
): Preset | undefined {
  const folded = new Set(columns.map(foldColumnName))
  return allPresets.find(({ kinds, numberForm }) => {
    const sets = kinds[kind]?.recognisedBy ?? []
    const hasColumns = sets.some((set) => set.every((column) => folded.has(foldColumnName(column))))
    return (
      hasColumns &&
      (numberForm === undefined || (numbers.length > 0 && numbers.every((number) => numberForm.test(number))))
    )
  })
}

type Words = NonNullable<FieldMapping['values']>

/** What the words and numbers of a system mean, by field. */
export function wordsOfPreset({ kinds }: Preset, kind: ImportKind): Readonly<Record<string, Words>> {
  const fields: Mapping['fields'] = kinds[kind]?.mapping.fields ?? {}
  return Object.fromEntries(
    Object.entries(fields).flatMap(([field, rule]) =>
      rule === null || typeof rule === 'string' || rule.values === undefined ? [] : [[field, rule.values]],
    ),
  )
}
