import type { z } from 'zod'

/** The first issue of a value, after the path of its field. */
export function describeIssue(error: z.ZodError): string {
  const [issue] = error.issues
  if (!issue) return 'The event cannot be read.'
  const path = issue.path.join('.')
  return path === '' ? `The event cannot be read: ${issue.message}.` : `${path}: ${issue.message}.`
}
