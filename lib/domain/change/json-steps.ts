const titleKeys = [
  'title',
  'name',
  'action',
  'step',
  'task',
  'activity',
  'summary',
  'label',
  'description',
  'instruction',
  'text',
  'phase',
  'stage',
]
const detailKeys = ['description', 'details', 'detail', 'instruction', 'instructions', 'text', 'summary']

/** True if the value of this key is a procedure, whose entries are numbered. */
export function isPlanKey(key: string): boolean {
  return /step|plan|procedure|runbook|checklist|task|action|activit|phase|stage|instruction|rollback|backout|implementation|validation|verification/i.test(
    key,
  )
}

type StepHead = { title: string; detail: string | null; used: Set<string> }

/** Finds title and detail of a step written as an object, and their keys; null without a title. */
export function findTitleAndDetail(step: Record<string, unknown>): StepHead | null {
  const titleKey = titleKeys.find((key) => isFilled(step[key]))
  if (!titleKey) return null
  const detailKey = detailKeys.find((key) => key !== titleKey && isFilled(step[key]))
  const used = new Set(detailKey ? [titleKey, detailKey] : [titleKey])
  return { title: String(step[titleKey]).trim(), detail: detailKey ? String(step[detailKey]).trim() : null, used }
}

const leadingNumber = /^\s*(?:step\s*)?\d+\s*[.):-]\s+/i

/** Reads a step written as text, without its leading number. The lines after the first are the detail. */
export function parseTextStep(text: string): { title: string; detail: string | null } {
  const [first = '', ...rest] = text.replace(leadingNumber, '').trim().split(/\r?\n/)
  return { title: first.trim(), detail: rest.join('\n').trim() || null }
}

/** Reads the steps of a text with numbered lines; null for other text. Other lines belong to the step above. */
export function parseNumberedLines(text: string): { title: string; detail: string | null }[] | null {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  if (!leadingNumber.test(lines[0] ?? '') || lines.filter((line) => leadingNumber.test(line)).length < 2) return null
  const steps: string[] = []
  for (const line of lines) {
    if (leadingNumber.test(line)) steps.push(line)
    else steps.push(`${steps.pop() ?? ''}\n${line.trim()}`)
  }
  return steps.map(parseTextStep)
}

const isFilled = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''
