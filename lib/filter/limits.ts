/** How large a filter may be. `depth` counts parentheses and NOT; `values` is for one IN. */
export const FILTER_LIMITS = { characters: 4096, depth: 16, comparisons: 64, values: 100 } as const
