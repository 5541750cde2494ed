type ControlKind = 'text' | 'number' | 'flag' | 'choice' | 'secret' | 'lines' | 'pairs' | 'zone' | 'long'

export type FieldSpec<Key extends string = string> = {
  readonly key: Key
  readonly label: string
  readonly hint?: string
  readonly kind: ControlKind
  readonly options?: readonly { readonly value: string; readonly label: string }[]
  readonly none?: string
  readonly isRequired?: boolean
}

export function formatFieldValue(kind: ControlKind, value: unknown): string {
  if (kind === 'flag') return String(value !== undefined && value !== null && value !== false)
  if (value === null || value === undefined || kind === 'secret') return ''
  if (kind === 'lines') return (value as string[]).join('\n')
  if (kind !== 'pairs') return String(value)
  return Object.entries(value)
    .map(([name, meaning]) => `${name} = ${meaning}`)
    .join('\n')
}

/** Parses the text of a control; null for no value. See `findUnreadableLine` for pairs. */
export function parseFieldText(kind: ControlKind, text: string): unknown {
  if (kind === 'flag') return text === 'true'
  if (kind === 'lines') return splitLines(text)
  if (kind === 'pairs') return Object.fromEntries(splitLines(text).map(splitPair))
  const trimmed = text.trim()
  if (trimmed === '') return null
  if (kind === 'number') return Number(trimmed)
  return kind === 'secret' ? text : trimmed
}

/** Returns the error of a text of pairs; undefined if each line has a name and a value. */
export function findUnreadableLine(kind: ControlKind, text: string): string | undefined {
  const line = kind === 'pairs' && splitLines(text).find((each) => splitPair(each).includes(''))
  return line ? `Write “name = value” instead of “${line}”.` : undefined
}

const splitLines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

function splitPair(line: string): [string, string] {
  const end = line.lastIndexOf('=')
  return [line.slice(0, Math.max(end, 0)).trim(), line.slice(end + 1).trim()]
}
