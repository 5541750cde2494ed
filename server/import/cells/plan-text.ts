import { parseExactJson } from '#server/platform/http/read-body.ts'
import { Fault, isServiceNowValue, readText } from './text.ts'

type Plan = Record<string, unknown>

const marker = /^\s*(?:[-–—*•·]+|\(?\d{1,3}[.):]|step\s+\d{1,3}(?:\s*[.:)-])?)\s+(?=\S)|^\s*(?:--|•)\s*(?=\S)/i

/**
 * Reads a plan or an assessment as an object. Objects stay as they are, also as JSON text; a list becomes `{steps}`.
 * Text with list markers ("- ", "1. ", "--") becomes `{steps}`: lines before the first marker become the `description`,
 * lines after a marker belong to its step. Other text becomes `{description}`.
 */
export function readPlan(cell: unknown): Plan | Fault {
  if (typeof cell === 'object' && cell !== null && !isServiceNowValue(cell)) return readDocument(cell)
  const text = readText(cell)
  if (text instanceof Fault) return text
  return readWrittenJson(text) ?? readSteps(text.replace(/\r\n?/g, '\n'))
}

function readDocument(value: object): Plan | Fault {
  if (hasNul(value)) return new Fault('contains a NUL character')
  return Array.isArray(value) ? { steps: value } : { ...value }
}

/** True if a text or a key in a document contains a NUL. An escaped backslash before it makes it the text `\\u0000`. */
const hasNul = (value: object) => /(?<!\\)(?:\\\\)*\\u0000/.test(JSON.stringify(value))

function readWrittenJson(text: string): Plan | Fault | undefined {
  if (!/^[[{]/.test(text)) return undefined
  try {
    return readDocument(parseExactJson(text))
  } catch {
    return undefined
  }
}

function readSteps(text: string): Plan {
  const lines = text.split('\n')
  if (lines.filter((line) => marker.test(line)).length < (lines.length > 1 ? 2 : 1)) return { description: text }
  const before: string[] = []
  const steps: string[] = []
  for (const line of lines) {
    if (marker.test(line)) steps.push(line.replace(marker, '').trim())
    else if (steps.length === 0) before.push(line)
    else steps.push(`${steps.pop()}\n${line.trimEnd()}`)
  }
  const description = before.join('\n').trim()
  const whole = steps.map((step) => step.trim().replace(/\n{2,}/g, '\n'))
  return description === '' ? { steps: whole } : { description, steps: whole }
}
