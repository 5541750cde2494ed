import type { FieldValues, Resolver } from 'react-hook-form'
import type { z } from 'zod'

/**
 * Validates a form with a schema that is loaded, together with zod, at the first validation, so that the page loads
 * without them. If loading fails, only the service validates.
 */
export function lazyResolver<Values extends FieldValues>(
  load: () => Promise<z.ZodType<Values, Values>>,
): Resolver<Values, unknown, Values> {
  return async (values, context, options) => {
    const loaded = await Promise.all([import('@hookform/resolvers/zod'), load()]).catch(() => null)
    if (!loaded) return { values, errors: {} }
    const [{ zodResolver }, schema] = loaded
    return zodResolver(schema)(values, context, options)
  }
}
