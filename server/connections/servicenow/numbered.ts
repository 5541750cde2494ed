const numbered = ['change', 'incident'] as const

/**
 * The kinds of local records whose number belongs to one record of the source. Versions of an article share its number,
 * and people and services are known by other identifiers.
 */
export type NumberedEntity = (typeof numbered)[number]

export const isNumbered = (entity: string): entity is NumberedEntity => numbered.some((known) => known === entity)
