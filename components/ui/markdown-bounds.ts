/** Elements within one another; the longest articles come to a dozen. */
const deepest = 100

type Tree = { children?: readonly Tree[] }

/** Throws a RangeError on a tree that the plugins and React, which call themselves for each level, could not walk. */
export const boundDepth = () => (tree: Tree) => {
  let level: readonly Tree[] = [tree]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest) throw new RangeError(`The text is nested more than ${deepest} deep.`)
    level = level.flatMap(({ children }) => children ?? [])
  }
}

const nestedOnOneLine = new RegExp(`(?:[ \\t]*(?:>|[-+*][ \\t]|\\d{1,9}[.)][ \\t])){${deepest}}`)
const listFarIn = /^[ \t]{160,}(?:[-+*]|\d{1,9}[.)])[ \t]/m
/** Marks of emphasis between two blank lines: what each opens and closes is sought among all the others. */
const mostMarks = 1_000

/** Whether reading the text as Markdown would take seconds: far more levels, marks, links or cells than anybody writes. */
export const isTooMuch = (text: string): boolean =>
  nestedOnOneLine.test(text) ||
  listFarIn.test(text) ||
  text
    .split(/\n[ \t]*\n/)
    .some((block) => block.length > mostMarks && block.replace(/[^*_~]/g, '').length > mostMarks) ||
  countOf('](', text) > 1_000 ||
  countOf('|', text) > 10_000

const countOf = (part: string, text: string) => text.split(part).length - 1
