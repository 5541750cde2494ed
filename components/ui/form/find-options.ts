import { foldForSorting, matchesWords } from '#lib/text/fold-for-sorting.ts'
import type { Option } from './option-list.tsx'

const maxShown = 50

/** Returns the options that contain every word of the text, in any case and without accents; at most 50. */
export function findOptions(options: readonly Option[], text: string): Option[] {
  const matching = options.filter(({ label, hint = '', value }) => matchesWords(`${label} ${hint} ${value}`, text))
  return matching.slice(0, maxShown)
}

/** Returns the value of the option with this label or value, in any case; null if none or several match. */
export function findValue(options: readonly Option[], text: string): string | null {
  const typed = foldForSorting(text)
  const matches = options.filter(({ label, value }) => [label, value].some((name) => foldForSorting(name) === typed))
  return typed !== '' && matches.length === 1 ? (matches[0]?.value ?? null) : null
}

export const createOptions = (values: readonly string[]): Option[] => values.map((value) => ({ value, label: value }))
