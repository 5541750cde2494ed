const words: readonly (readonly [RegExp, number])[] = [
  [/\b(critical|highest|blocker|urgent|emergency)\b/, 1],
  [/\b(very low|lowest|planning|trivial|cosmetic)\b/, 5],
  [/\b(high|major)\b/, 2],
  [/\b(moderate|medium|normal)\b/, 3],
  [/\b(low|minor)\b/, 4],
]

/**
 * The level of a priority from 1 (critical) to 5 (planning), as in ServiceNow, read from the wording of any system: "2 -
 * High", "P2", "SEV-1", "Medium". Scales that begin with P0 or SEV0 have the level 0 too. A leading number takes
 * precedence over words; null when neither is there.
 */
export function readPriorityLevel(wording: string): number | null {
  const text = wording.trim().toLowerCase()
  const numbered = /^(?:p|prio|priority|s|sev|severity)?[\s#:_-]*([1-5])(?!\d|[.,]\d)/.exec(text)
  if (numbered) return Number(numbered[1])
  if (/^(?:p|prio|priority|s|sev|severity)[\s#:_-]*0(?!\d|[.,]\d)/.test(text)) return 0
  return words.find(([word]) => word.test(text))?.[1] ?? null
}
