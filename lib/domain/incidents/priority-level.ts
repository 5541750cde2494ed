/** The wordings of each level in English, German, French, Dutch and Spanish; the first match counts. */
const wordingsByLevel: readonly (readonly [level: number, wordings: readonly string[]])[] = [
  [1, ['critical', 'highest', 'blocker', 'urgent', 'emergency', 'kritisch', 'kritische', 'höchste', 'höchster']],
  [1, ['critique', 'bloquant', 'bloquante', 'urgente', 'dringend', 'kritiek', 'crítica', 'crítico', 'critica']],
  [5, ['very low', 'lowest', 'planning', 'trivial', 'cosmetic', 'sehr niedrig', 'sehr gering', 'niedrigste']],
  [5, ['très basse', 'très bas', 'très faible', 'zeer laag', 'muy baja', 'muy bajo', 'laagste']],
  [2, ['high', 'major', 'hoch', 'hohe', 'haute', 'haut', 'élevée', 'élevé', 'majeure', 'majeur', 'hoog', 'hoge']],
  [2, ['alta', 'alto']],
  [3, ['moderate', 'medium', 'normal', 'mittel', 'mittlere', 'moyenne', 'moyen', 'modérée', 'modéré', 'normale']],
  [3, ['gemiddeld', 'normaal', 'media', 'medio', 'moderada', 'moderado']],
  [4, ['low', 'minor', 'niedrig', 'niedrige', 'gering', 'geringe', 'basse', 'bas', 'faible', 'mineure', 'mineur']],
  [4, ['laag', 'lage', 'baja', 'bajo']],
]
const patterns = wordingsByLevel.map(
  ([level, wordings]) => [new RegExp(`(?<!\\p{L})(?:${wordings.join('|')})(?!\\p{L})`, 'u'), level] as const,
)

/** The wordings in forms, one for each level from 1 to 5, as in ServiceNow. */
export const priorityWordings = ['1 - Critical', '2 - High', '3 - Moderate', '4 - Low', '5 - Planning'] as const

/**
 * Reads the level of a priority, from 1 (critical) to 5 (planning) as in ServiceNow, from the wording of any system:
 * "P2", "SEV-1", "2 - High", "Medium", "Hoch". Scales that begin with P0 or SEV0 also have the level 0. A leading
 * number takes precedence over words. Null without either, if they are opposites, as in "4 - Urgent", and for a number
 * alone, as systems count from either end.
 */
export function readPriorityLevel(wording: string): number | null {
  const text = wording.normalize('NFC').trim().toLowerCase()
  if (/^\d+$/.test(text)) return null
  const wordLevel = patterns.find(([word]) => word.test(text))?.[1] ?? null
  const numberMatch = /^(?:p|prio|priority|s|sev|severity)?[\s#:_-]*([1-5])(?!\d|[.,]\d)/.exec(text)
  if (numberMatch) {
    const level = Number(numberMatch[1])
    return wordLevel !== null && isOpposite(level, wordLevel) ? null : level
  }
  if (/^(?:p|prio|priority|s|sev|severity)[\s#:_-]*0(?!\d|[.,]\d)/.test(text)) return 0
  return wordLevel
}

const isOpposite = (one: number, other: number) => (one < 3 && other > 3) || (one > 3 && other < 3)
