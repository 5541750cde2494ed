import type { FieldErrors } from 'react-hook-form'

export type FieldProblem = { name: string; message: string }

/** The errors of a form as one flat list, in the order of the form: `actions.0.title`, its message. */
export function listFieldErrors(errors: FieldErrors): FieldProblem[] {
  return walk(errors, '')
}

function walk(node: unknown, path: string): FieldProblem[] {
  if (typeof node !== 'object' || node === null) return []
  if ('message' in node && typeof node.message === 'string' && 'type' in node) {
    return [{ name: path, message: node.message }]
  }
  return Object.entries(node)
    .filter(([key]) => key !== 'ref')
    .flatMap(([key, child]) => walk(child, path ? `${path}.${key}` : key))
}
