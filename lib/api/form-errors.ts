import type { FieldValues, Path, Resolver, UseFormSetError } from 'react-hook-form'
import type { z } from 'zod'
import { ApiError } from './api-error.ts'

/**
 * Shows errors at the fields, whose names may have `/` for the dots of a path, the first one of a list at the list, and
 * others as the `root` error. Returns the first of the fields.
 */
export function showServerErrors<Values extends FieldValues>(
  error: unknown,
  fields: readonly Path<Values>[],
  setError: UseFormSetError<Values>,
): Path<Values> | undefined {
  const details = error instanceof ApiError ? error.details : []
  const fieldErrors = details.flatMap((detail) => {
    const isOf = (name: string) => `${detail.field}.`.startsWith(`${name.replaceAll('/', '.')}.`)
    const field = fields.find(isOf)
    return field ? [{ field, issue: detail.issue }] : []
  })
  for (const { field, issue } of fieldErrors.toReversed()) setError(field, { type: 'server', message: issue })
  if (fieldErrors.length === 0) {
    setError('root', {
      type: 'server',
      message: error instanceof Error ? error.message : 'The service did not respond.',
    })
  }
  return fieldErrors[0]?.field
}

/** A schema, or a function that loads it: the page then loads without zod and the schema. */
export type FormSchema<Values extends FieldValues, Output = Values> =
  | z.ZodType<Output, Values>
  | (() => Promise<z.ZodType<Output, Values>>)

/** Validates a form with a schema that is loaded at the first validation. If that fails, only the service validates. */
export function createLazyResolver<Values extends FieldValues, Output = Values>(
  schema: FormSchema<Values, Output>,
): Resolver<Values, unknown, Output> {
  return async (values, context, options) => {
    const loading = typeof schema === 'function' ? schema() : schema
    const loaded = await Promise.all([import('@hookform/resolvers/zod'), loading]).catch(() => null)
    if (!loaded) return { values: values as unknown as Output, errors: {} }
    const [{ zodResolver }, found] = loaded
    return zodResolver(found)(values, context, options)
  }
}
