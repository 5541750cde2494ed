import type { Comparison, FilterTree, FilterValue } from './syntax-tree.ts'

const bareWord = /^(?!(?:and|or|not|in)$)[\p{L}\p{M}\p{N}_.:@/+#-]+$/iu

/**
 * The canonical text of a filter, with only the necessary parentheses. Parsing it returns the same tree, unless the
 * text becomes longer than the limit.
 */
export function printFilter(tree: FilterTree): string {
  switch (tree.kind) {
    case 'or':
      return tree.operands.map(printFilter).join(' OR ')
    case 'and':
      return tree.operands.map((operand) => printOperand(operand, operand.kind === 'or')).join(' AND ')
    case 'not':
      return `NOT ${printOperand(tree.operand, tree.operand.kind === 'or' || tree.operand.kind === 'and')}`
    case 'comparison':
      return printComparison(tree)
    case 'emptiness':
      return `${tree.field} ${tree.isEmpty ? 'IS EMPTY' : 'IS NOT EMPTY'}`
  }
}

/** A value without quotes where these are not necessary, else in double quotes. */
export function printValue(value: FilterValue): string {
  const text = String(value)
  if (bareWord.test(text)) return text
  return JSON.stringify(text).replace(/\p{Cc}/gu, (character) => `\\u00${character.charCodeAt(0).toString(16)}`)
}

function printOperand(operand: FilterTree, isLooser: boolean): string {
  return isLooser ? `(${printFilter(operand)})` : printFilter(operand)
}

function printComparison({ field, type, operator, values }: Comparison): string {
  const print = (value: FilterValue) =>
    type === 'timestamp' ? String(value).replace(/(?:\.000)?000Z$/, 'Z') : printValue(value)
  const isMembership = operator === 'IN' || operator === 'NOT IN'
  return `${field} ${operator} ${isMembership ? `(${values.map(print).join(', ')})` : print(values[0])}`
}
