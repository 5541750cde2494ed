/** Categories of actions in forms and filters, in addition to those in use. */
export const improvementCategories = ['process', 'testing', 'monitoring', 'documentation', 'automation', 'training']

/** Priorities, the lowest first. */
export const improvementPriorities = ['low', 'medium', 'high', 'critical']

/** Lists the usual values, then others in use. */
export const addUsedValues = (usual: readonly string[], used: readonly string[]): readonly string[] => [
  ...usual,
  ...used.filter((value) => !usual.includes(value)),
]
