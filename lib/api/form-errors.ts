import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { ApiError } from './api-error.ts'

/**
 * Puts the faults that the service found back on the fields of a form; what belongs to no field becomes the form's own
 * error (`root`). `fields` are the names that the form shows.
 */
export function showServerErrors<Values extends FieldValues>(
  error: unknown,
  fields: readonly Path<Values>[],
  setError: UseFormSetError<Values>,
): void {
  const details = error instanceof ApiError ? error.details : []
  const known = details.flatMap((detail) => {
    const field = fields.find((name) => name === detail.field)
    return field ? [{ field, issue: detail.issue }] : []
  })
  for (const { field, issue } of known) setError(field, { type: 'server', message: issue })
  if (known.length === 0) {
    setError('root', {
      type: 'server',
      message: error instanceof Error ? error.message : 'The service did not answer.',
    })
  }
}
