const numbered = ['change', 'incident'] as const

/**
 * Kinds of local records whose number belongs to exactly one record of the source. Versions of an article share a
 * number; people and services have other identifiers.
 */
export type NumberedEntity = (typeof numbered)[number]

export const isNumbered = (entity: string): entity is NumberedEntity => numbered.some((known) => known === entity)
