/** What kind of lesson an article tells: a good experience, a bad one, or neither. */
export const polarities = ['positive', 'negative', 'neutral'] as const
