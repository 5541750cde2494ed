import type { FieldErrors } from 'react-hook-form'

export type FieldProblem = { name: string; message: string }

/** Flattens the errors of a form, in the order of the form: `actions.0.title` and its message. */
export const listFieldErrors = (errors: FieldErrors): FieldProblem[] => walk(errors, '')

function walk(node: unknown, path: string): FieldProblem[] {
  if (typeof node !== 'object' || node === null) return []
  if ('message' in node && typeof node.message === 'string' && 'type' in node) {
    return [{ name: path, message: node.message }]
  }
  return Object.entries(node)
    .filter(([key]) => key !== 'ref')
    .flatMap(([key, child]) => walk(child, path ? `${path}.${key}` : key))
}

/** Turns a message of a schema or of the API into a sentence: “must not be empty” becomes “Enter a title.” */
export function toFieldMessage(message: string, label: unknown): string {
  const issue = /^must (.+)$/s.exec(message)?.[1]
  if (issue === undefined) return message.startsWith('is ') ? `This ${message}.` : message
  if (issue === 'not be empty' || issue === 'be text') return isName(label) ? `Enter ${aOrAn(label)}.` : 'Fill this in.'
  if (issue.startsWith('be an e-mail address') && !/mail/i.test(String(label))) return 'Choose a person from the list.'
  if (issue.startsWith('be a calendar date')) return 'Enter a day, such as 2 Nov 2026.'
  if (issue.startsWith('be an ISO 8601 timestamp')) return 'Enter day and time, such as 2 Nov 2026, 07:05.'
  if (issue.startsWith('be one of ')) return 'Choose one of the options.'
  if (issue === 'be true or false') return 'Choose yes or no.'
  const rest = issue.replace(/^\w+ /, '')
  if (/^be at (?:least|most) /.test(issue)) return `Enter a number of ${rest}.`
  if (/^be (?:an?|your) /.test(issue)) return `Enter ${rest}.`
  if (/^have at (?:most .+|least .*characters)$/.test(issue)) return `Use ${rest}.`
  if (issue.startsWith('have at least ')) return `Choose ${rest}.`
  return `${typeof label === 'string' ? label : 'This'} must ${issue}.`
}

/** True if a label is a noun for the value, neither a question nor an instruction. */
const isName = (label: unknown): label is string =>
  typeof label === 'string' && !/\?$|^(?:what|who|why|how|when|where|which|add|replace)\b/i.test(label)

const uncountable = /^(?:evidence|text|advice)\b/i

function aOrAn(label: string): string {
  const noun = /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label
  if (uncountable.test(noun) || /[a-z]s$/.test(noun)) return noun
  return `${/^[aeio]/i.test(noun) ? 'an' : 'a'} ${noun}`
}
