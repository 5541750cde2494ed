import type { ChangeRecord } from '#lib/contracts/changes.ts'
import { flattenJson } from '#lib/text/json-flatten.ts'

export type DescribedChange = Pick<
  ChangeRecord,
  'title' | 'affected_services' | 'implementation_plan' | 'backout_plan' | 'risk_assessment'
>

const maxLines = 500
const longestText = 20_000

/** Returns the text of a change for word comparison: title, services and the values of its documents. */
export function joinChangeWords(change: DescribedChange): string {
  const documents = [change.implementation_plan, change.backout_plan, change.risk_assessment]
  const values = documents.flatMap((document) => (document ? flattenJson(document, maxLines).lines : []))
  return [change.title, ...change.affected_services, ...values.map(({ text }) => text)]
    .join('\n')
    .slice(0, longestText)
    .replaceAll('\u0000', ' ')
}
