import type { FilterFields } from '#lib/contracts/filter-fields.ts'
import { describeComparison, describeEmptiness } from '#lib/filter/comparison-labels.ts'
import { parseFilter } from '#lib/filter/parse.ts'
import { printFilter } from '#lib/filter/print.ts'
import { emptinessTests, operatorMeanings, operatorsByType, valueForms } from '#lib/filter/reference.ts'
import type { FilterTree } from '#lib/filter/syntax-tree.ts'

/** Maximum expected alternatives in the explanation of a fault. */
const maxExpected = 40

/** Explains the meaning or the fault of a filter; without a filter, the syntax for these fields. */
export function explainFilter(fields: FilterFields, query: string | undefined): object {
  if (query === undefined || query.trim() === '') return describeGrammar(fields)
  const result = parseFilter(query, fields)
  if (result.ok) {
    return { is_valid: true, canonical: printFilter(result.tree), means: explainTree(result.tree, fields) }
  }
  const { message, line, column, expected } = result.error
  return { is_valid: false, problem: message, line, column, expected: expected.slice(0, maxExpected) }
}

const describeGrammar = (fields: FilterFields) => ({
  operators: { ...operatorMeanings, ...emptinessTests },
  operators_by_type: operatorsByType,
  values_by_type: valueForms,
  fields,
})

/** Describes a filter in words, such as `Risk: high or very high, and State: review`. */
function explainTree(tree: FilterTree, fields: FilterFields): string {
  switch (tree.kind) {
    case 'and':
    case 'or': {
      const operands = tree.operands.map((operand) => {
        const inner = explainTree(operand, fields)
        return operand.kind === 'and' || operand.kind === 'or' ? `(${inner})` : inner
      })
      return operands.join(`, ${tree.kind} `)
    }
    case 'not':
      return `not (${explainTree(tree.operand, fields)})`
    default: {
      const { label, value } = tree.kind === 'emptiness' ? describeEmptiness(tree) : describeComparison(tree, fields)
      return `${label}: ${value}`
    }
  }
}
