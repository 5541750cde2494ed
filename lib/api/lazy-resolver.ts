import type { FieldValues, Resolver } from 'react-hook-form'
import type { z } from 'zod'

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
