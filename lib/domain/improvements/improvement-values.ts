/** Categories of actions that forms and filters offer, beside those in use. */
export const improvementCategories = ['process', 'testing', 'monitoring', 'documentation', 'automation', 'training']

/** Priorities from the lowest on. */
export const improvementPriorities = ['low', 'medium', 'high', 'critical']

/** The usual values, then others that are in use. */
export const mergeUsed = (usual: readonly string[], used: readonly string[]): readonly string[] => [
  ...usual,
  ...used.filter((value) => !usual.includes(value)),
]
