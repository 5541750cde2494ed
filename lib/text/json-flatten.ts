import { humaniseKey } from './humanise-key.ts'

export type DeepLine = { label: string; text: string }

const maxLabelLength = 120

/** Lists the values of a nested document, one line each, at most `max`; `left` counts the rest. */
export function flattenJson(root: object, max: number): { lines: DeepLine[]; left: number } {
  const lines: DeepLine[] = []
  const open: { label: string; value: unknown }[] = [{ label: '', value: root }]
  let left = 0
  for (let node = open.pop(); node; node = open.pop()) {
    const { label, value } = node
    if (typeof value === 'object' && value !== null) {
      const isList = Array.isArray(value)
      for (const [key, child] of Object.entries(value).reverse()) {
        open.push({ label: below(label, isList ? String(Number(key) + 1) : humaniseKey(key)), value: child })
      }
    } else if (value !== null && value !== undefined && value !== '') {
      if (lines.length < max) lines.push({ label, text: asText(value) })
      else left += 1
    }
  }
  return { lines, left }
}

function below(label: string, name: string): string {
  if (label.length >= maxLabelLength) return label
  return label ? `${label} › ${name}` : name
}

function asText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return String(value)
}
