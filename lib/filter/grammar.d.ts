import type { WrittenFilter } from './syntax-tree.ts'

/** A token that the generated parser expected. `other` is a rule with a display name. */
type Expectation =
  | { readonly type: 'literal'; readonly text: string }
  | { readonly type: 'other'; readonly description: string }
  | { readonly type: 'end' }

/** The generated parser's own error. */
declare class GrammarError extends Error {
  readonly expected: readonly Expectation[]
  readonly location: { readonly start: { readonly offset: number } }
}

// The class name in peggy.
export { GrammarError as SyntaxError }

/** Parses the syntax only. Throws GrammarError, or FilterRefusal for errors with their own message. */
export function parse(text: string): WrittenFilter
