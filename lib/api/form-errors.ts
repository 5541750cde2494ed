import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { ApiError } from './api-error.ts'

/**
 * Shows the errors of a response at the fields of a form, whose names may have `/` for the dots of a path. An error
 * without a field becomes the `root` error.
 */
export function showServerErrors<Values extends FieldValues>(
  error: unknown,
  fields: readonly Path<Values>[],
  setError: UseFormSetError<Values>,
): void {
  const details = error instanceof ApiError ? error.details : []
  const fieldErrors = details.flatMap((detail) => {
    const field = fields.find((name) => name.replaceAll('/', '.') === detail.field)
    return field ? [{ field, issue: detail.issue }] : []
  })
  for (const { field, issue } of fieldErrors) setError(field, { type: 'server', message: issue })
  if (fieldErrors.length === 0) {
    setError('root', {
      type: 'server',
      message: error instanceof Error ? error.message : 'The service did not respond.',
    })
  }
}
