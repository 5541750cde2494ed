import type { Queryable } from '#server/platform/db/client.ts'
import { createPersonResolver } from './person-resolver.ts'

/**
 * Replaces the texts of some fields that name one person by the e-mail address of that person; other texts stay as they
 * are.
 */
export async function resolvePeople<Fields extends object>(
  db: Queryable,
  fields: Fields,
  names: readonly (keyof Fields)[],
): Promise<Fields> {
  const texts = names.flatMap((name) => (typeof fields[name] === 'string' ? [fields[name]] : []))
  if (texts.length === 0) return fields
  const find = await createPersonResolver(db).resolve(texts)
  const resolved = names.flatMap((name) => {
    const text = fields[name]
    const found = typeof text === 'string' ? find(text) : undefined
    return found?.kind === 'known' ? [[name, found.email] as const] : []
  })
  return { ...fields, ...Object.fromEntries(resolved) }
}
