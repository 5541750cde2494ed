import type { WrittenFilter } from './syntax-tree.ts'

/** What the generated parser expected and did not find. `other` is a rule with a display name. */
type Expectation =
  | { readonly type: 'literal'; readonly text: string }
  | { readonly type: 'other'; readonly description: string }
  | { readonly type: 'end' }

/** The generated parser's own error. */
declare class GrammarError extends Error {
  readonly expected: readonly Expectation[]
  readonly location: { readonly start: { readonly offset: number } }
}

// The name that peggy gives it.
export { GrammarError as SyntaxError }

/** Reads the syntax alone. Throws GrammarError, or FilterRefusal where the grammar has words of its own. */
export function parse(text: string): WrittenFilter
