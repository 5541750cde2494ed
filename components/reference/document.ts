import type { oas31 } from 'zod-openapi'

export type Document = oas31.OpenAPIObject
export type Schema = oas31.SchemaObject

const isReference = (value: unknown): value is { $ref: string } =>
  typeof value === 'object' && value !== null && '$ref' in value && typeof value.$ref === 'string'

/** Follows the reference of a part of the document, if any. Throws if the target does not exist. */
export function resolve<Part extends object>(document: Document, part: Part | { $ref: string }): Part {
  if (!isReference(part)) return part
  const reference = part.$ref
    .slice(2)
    .split('/')
    .reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], document)
  if (typeof reference !== 'object' || reference === null) throw new Error(`${part.$ref} does not exist.`)
  return resolve(document, reference as Part)
}
