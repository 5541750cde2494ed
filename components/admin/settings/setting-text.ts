import type { SettingField } from './sections.ts'

/** A setting as the text of its control; a secret is never filled in. */
export function textOfSetting({ kind }: Pick<SettingField, 'kind'>, value: unknown): string {
  if (value === null || value === undefined || kind === 'secret') return ''
  if (kind === 'lines') return (value as string[]).join('\n')
  if (kind !== 'words') return String(value)
  return Object.entries(value as Record<string, string>)
    .map(([word, meaning]) => `${word} = ${meaning}`)
    .join('\n')
}

/** The value of a setting from the text of its control; null for none. Throws when a line of words has no meaning. */
export function settingOfText({ kind }: Pick<SettingField, 'kind'>, text: string): unknown {
  const trimmed = text.trim()
  if (kind === 'flag') return text === 'true'
  if (trimmed === '') return null
  if (kind === 'number') return Number(trimmed)
  if (kind === 'lines') return trimmed.split(/\s+/)
  if (kind === 'words')
    return Object.fromEntries(
      trimmed
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map(entryOf),
    )
  return kind === 'secret' ? text : trimmed
}

function entryOf(line: string): [string, string] {
  const end = line.lastIndexOf('=')
  const [word, meaning] = [line.slice(0, Math.max(end, 0)).trim(), line.slice(end + 1).trim()]
  if (word === '' || meaning === '') throw new Error(`Write “word = meaning” instead of “${line.trim()}”.`)
  return [word, meaning]
}
